package dev.wavetank.model.scheduler.framework;

import org.jspecify.annotations.Nullable;

/**
 * A filter or score whose verdict about a node, or whose points before normalising, depend on nothing but the node with
 * its pods, how many nodes there are, and a part of the pod: so that they hold for all pods with an equal part until
 * the node changes ({@code framework.SignPlugin} of KEP-5598).
 */
public interface SignPlugin extends Plugin {

    /** That part of the pod, as a value that never changes; null when for this pod they depend on more. */
    @Nullable
    Object sign(PodInfo pod);
}
