package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.version.KubernetesVersion;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What is special about a kind that has no record of its own.
 *
 * @param hasGeneration whether {@code metadata.generation} counts changes of the spec in a release
 * @param newStatus the status of a new object, which nobody can set through the object itself; null when the kind has
 *     no status of that sort
 * @param completion fills in what a new object gets from the server, beyond constant defaults
 * @param inheritance fills in what a changed object (the first one) keeps of the old one when it does not say otherwise
 * @param validation finds mistakes in all fields but metadata
 * @param update finds mistakes in a change: the new state, then the old one
 * @param fields what lists can select by, beyond name and namespace
 * @param scalable whether replicas and selector of the spec, and replicas of the status, are shown as a scale
 */
@RecordBuilder
public record KindRules(
        Predicate<KubernetesVersion> hasGeneration,
        Map<String, Object> newStatus,
        BiFunction<GenericObject, KubernetesVersion, GenericObject> completion,
        BinaryOperator<GenericObject> inheritance,
        Consumer<Part> validation,
        BiConsumer<Part, Part> update,
        List<String> fields,
        boolean scalable) {

    /** Nothing is special. */
    public static final KindRules NONE = of(part -> {});

    /** A kind of which only these mistakes are known. */
    static KindRules of(Consumer<Part> validation) {
        return new KindRules(
                release -> false,
                null,
                (object, release) -> object,
                (changed, before) -> changed,
                validation,
                (changed, before) -> {},
                List.of(),
                false);
    }

    /** The same, with a status of its own. */
    KindRules withStatus(Map<String, Object> status) {
        return KindRulesBuilder.builder(this).newStatus(status).build();
    }

    /** The same, whose generation counts. */
    KindRules withGeneration() {
        return KindRulesBuilder.builder(this).hasGeneration(release -> true).build();
    }

    /** The same, whose generation counts in some releases. */
    KindRules withGeneration(Predicate<KubernetesVersion> releases) {
        return KindRulesBuilder.builder(this).hasGeneration(releases).build();
    }

    /** The same, completed by the server. */
    KindRules withCompletion(BiFunction<GenericObject, KubernetesVersion, GenericObject> how) {
        return KindRulesBuilder.builder(this).completion(how).build();
    }

    /** The same, whose changed objects keep something of the old ones. */
    KindRules withInheritance(BinaryOperator<GenericObject> how) {
        return KindRulesBuilder.builder(this).inheritance(how).build();
    }

    /** The same, with these rules of change. */
    KindRules withUpdate(BiConsumer<Part, Part> rules) {
        return KindRulesBuilder.builder(this).update(rules).build();
    }

    /** The same, selectable by these fields. */
    KindRules selectableBy(String... names) {
        return KindRulesBuilder.builder(this).fields(List.of(names)).build();
    }

    /** The same, with the subresource {@code scale}. */
    KindRules withScale() {
        return KindRulesBuilder.builder(this).scalable(true).build();
    }
}
