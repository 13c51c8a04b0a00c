package dev.wavetank.sim.coverage;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A declared state of interest that should be reached in some run, though in no particular one.
 *
 * @param name in words, such as {@code quota rejected in the middle of a batch}
 * @param records the only type of record that the condition has to see; a common supertype for several
 * @param condition makes a fresh condition for one run, which may keep a small state of its own
 */
public record Sometimes<R extends TraceRecord>(String name, Class<R> records, Supplier<Condition<R>> condition) {

    /** Looks at the records of one run. */
    @FunctionalInterface
    public interface Condition<R extends TraceRecord> {

        /** Whether this record reaches the state. */
        boolean isReached(R record, TraceEntry entry);
    }

    /** A condition on a single record, which needs no memory. */
    public static <R extends TraceRecord> Sometimes<R> on(String name, Class<R> records, Predicate<R> predicate) {
        return new Sometimes<>(name, records, () -> (record, entry) -> predicate.test(record));
    }
}
