package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The handlers of probes and hooks that a runtime calls in its containers. */
final class HandlerCalls {

    private final Context context;
    private final Machine machine;
    private final RuntimeWork work;
    private final ContainerRuntimes directory;
    private final Map<String, Sandbox> byContainer;
    private final Map<String, LiveProcess> processes;
    /** The handlers that were not understood. */
    private final Set<String> reported = new TreeSet<>();

    /**
     * @param byContainer the sandboxes by the containers in them
     * @param processes those of containers
     */
    HandlerCalls(
            Context context,
            Machine machine,
            RuntimeWork work,
            ContainerRuntimes directory,
            Map<String, Sandbox> byContainer,
            Map<String, LiveProcess> processes) {
        this.byContainer = byContainer;
        this.processes = processes;
        this.context = context;
        this.machine = machine;
        this.work = work;
        this.directory = directory;
    }

    /** Calls a handler of a probe or hook. */
    void call(CriRequest.Handle request, Responder<CriResponse> out) {
        String id = request.containerId();
        Sandbox sandbox = byContainer.containsKey(id) ? byContainer.get(id) : sandboxOfReplaced(id);
        RuntimeContainer container = sandbox == null ? null : latest(sandbox, id);
        LiveProcess process = container == null ? null : processes.get(container.id());
        if (sandbox == null || container == null || process == null) {
            out.respond(new CriResponse.Failed("rpc error: code = NotFound desc = an error occurred when try to find"
                    + " container \"" + id + "\": not found"));
            return;
        }
        boolean runs = container.isRunning() && container.id().equals(id);
        if (!runs && request.handler().containsKey("exec")) {
            // As containerd 1.6 says it. A connection to a port of the pod is refused then.
            out.respond(new CriResponse.Failed("rpc error: code = Unknown desc = failed to exec in container: container"
                    + " is in CONTAINER_EXITED state"));
        } else {
            call(request, sandbox.describe(), container, !runs, process, out);
        }
    }

    /** A container that has been replaced is there until the kubelet removes it, and its pod keeps its address. */
    private @Nullable Sandbox sandboxOfReplaced(String id) {
        return byContainer.values().stream()
                .filter(sandbox -> latest(sandbox, id) != null)
                .findFirst()
                .orElse(null);
    }

    /** That container, or the one that replaced it; null when the sandbox has neither. */
    private static @Nullable RuntimeContainer latest(Sandbox sandbox, String id) {
        for (RuntimeContainer container : sandbox.containers()) {
            RuntimeContainer previous = container.previous();
            if (container.id().equals(id) || previous != null && previous.id().equals(id)) {
                return container;
            }
        }
        return null;
    }

    private void call(
            CriRequest.Handle request,
            RuntimePod pod,
            RuntimeContainer container,
            boolean ended,
            LiveProcess process,
            Responder<CriResponse> out) {
        boolean suspended = !pod.serving() && request.kind().equals("readiness");
        if (suspended) {
            directory.countRefusal(pod.pod());
        }
        LiveProcess.Reached reached = process.reach(request, String.valueOf(pod.ip()), suspended || ended, context);
        if (!reached.understood() && reported.add(request.handler().toString())) {
            context.trace(new NotSimulatedTrace(
                    "pod/" + pod.pod(),
                    "a handler of container " + container.name() + ", which is taken to succeed: "
                            + request.handler()));
        }
        if (request.kind().equals("hook") && machine.troubles().hits(Trouble.HOOKS_HANG)) {
            HangingHook.await(context, machine.troubles(), request.timeout(), reached.answer(), out);
            return;
        }
        context.after(
                reached.nanos() + work.draw("handler", machine.latencies().handler()),
                () -> out.respond(reached.answer()));
    }
}
