package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.apiserver.registry.validation.Part;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * What is special about a kind that has no record of its own.
 *
 * @param hasGeneration whether {@code metadata.generation} counts changes of the spec
 * @param newStatus the status of a new object, which nobody can set through the object itself; null when the kind has
 *     no status of that sort
 * @param completion fills in what a new object gets from the server, beyond constant defaults
 * @param inheritance fills in what a changed object (the first one) keeps of the old one when it does not say otherwise
 * @param validation finds mistakes in all fields but metadata
 * @param update finds mistakes in a change: the new state, then the old one
 * @param fields what lists can select by, beyond name and namespace
 */
public record KindRules(
        boolean hasGeneration,
        Map<String, Object> newStatus,
        UnaryOperator<GenericObject> completion,
        BinaryOperator<GenericObject> inheritance,
        Consumer<Part> validation,
        BiConsumer<Part, Part> update,
        List<String> fields) {

    /** Nothing is special. */
    public static final KindRules NONE = of(part -> {});

    /** A kind of which only these mistakes are known. */
    static KindRules of(Consumer<Part> validation) {
        return new KindRules(
                false,
                null,
                object -> object,
                (changed, before) -> changed,
                validation,
                (changed, before) -> {},
                List.of());
    }

    /** The same, with a status of its own. */
    KindRules withStatus(Map<String, Object> status) {
        return new KindRules(hasGeneration, status, completion, inheritance, validation, update, fields);
    }

    /** The same, whose generation counts. */
    KindRules withGeneration() {
        return new KindRules(true, newStatus, completion, inheritance, validation, update, fields);
    }

    /** The same, completed by the server. */
    KindRules withCompletion(UnaryOperator<GenericObject> how) {
        return new KindRules(hasGeneration, newStatus, how, inheritance, validation, update, fields);
    }

    /** The same, whose changed objects keep something of the old ones. */
    KindRules withInheritance(BinaryOperator<GenericObject> how) {
        return new KindRules(hasGeneration, newStatus, completion, how, validation, update, fields);
    }

    /** The same, with these rules of change. */
    KindRules withUpdate(BiConsumer<Part, Part> rules) {
        return new KindRules(hasGeneration, newStatus, completion, inheritance, validation, rules, fields);
    }

    /** The same, selectable by these fields. */
    KindRules selectableBy(String... names) {
        return new KindRules(hasGeneration, newStatus, completion, inheritance, validation, update, List.of(names));
    }
}
