package dev.wavetank.sim.determinism;

import java.util.List;

/**
 * A run in hashes: enough to tell whether another run is the same, and roughly where it is not.
 *
 * @param skipped how many records the trace had before anybody listened
 * @param count how many records were heard
 * @param fingerprint over all of them, as 32 hexadecimal digits; of a trace heard from its beginning its own
 * @param told the same over what the recorder was told; another one when a record tells something else each time
 * @param checkpoints the hash after every 1,024th of them, as 32 hexadecimal digits
 */
public record RunDigest(long skipped, long count, String fingerprint, String told, List<String> checkpoints) {

    /** Keeps a copy of the list. */
    public RunDigest {
        checkpoints = List.copyOf(checkpoints);
    }

    /** A run that told its recorder what it told itself. */
    public RunDigest(long skipped, long count, String fingerprint, List<String> checkpoints) {
        this(skipped, count, fingerprint, fingerprint, checkpoints);
    }

    /** Whether the recorder was told what the run told itself. */
    boolean isPure() {
        return fingerprint.equals(told);
    }
}
