package dev.wavetank.sim.determinism;

import java.util.List;

/**
 * A run in hashes: enough to see whether another run is the same, and roughly where it is not.
 *
 * @param skipped how many records the trace had before the recorder was added
 * @param count how many records were received
 * @param fingerprint over all of them, as 32 hexadecimal digits; the trace's own when no record was skipped
 * @param received the same over the fields that the recorder received; differs when a record describes itself
 *     differently each time
 * @param checkpoints the hash after every 1,024th of them, as 32 hexadecimal digits
 */
public record RunDigest(long skipped, long count, String fingerprint, String received, List<String> checkpoints) {

    /** Keeps a copy of the list. */
    public RunDigest {
        checkpoints = List.copyOf(checkpoints);
    }

    /** A run whose recorder received the same fields as the trace. */
    public RunDigest(long skipped, long count, String fingerprint, List<String> checkpoints) {
        this(skipped, count, fingerprint, fingerprint, checkpoints);
    }

    /** Whether the recorder received the same fields as the trace. */
    boolean isPure() {
        return fingerprint.equals(received);
    }
}
