package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PostFilterPlugin;
import dev.wavetank.model.scheduler.framework.PreEnqueuePlugin;
import dev.wavetank.model.scheduler.framework.PreFilterPlugin;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;

/**
 * The plug-in for dynamic resources in a cluster without ResourceClaims, which the API server does not serve: a pod
 * that names one is never tried, as the claim is not there. About other pods it says that it has no claims to take
 * back, and nothing against preemption, which comes after it. Source: {@code PreEnqueue} and {@code PostFilter} of
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, v1.34; texts of {@code Name} in
 * k8s.io/dynamic-resource-allocation/resourceclaim and of pkg/scheduler/util/assumecache.
 */
public final class DynamicResources implements PreEnqueuePlugin, PreFilterPlugin, PostFilterPlugin {

    /** Its name. */
    public static final String NAME = "DynamicResources";

    private static final StateKey<Prepared> STATE = new StateKey<>("PreFilterDynamicResources");
    private static final Prepared PREPARED = new Prepared();

    private final boolean isOn;

    private record Prepared() implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** The plug-in of a version. */
    public DynamicResources(KubernetesVersion version) {
        this.isOn = version.has(Feature.DYNAMIC_RESOURCES);
    }

    @Override
    public String name() {
        return NAME;
    }

    /**
     * Why a pod is not tried: the first of its claims is missing; empty when it names none. A server keeps the field
     * only in versions that have the feature.
     */
    public static Optional<String> missingClaim(Pod pod) {
        if (!(pod.spec().other().get("resourceClaims") instanceof Collection<?> claims)) {
            return Optional.empty();
        }
        for (Object item : claims) {
            if (item instanceof Map<?, ?> claim && claim.get("resourceClaimName") instanceof String name) {
                return Optional.of("could not find ResourceClaim \"" + pod.key().namespace() + "/" + name + "\"");
            }
            // A controller would make it from a template, and write its name into the pod's status.
            return Optional.of("pod \"" + pod.key() + "\": ResourceClaim not created yet");
        }
        return Optional.empty();
    }

    @Override
    public Status preEnqueue(PodInfo pod) {
        Optional<String> missing = isOn ? missingClaim(pod.pod()) : Optional.empty();
        return missing.isPresent() ? Status.unresolvable(missing.get()) : Status.SUCCESS;
    }

    @Override
    public Status preFilter(CycleState state, PodInfo pod, Snapshot snapshot) {
        state.write(STATE, PREPARED);
        return Status.SKIP;
    }

    /**
     * Fails when another plug-in has refused the pod on all nodes before it could prepare: preemption is not tried, and
     * the text about the pod ends with "not found".
     */
    @Override
    public Completion<Result> postFilter(CycleState state, PodInfo pod, Map<NodeInfo, Refusal> refusals) {
        if (!isOn) {
            return unschedulable("plugin disabled");
        }
        return state.read(STATE) == null
                ? Completion.of(new Result(Status.error("not found"), null))
                : unschedulable("no new claims to deallocate");
    }

    private static Completion<Result> unschedulable(String why) {
        return Completion.of(new Result(Status.unschedulable(why), null));
    }
}
