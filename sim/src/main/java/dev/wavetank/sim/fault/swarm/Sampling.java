package dev.wavetank.sim.fault.swarm;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.swarm.Swarm.Opening;
import dev.wavetank.sim.random.RandomStream;
import java.util.function.Predicate;

/**
 * How faults of one kind are drawn.
 *
 * @param sampler draws a fault that hits something
 * @param opening when those of its faults open that follow no happening
 * @param canHit whether the targets have something that a fault of this kind can hit
 * @param onlyByName whether the kind is drawn only when its name is given: it stops everything, or undoes what clients
 *     know as done
 * @param family see {@link Swarm.Kind#family}
 * @param <T> where the targets are drawn
 */
public record Sampling<T>(Sampler<T> sampler, Opening opening, Predicate<T> canHit, boolean onlyByName, String family) {

    /** Draws one fault. */
    @FunctionalInterface
    public interface Sampler<T> {

        /** A fault that hits one of the targets. */
        Fault draw(T targets, RandomStream random);
    }

    /** Can hit something whenever there is work. */
    public static <T> Sampling<T> of(Sampler<T> sampler) {
        return new Sampling<>(sampler, Opening.AT_WORK, targets -> true, false, "");
    }

    /** The same with another opening. */
    public Sampling<T> opening(Opening other) {
        return new Sampling<>(sampler, other, canHit, onlyByName, family);
    }

    /** The same where only some targets can be hit. */
    public Sampling<T> where(Predicate<T> condition) {
        return new Sampling<>(sampler, opening, condition, onlyByName, family);
    }

    /** The same, but drawn only when the name of the kind is given. */
    public Sampling<T> whenNamed() {
        return new Sampling<>(sampler, opening, canHit, true, family);
    }

    /** The same as one of a family of kinds. */
    public Sampling<T> inFamily(String name) {
        return new Sampling<>(sampler, opening, canHit, onlyByName, name);
    }
}
