package dev.wavetank.model.scheduler.framework;

/** Is informed after a pod was bound. */
public interface PostBindPlugin extends Plugin {

    /** The pod was bound to the node. */
    void postBind(CycleState state, PodInfo pod, String node);
}
