package dev.wavetank.model.scheduler.framework;

import dev.wavetank.sim.Completion;

/** Does what has to be done before the binding: writes the bindings of volumes, and waits for them. */
public interface PreBindPlugin extends Plugin {

    /** Done when the pod can be bound, or with why it cannot. */
    Completion<Status> preBind(CycleState state, PodInfo pod, String node);
}
