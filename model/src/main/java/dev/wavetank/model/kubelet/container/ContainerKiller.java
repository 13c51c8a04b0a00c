package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stops a container: Event, pre-stop hook, SIGTERM, and SIGKILL after what is left of the grace period ({@code
 * killContainer}, pkg/kubelet/kuberuntime/kuberuntime_container.go v1.20).
 */
public final class ContainerKiller {

    private static final long DEFAULT_GRACE_SECONDS = 30;
    private static final String GRACE = "terminationGracePeriodSeconds";

    /** {@code minimumGracePeriodInSeconds}. */
    private static final long MINIMUM_GRACE = 2 * VirtualTime.SECOND;

    private final Context context;
    private final CriClient cri;
    private final PodEvents events;
    private final Hooks hooks;
    private final boolean hidesErrors;
    private final boolean namesContainers;
    private final boolean probesHaveGrace;

    /** A killer of containers. */
    public ContainerKiller(Context context, CriClient cri, PodEvents events, KubernetesVersion version) {
        this.context = context;
        this.cri = cri;
        this.events = events;
        this.hooks = new Hooks(cri, version);
        this.hidesErrors = version.has(Feature.HOOK_ERRORS_HIDDEN);
        this.namesContainers = version.has(Feature.EVENTS_NAME_CONTAINERS);
        this.probesHaveGrace = version.has(Feature.PROBE_GRACE_PERIOD);
    }

    /** The message about a container that is stopped with its pod. */
    public String stopping(String container) {
        return namesContainers
                ? "Stopping container " + container
                : "Killing container with id docker://" + container + ":Need to kill Pod";
    }

    /**
     * The message about a container that is stopped to be started again. That about a sidecar is shorter ({@code
     * computeInitContainerActions}, pkg/kubelet/kuberuntime/kuberuntime_container.go v1.32).
     *
     * @param why such as {@code failed liveness probe}
     */
    public String restarting(Pod pod, Container spec, String why) {
        String name = spec.name();
        if (!namesContainers) {
            return recreated(name, why);
        }
        return pod.spec().initContainers().contains(spec)
                ? "Init container " + name + " " + why
                : "Container " + name + " " + why + ", will be restarted";
    }

    /**
     * The message about a container that is stopped because its pod names another image. Once it had two hashes of the
     * whole container, for which those of the images stand here ({@code computePodActions}, kuberuntime_manager.go
     * v1.13).
     *
     * @param before the image that it was made with
     */
    public String changed(Pod pod, Container spec, String before) {
        return namesContainers
                ? restarting(pod, spec, "definition changed")
                : recreated(
                        spec.name(),
                        "spec hash changed (" + Integer.toUnsignedString(before.hashCode()) + " vs "
                                + Integer.toUnsignedString(spec.image().hashCode()) + ")");
    }

    private static String recreated(String name, String why) {
        return "Killing container with id docker://" + name + ":Container " + why
                + ".. Container will be killed and recreated.";
    }

    /** Whether the container has ended; if not, the runtime did not respond. */
    public Completion<Boolean> kill(Pod pod, Container spec, String containerId, String message) {
        return kill(pod, spec, containerId, message, Completion.of(true));
    }

    /**
     * Stops a container, perhaps because its probe has failed, which may have a grace period of its own.
     *
     * @param failed the probe, as the container has it; null when it is stopped for another reason
     */
    public Completion<Boolean> kill(
            Pod pod, Container spec, String containerId, String message, @Nullable Map<String, Object> failed) {
        events.normal(pod, spec, "Killing", message);
        return kill(pod, spec, containerId, grace(pod, failed), Completion.of(true));
    }

    /**
     * Stops a container when it is its turn, or when it has waited for its grace period: after its Event and its hook,
     * for which it does not wait ({@code kuberuntime_termination_order.go} v1.29).
     *
     * @param turn done when the containers that go before it have ended
     */
    public Completion<Boolean> kill(
            Pod pod, Container spec, String containerId, @Nullable String message, Completion<Boolean> turn) {
        if (message != null) {
            events.normal(pod, spec, "Killing", message);
        }
        return kill(pod, spec, containerId, grace(pod, null), turn);
    }

    private Completion<Boolean> kill(
            Pod pod, Container spec, String containerId, long grace, Completion<Boolean> turn) {
        Map<String, Object> hook = Handlers.hook(spec, "preStop");
        if (hook == null || grace == 0) {
            return stopInTurn(containerId, grace, turn);
        }
        long begun = context.now();
        return hooks.run(pod, spec, containerId, hook, grace).then(failure -> {
            failure.ifPresent(found -> events.warning(
                    pod, spec, "FailedPreStopHook", hidesErrors ? "PreStopHook failed" : found.message()));
            return stopInTurn(containerId, grace - (context.now() - begun), turn);
        });
    }

    private Completion<Boolean> stopInTurn(String containerId, long grace, Completion<Boolean> turn) {
        if (turn.isDone() || grace <= 0) {
            return stop(containerId, grace);
        }
        long begun = context.now();
        Completion<Boolean> result = new Completion<>(context);
        Timer end = context.after(grace, () -> stop(containerId, 0).whenDone(result::complete));
        turn.whenDone(ended -> {
            if (context.now() - begun < grace) {
                end.cancel();
                stop(containerId, grace - (context.now() - begun)).whenDone(result::complete);
            }
        });
        return result;
    }

    private Completion<Boolean> stop(String containerId, long grace) {
        return cri.call(new CriRequest.StopContainer(containerId, Math.max(grace, MINIMUM_GRACE)))
                .map(response -> !(response instanceof CriResponse.Failed));
    }

    /**
     * How long a container may take, in nanoseconds ({@code setTerminationGracePeriod}, v1.28): that of a pod that is
     * deleted goes before that of the probe.
     */
    private long grace(Pod pod, @Nullable Map<String, Object> failed) {
        Long given = pod.metadata().deletionGracePeriodSeconds();
        if (given == null && probesHaveGrace && failed != null && failed.get(GRACE) instanceof Number seconds) {
            return seconds.longValue() * VirtualTime.SECOND;
        }
        Long own = pod.spec().terminationGracePeriodSeconds();
        long seconds = given != null ? given : own != null ? own : DEFAULT_GRACE_SECONDS;
        return seconds * VirtualTime.SECOND;
    }
}
