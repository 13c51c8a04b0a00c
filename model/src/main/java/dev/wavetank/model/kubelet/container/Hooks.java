package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs the hooks of containers ({@code pkg/kubelet/lifecycle/handlers.go} v1.20). */
final class Hooks {

    private final CriClient cri;

    Hooks(CriClient cri) {
        this.cri = cri;
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

    private static Failure failure(Pod pod, Container spec, Map<String, Object> handler, CriResponse.Handled handled) {
        List<String> command = Handlers.command(handler);
        String owner = " for Container \"" + spec.name() + "\" in Pod \""
                + pod.key().name() + "_" + pod.key().namespace() + "(" + pod.uid() + ")\" failed - error: ";
        if (handler.containsKey("tcpSocket")) {
            return new Failure(handled.text(), "Cannot run handler: " + handled.text());
        }
        if (command == null) {
            return new Failure(
                    handled.text(),
                    "Http lifecycle hook (" + Handlers.path(handler) + ")" + owner + handled.text()
                            + ", message: \"\"");
        }
        String words = String.join(" ", command);
        String error = "command '" + words + "' exited with " + handled.code() + ": ";
        String output =
                handled.text().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
        return new Failure(
                error, "Exec lifecycle hook ([" + words + "])" + owner + error + ", message: \"" + output + "\"");
    }
}
