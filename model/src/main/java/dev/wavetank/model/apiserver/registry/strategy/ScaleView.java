package dev.wavetank.model.apiserver.registry.strategy;

import dev.wavetank.model.api.LabelSelector;
import org.jspecify.annotations.Nullable;

/**
 * What the subresource {@code scale} shows of an object.
 *
 * @param wanted how many replicas there are to be; null when nothing is said
 * @param present how many there are; null when nothing is said
 * @param selector which pods they are, as it is written in queries; null when nothing is said
 */
public record ScaleView(
        Integer wanted, Integer present, @Nullable String selector) {

    /** A scale of an object with such a selector, or with none. */
    public static ScaleView of(Integer wanted, Integer present, LabelSelector selector) {
        return new ScaleView(wanted, present, selector == null ? null : selector.query());
    }
}
