package dev.wavetank.properties.explore;

import dev.wavetank.sim.determinism.Mismatch;
import java.util.Optional;

/**
 * A run with the same scenario, seed and parts was another run the second time: something in the user's own parts does
 * not come from the simulation, such as a wall clock, {@code UUID.randomUUID()} or the order of a {@code HashSet}.
 */
public final class NondeterministicRunException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Explains the difference.
     *
     * @param mismatch the first difference; empty when later repetitions were equal
     */
    public NondeterministicRunException(long seed, Optional<Mismatch> mismatch) {
        super("seed " + seed
                + " broke an invariant, but its run is not deterministic, so this is no failure to report:\n"
                + mismatch.map(Mismatch::toString)
                        .orElse("two further runs were equal: something depends on what ran before in this JVM, such as"
                                + " a static field"));
    }
}
