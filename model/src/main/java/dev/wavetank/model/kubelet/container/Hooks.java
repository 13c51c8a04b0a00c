package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the hooks of containers ({@code pkg/kubelet/lifecycle/handlers.go} v1.20). */
final class Hooks {

    private final CriClient cri;
    private final boolean likeProbes;

    Hooks(CriClient cri, KubernetesVersion version) {
        this.cri = cri;
        this.likeProbes = version.has(Feature.HOOK_PORTS_AS_PROBES);
    }

    /**
     * A hook that failed.
     *
     * @param error of the hook itself
     * @param message that names the hook, the container and the pod
     */
    record Failure(String error, String message) {}

    /** Runs a hook until it ends; empty on success. */
    Completion<Optional<Failure>> run(Pod pod, Container spec, String containerId, Map<String, Object> handler) {
        return run(pod, spec, containerId, handler, VirtualTime.HOUR);
    }

    /** Runs a hook for at most that many nanoseconds; empty on success. */
    Completion<Optional<Failure>> run(
            Pod pod, Container spec, String containerId, Map<String, Object> handler, long timeout) {
        String missing = handler.containsKey("tcpSocket") ? null : Handlers.missingPort(handler);
        if (missing != null) {
            return Completion.of(Optional.of(http(pod, spec, handler, notFound(spec, missing))));
        }
        return cri.call(new CriRequest.Handle(containerId, "hook", handler, timeout))
                .map(response -> {
                    if (!(response instanceof CriResponse.Handled handled)) {
                        return Optional.empty();
                    }
                    return handled.code() == 0
                            ? Optional.<Failure>empty()
                            : Optional.of(failure(pod, spec, handler, handled));
                });
    }

    /**
     * The error about a port that is not found. Once it was followed by all fields of the container, of which the first
     * ones stand here ({@code resolvePort}).
     */
    private String notFound(Container spec, String port) {
        return likeProbes
                ? Handlers.notFound(port)
                : "couldn't find port: {1 0 " + port + "} in &Container{Name:" + spec.name() + ",Image:" + spec.image()
                        + ",...}";
    }

    private static Failure http(Pod pod, Container spec, Map<String, Object> handler, String error) {
        return new Failure(
                error,
                "Http lifecycle hook (" + Handlers.path(handler) + ")" + owner(pod, spec) + error + ", message: \"\"");
    }

    private static String owner(Pod pod, Container spec) {
        return " for Container \"" + spec.name() + "\" in Pod \"" + pod.key().name() + "_"
                + pod.key().namespace() + "(" + pod.uid() + ")\" failed - error: ";
    }

    private static Failure failure(Pod pod, Container spec, Map<String, Object> handler, CriResponse.Handled handled) {
        List<String> command = Handlers.command(handler);
        if (handler.containsKey("tcpSocket")) {
            return new Failure(handled.text(), "Cannot run handler: " + handled.text());
        }
        if (command == null) {
            return http(pod, spec, handler, handled.text());
        }
        String words = String.join(" ", command);
        String error = "command '" + words + "' exited with " + handled.code() + ": ";
        String output =
                handled.text().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return new Failure(
                error,
                "Exec lifecycle hook ([" + words + "])" + owner(pod, spec) + error + ", message: \"" + output + "\"");
    }
}
