package dev.wavetank.model.scheduler.framework;

/** Approves, delays or prevents a binding. */
public interface PermitPlugin extends Plugin {

    /**
     * The answer.
     *
     * @param status success, {@link Code#WAIT}, or a refusal
     * @param timeout how long to wait for {@link WaitingPods#allow}, in nanoseconds; then the pod is rejected
     */
    record Result(Status status, long timeout) {}

    /** Whether the pod may be bound to the node now. */
    Result permit(CycleState state, PodInfo pod, String node);
}
