package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.Connection.Answer;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pods of a node as clients see them. A process that heeds SIGTERM accepts no more connections from then on, and
 * ends the requests that it has when it takes long enough to stop; one that ignores it accepts them until it is killed.
 */
final class PodConnections {

    private final Context context;
    private final String address;
    private final Map<String, Sandbox> sandboxes;
    private final Map<String, LiveProcess> processes;

    /**
     * Connections to these sandboxes.
     *
     * @param address of the node
     * @param processes by container
     */
    PodConnections(
            Context context, String address, Map<String, Sandbox> sandboxes, Map<String, LiveProcess> processes) {
        this.context = context;
        this.address = address;
        this.sandboxes = sandboxes;
        this.processes = processes;
    }

    void accept(Connection connection, Responder<Answer> out) {
        Sandbox sandbox = with(connection.ip(), connection.port());
        if (sandbox == null) {
            out.respond(new Answer.NoSuchAddress());
            return;
        }
        ObjectKey pod = sandbox.identity().pod();
        String container = listener(sandbox, connection.port());
        if (container == null) {
            out.respond(new Answer.Refused(pod, reason(sandbox, connection.port())));
            return;
        }
        context.after(connection.work(), () -> {
            RuntimeContainer served = sandbox.byId(container);
            out.respond(
                    served != null && served.isRunning()
                            ? new Answer.Served(pod)
                            : new Answer.Reset(pod, "its process ended before it had answered"));
        });
    }

    /** Why a connection is refused now; empty when somebody accepts it. */
    Optional<String> refusal(String ip, int port) {
        Sandbox sandbox = with(ip, port);
        return sandbox == null
                ? Optional.of("no pod has the address " + ip)
                : listener(sandbox, port) == null ? Optional.of(reason(sandbox, port)) : Optional.empty();
    }

    /** What becomes of a connection now. */
    Attempt attempt(String ip, int port) {
        Sandbox sandbox = with(ip, port);
        return sandbox == null
                ? Attempt.UNREACHABLE
                : listener(sandbox, port) == null ? Attempt.REFUSED : Attempt.ACCEPTED;
    }

    /** What becomes of a connection of a pod to itself; a node has servers that are not simulated. */
    Attempt loopback(Sandbox sandbox, int port) {
        boolean isOnHost = sandbox.identity().hostNetwork();
        Sandbox server = isOnHost ? ofHost(port) : sandbox;
        if (server != null && listener(server, port) != null) {
            return Attempt.ACCEPTED;
        }
        return isOnHost ? Attempt.UNKNOWN : Attempt.REFUSED;
    }

    /** The pod with an address; of those in the network of the node the one that listens to the port, or any. */
    private @Nullable Sandbox with(String ip, int port) {
        if (ip.equals(address)) {
            return ofHost(port);
        }
        for (Sandbox sandbox : sandboxes.values()) {
            if (sandbox.isReady() && ip.equals(sandbox.describe().ip())) {
                return sandbox;
            }
        }
        return null;
    }

    private @Nullable Sandbox ofHost(int port) {
        Sandbox any = null;
        for (Sandbox sandbox : sandboxes.values()) {
            if (sandbox.isReady() && sandbox.identity().hostNetwork()) {
                if (listener(sandbox, port) != null) {
                    return sandbox;
                }
                any = any == null ? sandbox : any;
            }
        }
        return any;
    }

    /** The container that accepts connections to a port, or null. */
    private @Nullable String listener(Sandbox sandbox, int port) {
        if (!sandbox.describe().serving()) {
            return null;
        }
        for (RuntimeContainer container : sandbox.containers()) {
            LiveProcess process = processes.get(container.id());
            if (container.isRunning() && process != null && process.accepts(port, context.now())) {
                return container.id();
            }
        }
        return null;
    }

    private String reason(Sandbox sandbox, int port) {
        boolean runs = false;
        for (RuntimeContainer container : sandbox.containers()) {
            LiveProcess process = processes.get(container.id());
            if (container.isRunning() && process != null) {
                runs = true;
                if (process.isStopping()) {
                    long since = (context.now() - process.stoppingSince()) / VirtualTime.MILLISECOND;
                    return "its process got SIGTERM " + since + "ms before";
                }
            }
        }
        return runs ? "nobody listens on its port " + port : "no container of it runs";
    }
}
