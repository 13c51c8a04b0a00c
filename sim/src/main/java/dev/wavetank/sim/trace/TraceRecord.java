package dev.wavetank.sim.trace;

import org.jspecify.annotations.Nullable;

/**
 * One thing that happened, as a typed value.
 *
 * <p>Implementations are records. The fields they describe are hashed into the fingerprint and written by the
 * sinks; a default {@code toString} or a hash code must never be among them, because it differs between JVMs.
 */
public interface TraceRecord {

    /** Stable name of the kind of record, such as {@code fault.opened}. */
    String type();

    /** Tells the fields, always the same ones in the same order for the same type. */
    void describe(Fields out);

    /**
     * Who did it: the component that emitted the record, unless the record knows better.
     *
     * @param component the component that emitted it
     */
    default String actor(String component) {
        return component;
    }

    /** What was done, in a word; its type unless the record knows better. */
    default String verb() {
        return type();
    }

    /** What it was done to, such as {@code orders/ink}; empty when it was done to nothing in particular. */
    default String subject() {
        return "";
    }

    /**
     * Whether it changed its subject for others to see. A write that is told in the name of another actor than the
     * component that tells it is the answer to that actor's request: a story tells it and the change that it
     * made as one step.
     */
    default boolean isWrite() {
        return false;
    }

    /** Receives the fields of a record. */
    interface Fields {

        /** A field of text; null is told as an absent value. */
        Fields text(String name, @Nullable String value);

        /** A field that is a whole number. */
        Fields number(String name, long value);
    }
}
