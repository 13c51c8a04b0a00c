package dev.wavetank.model.scheduler.framework;

/** A copy of a node that can be changed: to try what would follow if pods came or went (preemption, nominated pods). */
public interface TrialNode extends NodeInfo {

    /** Counts a pod in. */
    void add(PodInfo pod);

    /** Counts the pod with the same uid out. */
    void remove(PodInfo pod);
}
