package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
        Sandbox sandbox = byContainer.get(request.containerId());
        RuntimeContainer container = sandbox == null ? null : sandbox.byId(request.containerId());
        LiveProcess process = processes.get(request.containerId());
        if (sandbox == null || container == null || process == null) {
            out.respond(new CriResponse.Failed("rpc error: code = NotFound desc = an error occurred when try to find"
                    + " container \"" + request.containerId() + "\": not found"));
        } else if (!container.isRunning() && request.handler().containsKey("exec")) {
            // As containerd 1.6 says it. A connection to a port of the pod is refused then.
            out.respond(new CriResponse.Failed("rpc error: code = Unknown desc = failed to exec in container: container"
                    + " is in CONTAINER_EXITED state"));
        } else {
            call(request, sandbox.describe(), container, process, out);
        }
    }

    private void call(
            CriRequest.Handle request,
            RuntimePod pod,
            RuntimeContainer container,
            LiveProcess process,
            Responder<CriResponse> out) {
        boolean suspended = !pod.serving() && request.kind().equals("readiness");
        boolean refuses = suspended || !container.isRunning();
        if (suspended) {
            directory.countRefusal(pod.pod());
        }
        LiveProcess.Reached reached = process.reach(request, String.valueOf(pod.ip()), refuses, context);
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
