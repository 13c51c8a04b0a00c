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

    /** Describes the fields, always the same ones in the same order for the same type. */
    void describe(Fields out);

    /**
     * The actor: the component that emitted the record, unless the record names another.
     *
     * @param component the component that emitted it
     */
    default String actor(String component) {
        return component;
    }

    /** What was done, in a word; by default its type. */
    default String verb() {
        return type();
    }

    /** What it was done to, such as {@code orders/ink}; empty when it was done to nothing in particular. */
    default String subject() {
        return "";
    }

    /**
     * Whether it changed its subject visibly. A write that a component records in the name of another actor is the
     * response to that actor's request: a story shows it and its change as one step.
     */
    default boolean isWrite() {
        return false;
    }

    /**
     * Whether it only says how something came about: which step a request passed, what it waited for. Such a record is
     * made only while a sink {@linkplain TraceSink#wantsDetails wants details}, and is no part of the fingerprint, so
     * that a run is the same with and without.
     */
    default boolean isDetail() {
        return false;
    }

    /** Receives the fields of a record. */
    interface Fields {

        /** A field of text; null is an absent value. */
        Fields text(String name, @Nullable String value);

        /** A field that is a whole number. */
        Fields number(String name, long value);
    }
}
