package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.Set;
import java.util.TreeSet;

/** The handlers of probes and hooks that a runtime calls in its containers. */
final class HandlerCalls {

    private final Context context;
    private final Machine machine;
    private final RuntimeWork work;
    private final ContainerRuntimes directory;
    /** The handlers that were not understood. */
    private final Set<String> reported = new TreeSet<>();

    HandlerCalls(Context context, Machine machine, RuntimeWork work, ContainerRuntimes directory) {
        this.context = context;
        this.machine = machine;
        this.work = work;
        this.directory = directory;
    }

    /** Calls a handler in a container that runs. */
    void call(
            CriRequest.Handle request,
            RuntimePod pod,
            RuntimeContainer container,
            LiveProcess process,
            Responder<CriResponse> out) {
        boolean refuses = !pod.serving() && request.kind().equals("readiness");
        if (refuses) {
            directory.countRefusal(pod.pod());
        }
        LiveProcess.Reached reached = process.reach(request, String.valueOf(pod.ip()), refuses, context.now());
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
