package dev.wavetank.model.scheduler.plugin;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PostFilterPlugin;
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

/**
 * What the plug-in for dynamic resources says about pods without resource claims: it has no claims to take back from
 * others, and nothing against preemption, which comes after it. Claims are not simulated. Source: {@code PostFilter} of
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, v1.34.
 */
public final class DynamicResources implements PreFilterPlugin, PostFilterPlugin {

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
        if (state.read(STATE) == null) {
            return Completion.of(new Result(Status.error("not found"), null));
        }
        boolean hasClaims =
                pod.pod().spec().other().get("resourceClaims") instanceof Collection<?> claims && !claims.isEmpty();
        return unschedulable(hasClaims ? "still not schedulable" : "no new claims to deallocate");
    }

    private static Completion<Result> unschedulable(String why) {
        return Completion.of(new Result(Status.unschedulable(why), null));
    }
}
