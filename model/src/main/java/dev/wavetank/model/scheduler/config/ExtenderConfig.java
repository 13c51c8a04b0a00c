package dev.wavetank.model.scheduler.config;

import java.util.List;

/**
 * A service that takes part in scheduling decisions ({@code Extender}).
 *
 * @param urlPrefix under which its verbs are
 * @param filterVerb the last part of the URL of its filter call; empty when it has none. The other verbs likewise
 * @param preemptVerb may change which pods are removed
 * @param prioritizeVerb gives nodes scores
 * @param weight by which its scores are multiplied
 * @param bindVerb binds in the place of the scheduler
 * @param httpTimeout how long a call may take, in nanoseconds
 * @param nodeCacheCapable whether it is sent names of nodes only
 * @param managedResources resources that make a pod its concern; empty when all pods are
 * @param ignorable whether pods are scheduled without it when it fails
 */
public record ExtenderConfig(
        String urlPrefix,
        String filterVerb,
        String preemptVerb,
        String prioritizeVerb,
        long weight,
        String bindVerb,
        long httpTimeout,
        boolean nodeCacheCapable,
        List<ManagedResource> managedResources,
        boolean ignorable) {

    /**
     * A resource that the extender manages.
     *
     * @param name of the resource
     * @param ignoredByScheduler whether the plug-in NodeResourcesFit does not look at it
     */
    public record ManagedResource(String name, boolean ignoredByScheduler) {}

    /** Keeps a copy. */
    public ExtenderConfig {
        managedResources = List.copyOf(managedResources);
    }
}
