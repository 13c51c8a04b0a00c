package dev.wavetank.sim.shrink;

import java.util.List;

/**
 * Whether some parts of something that fails still fail.
 *
 * @param <T> type of the parts
 */
@FunctionalInterface
public interface FailurePredicate<T> {

    /** Whether these parts, in the order of the original, fail; always with the same answer. */
    boolean fails(List<T> parts);

    /**
     * Announces what may be asked next, so that one that works in several threads can begin with it.
     *
     * @param next in the order in which they will be asked, until one of them fails
     */
    default void expect(List<List<T>> next) {}
}
