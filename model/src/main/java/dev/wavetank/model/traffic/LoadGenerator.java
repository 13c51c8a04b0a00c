package dev.wavetank.model.traffic;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.kubelet.cri.Connection;
import dev.wavetank.model.kubeproxy.ServiceRules;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.ServiceRequestTrace.Outcome;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Clients that send requests to one Service, each over a connection of its own, at random times with a constant mean
 * rate (a Poisson process). The clients are on all nodes in turn, or on one.
 */
public final class LoadGenerator implements Component {

    /** Linux gives up to find a host on the same network after three attempts of a second. */
    private static final long NO_HOST = 3 * VirtualTime.SECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final Informer<Service> services;
    private final Load load;
    private final PodNetworkMap network;
    private final RandomStream arrivals;
    private final RandomStream choices;
    private final RandomStream paths;
    private final RandomStream work;
    private final Map<String, Remembered> affinities = new TreeMap<>();
    private long sent;

    /**
     * What clients send.
     *
     * @param name of the load
     * @param service to which they connect
     * @param port of the Service; 0 for its first
     * @param from node of the clients; empty for all nodes in turn
     * @param start virtual time of the first request, in nanoseconds
     * @param end virtual time after which there are no more, in nanoseconds
     * @param rate requests a second
     * @param timeout after which a client gives up, in nanoseconds
     * @param work how long a process works on a request
     * @param path how long a packet takes from one node to another
     */
    public record Load(
            String name,
            ObjectKey service,
            int port,
            String from,
            long start,
            long end,
            double rate,
            long timeout,
            Distribution work,
            Distribution path) {}

    /** The pod that a client was sent to, for session affinity. */
    private record Remembered(Destination backend, long until) {}

    /** One request on its way. */
    private record Request(String node, long begun) {}

    /** A load that has not started. */
    public LoadGenerator(Context context, Endpoint endpoint, ApiClient client, Load load, PodNetworkMap network) {
        this.context = context;
        this.endpoint = endpoint;
        this.load = load;
        this.network = network;
        this.services = new Informer<>(context, client, Resources.SERVICES, ApiRequest.Selection.ALL, Service.class);
        this.arrivals = context.random("arrivals");
        this.choices = context.random("choices");
        this.paths = context.random("paths");
        this.work = context.random("work");
    }

    @Override
    public void start() {
        services.start();
        context.after(Math.max(0, load.start() - context.now()) + gap(), this::send);
    }

    private long gap() {
        return new Distribution.Exponential((long) (VirtualTime.SECOND / load.rate())).sample(arrivals);
    }

    private void send() {
        if (context.now() > load.end()) {
            return;
        }
        context.after(gap(), this::send);
        List<String> nodes = network.nodes();
        String node = load.from().isEmpty() ? nodes.get((int) (sent++ % nodes.size())) : load.from();
        resolve(new Request(node, context.now()));
    }

    private void resolve(Request request) {
        Service service = services.cached(load.service());
        if (service == null || service.spec().clusterIP() == null || service.isHeadless()) {
            String why = service == null ? "there is no Service of that name" : "the Service has no address of its own";
            end(request, Outcome.UNRESOLVED, "", why);
            return;
        }
        int port = load.port() > 0
                ? load.port()
                : service.spec().ports().isEmpty()
                        ? 0
                        : service.spec().ports().get(0).port();
        follow(request, new Destination(service.spec().clusterIP(), port));
    }

    /** What the kernel of the client's node does with the packet. */
    private void follow(Request request, Destination destination) {
        Optional<ServiceRules.Rule> rule = network.rulesOf(request.node()).find(destination);
        if (rule.isEmpty()) {
            giveUp(request, "", request.node() + " has no rule for " + destination);
        } else if (rule.get().backends().isEmpty()) {
            end(request, Outcome.REJECTED, "", "by the rules of " + request.node() + " the Service has no endpoints");
        } else {
            connect(request, chosen(request, rule.get()));
        }
    }

    private Destination chosen(Request request, ServiceRules.Rule rule) {
        List<Destination> backends = rule.backends();
        if (rule.affinity() > 0) {
            Remembered before = affinities.get(request.node());
            if (before != null && context.now() < before.until() && backends.contains(before.backend())) {
                return before.backend();
            }
        }
        Destination chosen = backends.get(choices.nextInt(backends.size()));
        if (rule.affinity() > 0) {
            affinities.put(request.node(), new Remembered(chosen, context.now() + rule.affinity()));
        }
        return chosen;
    }

    private void connect(Request request, Destination backend) {
        Optional<String> node = network.nodeOf(backend.address());
        if (node.isEmpty()) {
            giveUp(request, "", "no node has the address " + backend.address());
            return;
        }
        Optional<String> loss = network.loss(request.node(), backend.address());
        if (loss.isPresent()) {
            giveUp(request, "", loss.get());
            return;
        }
        long takes = node.get().equals(request.node()) ? 0 : load.path().sample(paths);
        long asked = load.work().sample(work);
        context.after(
                takes,
                () -> endpoint.call(
                                Connection.address(node.get()),
                                new Connection(backend.address(), backend.port(), asked),
                                Math.max(1, load.timeout() - takes))
                        .whenDone(reply -> answered(request, backend, takes, reply)));
    }

    private void answered(Request request, Destination backend, long back, Reply<Connection.Answer> reply) {
        if (!(reply instanceof Reply.Answer<Connection.Answer> answer)) {
            giveUp(request, "", "no answer from " + backend.address());
            return;
        }
        if (answer.value() instanceof Connection.Answer.NoSuchAddress) {
            context.after(
                    Math.min(NO_HOST, Math.max(0, request.begun() + load.timeout() - context.now())),
                    () -> end(
                            request,
                            Outcome.UNREACHABLE,
                            "",
                            stale(request, "no pod has the address " + backend.address() + " any more")));
            return;
        }
        context.after(back, () -> end(request, answer.value()));
    }

    private void end(Request request, Connection.Answer answer) {
        if (answer instanceof Connection.Answer.Served served) {
            end(request, Outcome.ANSWERED, served.pod().toString(), "");
        } else if (answer instanceof Connection.Answer.Refused refused) {
            end(request, Outcome.REFUSED, refused.pod().toString(), stale(request, refused.reason()));
        } else if (answer instanceof Connection.Answer.Reset reset) {
            end(request, Outcome.RESET, reset.pod().toString(), reset.reason());
        }
    }

    /** A reason, with the age of the rules that led there. */
    private String stale(Request request, String reason) {
        long age = request.begun() - network.rulesOf(request.node()).writtenAt();
        return reason + "; the rules of " + request.node() + " were "
                + (age >= 0
                        ? VirtualTime.span(age / VirtualTime.MILLISECOND * VirtualTime.MILLISECOND) + " old"
                        : "written meanwhile");
    }

    /** A client that hears nothing ends the request after its timeout. */
    private void giveUp(Request request, String pod, String reason) {
        long left = Math.max(0, request.begun() + load.timeout() - context.now());
        context.after(left, () -> end(request, Outcome.TIMED_OUT, pod, reason));
    }

    private void end(Request request, Outcome outcome, String pod, String reason) {
        context.trace(new ServiceRequestTrace(
                load.name(),
                load.service().toString(),
                request.node(),
                outcome,
                pod,
                context.now() - request.begun(),
                reason));
    }
}
