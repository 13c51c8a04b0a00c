package dev.wavetank.model.scheduler.framework;

import dev.wavetank.sim.Completion;

/** Binds a pod to its node. */
public interface BindPlugin extends Plugin {

    /** Binds; {@link Status#SKIP} when the next plug-in is to do it. */
    Completion<Status> bind(CycleState state, PodInfo pod, String node);
}
