package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.coordination.Lease;
import java.time.Instant;

/** By what a candidate decides that a lease is free, and that it has it. */
public interface ElectionRules {

    /** Those of client-go. */
    ElectionRules DEFAULT = new ElectionRules() {};

    /**
     * Whether the lease still belongs to its holder: it has changed within its duration, as this candidate has seen.
     * The times in the record come from other clocks and do not count.
     *
     * @param record that was read last
     * @param unchanged for how long this candidate has seen it so, in nanoseconds
     * @param duration of a lease, in nanoseconds
     * @param clock this candidate's wall clock
     */
    default boolean isHeld(Lease.Spec record, long unchanged, long duration, Instant clock) {
        return unchanged < duration;
    }

    /**
     * Whether a candidate that did not lead has the lease after it has written itself into it.
     *
     * @param response of the API server to that write
     */
    default boolean isTaken(ApiResponse response) {
        return response.isSuccess();
    }
}
