package dev.wavetank.sim.fault.codec;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.swarm.Sampling;
import dev.wavetank.sim.fault.swarm.Swarm;
import java.util.Map;

/**
 * All that there is to know about one kind of fault, except what it does: its name, its written form and how it is
 * drawn.
 *
 * <p>The fields {@code kind}, {@code at}, {@code after} and {@code for} belong to the clause; a kind must not use
 * them.
 *
 * @param name of the kind, equal to {@link Fault#kind}
 * @param reader makes the fault from its fields; a field that it does not read is refused
 * @param writer puts the fields that {@code reader} needs to make an equal fault
 * @param sampling draws its faults
 * @param <T> where its targets are drawn
 */
public record FaultKind<T>(String name, Reader reader, Writer writer, Sampling<T> sampling) {

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
    public static <F extends Fault, T> FaultKind<T> of(
            String name, Class<F> type, Reader reader, TypedWriter<F> writer, Sampling<T> sampling) {
        return new FaultKind<>(name, reader, (fault, tree) -> writer.write(type.cast(fault), tree), sampling);
    }

    /** Writes faults of one type. */
    @FunctionalInterface
    public interface TypedWriter<F extends Fault> {

        /** Puts the fields of the fault. */
        void write(F fault, Map<String, Object> tree);
    }

    /** Whether the targets have something that a fault of this kind can hit. */
    public boolean canHit(T targets) {
        return sampling.canHit().test(targets);
    }

    /** This kind for a {@link Swarm} that draws from these targets. */
    public Swarm.Kind drawnFrom(T targets) {
        return new Swarm.Kind(
                name, random -> sampling.sampler().draw(targets, random), sampling.opening(), sampling.family());
    }
}
