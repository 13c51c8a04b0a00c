package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.BindPlugin;
import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.PermitPlugin;
import dev.wavetank.model.scheduler.framework.Plugin;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.PreBindPlugin;
import dev.wavetank.model.scheduler.framework.Profile;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.ReservePlugin;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Runs the plug-ins of a profile that make a decision true: from reserve to post-bind. */
public final class Commitments {

    private final Profile profile;
    private final PermitWaits waits;
    private final boolean passesOverBinders;

    /** Runs that profile's plug-ins; pods wait for permission there. */
    public Commitments(Profile profile, PermitWaits waits, KubernetesVersion version) {
        this.profile = profile;
        this.waits = waits;
        this.passesOverBinders = version.has(Feature.IGNORABLE_BINDING_EXTENDERS);
    }

    /** Runs the reserve plug-ins, until one fails. Returns null when none does. */
    public @Nullable Refusal reserve(CycleState state, PodInfo pod, String node) {
        for (ReservePlugin plugin : profile.reserves()) {
            Status status = plugin.reserve(state, pod, node);
            if (!status.isSuccess()) {
                return failed("Reserve", plugin, status);
            }
        }
        return null;
    }

    private static Refusal failed(String point, Plugin plugin, Status status) {
        return new Refusal(
                plugin.name(),
                status.code().isRefusal()
                        ? status
                        : Status.error("running " + point + " plugin \"" + plugin.name() + "\": " + status.message()));
    }

    /** Gives back what was reserved, in reverse order. */
    public void unreserve(CycleState state, PodInfo pod, String node) {
        List<ReservePlugin> plugins = profile.reserves();
        for (int i = plugins.size() - 1; i >= 0; i--) {
            plugins.get(i).unreserve(state, pod, node);
        }
    }

    /**
     * Runs the permit plug-ins. A plug-in may have asked for time: {@link #awaitPermit} waits.
     *
     * @return null when none refuses
     */
    public @Nullable Refusal permit(CycleState state, PodInfo pod, String node) {
        Map<String, Long> waiting = new LinkedHashMap<>();
        for (PermitPlugin plugin : profile.permits()) {
            PermitPlugin.Result result = plugin.permit(state, pod, node);
            Status status = result.status();
            if (status.code() == Code.WAIT) {
                waiting.put(plugin.name(), result.timeout());
            } else if (!status.isSuccess()) {
                return failed("Permit", plugin, status);
            }
        }
        if (!waiting.isEmpty()) {
            waits.begin(pod, waiting);
        }
        return null;
    }

    /** Done when the pod may be bound, or with who refuses it. */
    public Completion<Optional<Refusal>> awaitPermit(PodInfo pod) {
        return waits.await(pod);
    }

    /** Runs the pre-bind plug-ins, one after the other, until one fails. */
    public Completion<Optional<Refusal>> preBind(CycleState state, PodInfo pod, String node) {
        return preBind(state, pod, node, 0);
    }

    private Completion<Optional<Refusal>> preBind(CycleState state, PodInfo pod, String node, int index) {
        if (index == profile.preBinds().size()) {
            return Completion.of(Optional.empty());
        }
        PreBindPlugin plugin = profile.preBinds().get(index);
        return plugin.preBind(state, pod, node)
                .then(status -> status.isSuccess()
                        ? preBind(state, pod, node, index + 1)
                        : Completion.of(Optional.of(failed("PreBind", plugin, status))));
    }

    /** Binds: by the first extender that binds such pods, or by the first plug-in that does not skip. */
    public Completion<Optional<Refusal>> bind(CycleState state, PodInfo pod, String node) {
        for (Extender extender : profile.extenders()) {
            if (extender.binds() && extender.isInterested(pod)) {
                return extender.bind(pod, node).then(status -> bound(extender, status, state, pod, node));
            }
        }
        return bind(state, pod, node, 0);
    }

    /** At most one extender binds; the plug-ins take its place where it may fail. */
    private Completion<Optional<Refusal>> bound(
            Extender extender, Status status, CycleState state, PodInfo pod, String node) {
        if (status.isSuccess()) {
            return Completion.of(Optional.empty());
        }
        return extender.isIgnorable() && passesOverBinders
                ? bind(state, pod, node, 0)
                : Completion.of(Optional.of(new Refusal(extender.name(), status)));
    }

    private Completion<Optional<Refusal>> bind(CycleState state, PodInfo pod, String node, int index) {
        if (index == profile.binds().size()) {
            return Completion.of(Optional.of(new Refusal("", Status.error("no plug-in binds it"))));
        }
        BindPlugin plugin = profile.binds().get(index);
        return plugin.bind(state, pod, node).then(status -> {
            if (status.code() == Code.SKIP) {
                return bind(state, pod, node, index + 1);
            }
            return Completion.of(status.isSuccess() ? Optional.empty() : Optional.of(failed("Bind", plugin, status)));
        });
    }

    /** Informs the post-bind plug-ins. */
    public void postBind(CycleState state, PodInfo pod, String node) {
        profile.postBinds().forEach(plugin -> plugin.postBind(state, pod, node));
    }
}
