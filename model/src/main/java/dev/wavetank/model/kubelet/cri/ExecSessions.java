package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.process.Commands.Executed;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Commands that users execute in containers. Each runs until it ends, or its container does.
 *
 * <p>A stream that carries nothing for four hours is closed, and its client takes that for success
 * (kubernetes/kubernetes#66661, #73056); the command itself goes on.
 */
final class ExecSessions {

    /** {@code --streaming-connection-idle-timeout} of the kubelet, {@code stream_idle_timeout} of containerd. */
    private static final long IDLE_TIMEOUT = 4 * VirtualTime.HOUR;

    private final Context context;
    private final Machine machine;
    private final RuntimeWork work;
    private final Map<String, LiveProcess> processes;
    private final Map<String, List<Session>> byContainer = new LinkedHashMap<>();

    /**
     * No command runs yet.
     *
     * @param processes by container
     */
    ExecSessions(Context context, Machine machine, RuntimeWork work, Map<String, LiveProcess> processes) {
        this.processes = processes;
        this.context = context;
        this.machine = machine;
        this.work = work;
    }

    private record Session(long begun, Executed command, Timer end, Responder<CriResponse> out) {}

    /** Executes a command in a container of one of these sandboxes; one that is not understood is refused. */
    void begin(CriRequest.Exec request, List<Sandbox> sandboxes, Responder<CriResponse> out) {
        for (Sandbox sandbox : sandboxes) {
            RuntimeContainer container = sandbox.container(request.container());
            if (container != null && container.isRunning()) {
                begin(request, container.id(), Objects.requireNonNull(processes.get(container.id())), out);
                return;
            }
        }
        out.respond(new CriResponse.Failed("container not found (\"" + request.container() + "\")"));
    }

    private void begin(CriRequest.Exec request, String containerId, LiveProcess process, Responder<CriResponse> out) {
        Optional<Executed> understood = process.execute(request.command(), Long.MAX_VALUE, context);
        if (understood.isEmpty()) {
            String what =
                    "the command '" + String.join(" ", request.command()) + "' in container " + request.container();
            context.trace(new NotSimulatedTrace("pod/" + request.pod(), what + ", which is refused"));
            out.respond(new CriResponse.Failed(what + " is not simulated (see docs/containers.md)"));
            return;
        }
        Executed command = understood.get();
        long idle = idleAfter(command);
        CriResponse answer = command.nanos() <= idle
                ? new CriResponse.Handled(command.code(), command.output(), true)
                : new CriResponse.Handled(0, command.outputUntil(idle), true);
        List<Session> sessions = byContainer.computeIfAbsent(containerId, id -> new ArrayList<>(1));
        long duration = Math.min(command.nanos(), idle)
                + work.draw("handler", machine.latencies().handler());
        Timer end = context.after(duration, () -> {
            sessions.removeIf(session -> session.out() == out);
            out.respond(answer);
        });
        sessions.add(new Session(context.now(), command, end, out));
    }

    /** How long after its beginning the stream of a command has carried nothing for too long. */
    private static long idleAfter(Executed command) {
        long idle = IDLE_TIMEOUT;
        for (Line line : command.log()) {
            if (line.at() <= idle) {
                idle = line.at() + IDLE_TIMEOUT;
            }
        }
        return idle;
    }

    /** A container has ended, and with it all that ran in it. */
    void containerEnded(String containerId) {
        List<Session> sessions = byContainer.remove(containerId);
        if (sessions == null) {
            return;
        }
        for (Session session : sessions) {
            session.end().cancel();
            String printed = session.command().outputUntil(context.now() - session.begun());
            session.out().respond(new CriResponse.Handled(ContainerRuntime.KILLED, printed, true));
        }
    }
}
