package dev.wavetank.model.apiserver.registry.untyped;

import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What is special about a kind that has no record of its own.
 *
 * @param hasGeneration whether {@code metadata.generation} counts changes of the spec
 * @param newStatus the status of a new object, which cannot be set through the object itself; null when the kind has
 *     no status of that sort
 * @param validation finds mistakes in all fields but metadata
 * @param update finds mistakes in a change: the new state, then the old one
 */
@RecordBuilder
public record KindRules(
        boolean hasGeneration,
        Map<String, Object> newStatus,
        Consumer<FieldCursor> validation,
        BiConsumer<FieldCursor, FieldCursor> update)
        implements KindRulesBuilder.With {

    /** Nothing is special. */
    public static final KindRules NONE = of(part -> {});

    /** A kind for which only these checks are known. */
    static KindRules of(Consumer<FieldCursor> validation) {
        return new KindRules(false, null, validation, (changed, before) -> {});
    }
}
