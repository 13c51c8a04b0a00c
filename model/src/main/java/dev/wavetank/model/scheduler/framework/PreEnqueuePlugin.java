package dev.wavetank.model.scheduler.framework;

/** Keeps pods out of the active queue until they are ready to be placed. */
public interface PreEnqueuePlugin extends Plugin {

    /** Success, or {@link Code#UNSCHEDULABLE_AND_UNRESOLVABLE} with why the pod is not even tried. */
    Status preEnqueue(PodInfo pod);
}
