package dev.wavetank.model.scheduler.cycle;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What came of a scheduling cycle.
 *
 * @param node the chosen node; null when there is none
 * @param failure why there is none; null when there is one
 */
public record Outcome(@Nullable String node, @Nullable Failure failure) {

    /**
     * Why a pod was not placed.
     *
     * @param reason of the condition: {@code Unschedulable} or {@code SchedulerError}
     * @param message of the condition and of the Event
     * @param refusedBy the plug-ins that have refused it; empty after an error
     * @param nominatedNode where preemption makes room; empty text: an earlier nomination is to be cleared; null: it stays
     */
    public record Failure(
            String reason,
            String message,
            Set<String> refusedBy,
            @Nullable String nominatedNode) {}

    /** Reason of the condition of a pod that no node suits. */
    public static final String UNSCHEDULABLE = "Unschedulable";

    /** Reason of the condition of a pod whose attempt failed. */
    public static final String SCHEDULER_ERROR = "SchedulerError";

    static Outcome on(String node) {
        return new Outcome(node, null);
    }

    static Outcome failed(Failure failure) {
        return new Outcome(null, failure);
    }
}
