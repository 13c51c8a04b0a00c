package dev.wavetank.sim.fault.form;

import dev.wavetank.sim.fault.Fault;
import java.util.Map;

/**
 * The two directions of the written form of one kind of fault.
 *
 * <p>The fields {@code kind}, {@code at}, {@code after} and {@code for} belong to the clause; a kind must not use
 * them.
 *
 * @param name the kind, as {@link Fault#kind} tells it
 * @param reader makes the fault from its fields; what it does not ask for is refused
 * @param writer puts the fields that {@code reader} needs to make an equal fault
 */
public record FaultKind(String name, Reader reader, Writer writer) {

    /** Reads a fault of one kind. */
    @FunctionalInterface
    public interface Reader {

        /**
         * The fault that the fields describe.
         *
         * @throws IllegalArgumentException when there can be no such fault
         */
        Fault read(FaultFields fields);
    }

    /** Writes a fault of one kind. */
    @FunctionalInterface
    public interface Writer {

        /** Puts the fields of the fault: texts, numbers as {@code Long}, lists and maps of them. */
        void write(Fault fault, Map<String, Object> tree);
    }

    /** A kind whose faults are objects of one type. */
    public static <F extends Fault> FaultKind of(String name, Class<F> type, Reader reader, TypedWriter<F> writer) {
        return new FaultKind(name, reader, (fault, tree) -> writer.write(type.cast(fault), tree));
    }

    /** Writes faults of one type. */
    @FunctionalInterface
    public interface TypedWriter<F extends Fault> {

        /** Puts the fields of the fault. */
        void write(F fault, Map<String, Object> tree);
    }
}
