package dev.wavetank.model.trace;

import dev.wavetank.sim.liveness.Outcome;
import java.util.List;

/**
 * What a measurement has to know of a run besides its trace. It stands here so that what runs and what counts need not
 * know each other.
 */
public interface RunEnd {

    /** Of the invariants together. */
    Outcome outcome();

    /** Why it is not held, and which commands failed: the sentences of one run. Empty when there is nothing to say. */
    List<String> findings();

    /** The pods that were wanted at the end and existed, such as {@code pod/default/web-1}. */
    List<String> podsWanted();

    /** How many more were wanted at the end, and did not exist. */
    int podsNeverCreated();

    /** Whether a violation has stopped the run before its end, so that its pods were still under way. */
    default boolean isStopped() {
        return false;
    }
}
