package dev.wavetank.model.scheduler.framework;

/** Keeps room for a pod on its chosen node, in state of its own. */
public interface ReservePlugin extends Plugin {

    /** Reserves; after a failure of any plug-in all are asked to {@link #unreserve}, in reverse order. */
    Status reserve(CycleState state, PodInfo pod, String node);

    /** Gives back what {@link #reserve} took; does nothing when it took nothing. */
    void unreserve(CycleState state, PodInfo pod, String node);
}
