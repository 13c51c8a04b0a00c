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
import dev.wavetank.sim.Event;
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
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Clients that send requests to one Service, each over a connection of its own, at random times with a constant mean
 * rate (a Poisson process). The clients are on all nodes in turn, or on one.
 */
public final class LoadGenerator implements Component {

    /** Linux gives up to find a host on the same network after three attempts of a second. */
    private static final long NO_HOST = 3 * VirtualTime.SECOND;

    /** After how long Linux first sends a SYN again; twice as long every further time (RFC 6298). */
    private static final long FIRST_SYN = VirtualTime.SECOND;

    /** The same for data: the least that Linux waits ({@code TCP_RTO_MIN}). */
    private static final long FIRST_RETRY = 200 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final Informer<Service> services;
    private final Load load;
    private final PodNetworkMap network;
    private final DnsClient names;
    private final RandomStream arrivals;
    private final RandomStream choices;
    private final RandomStream paths;
    private final RandomStream work;
    private final Map<String, Remembered> affinities = new TreeMap<>();
    /** Null when the clients are in the cluster. */
    private final @Nullable OutsideClients outside;

    private long sent;

    /**
     * What clients send.
     *
     * @param name of the load
     * @param service to which they connect
     * @param port of the Service; 0 for its first
     * @param from node of the clients, or to which those outside send; empty for all nodes in turn
     * @param entrance where the clients are, and how they come in
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
            Entrance entrance,
            long start,
            long end,
            double rate,
            long timeout,
            Distribution work,
            Distribution path) {}

    /** Where clients are. */
    public enum Entrance {
        /** On nodes of the cluster. */
        INSIDE,
        /** Outside; they send to the port of the nodes. */
        NODE_PORT,
        /** Outside; they send to the load balancer. */
        BALANCER
    }

    /** The pod that a client was sent to, for session affinity. */
    private record Remembered(Destination backend, long until) {}

    /** One request on its way: the node of the client, when it began, and the address to which that node sends it. */
    private record Request(String node, long begun, String backend) {

        Request to(String address) {
            return new Request(node, begun, address);
        }
    }

    /**
     * Where the packets of a connection go.
     *
     * @param node of the pod
     * @param nanos how long they take without disturbances
     */
    private record Way(String node, long nanos) {}

    /** A load that has not started. */
    public LoadGenerator(Context context, Endpoint endpoint, ApiClient client, Load load, PodNetworkMap network) {
        this.context = context;
        this.endpoint = endpoint;
        this.load = load;
        this.network = network;
        this.services = new Informer<>(context, client, Resources.SERVICES, ApiRequest.Selection.ALL, Service.class);
        this.names = new DnsClient(context, endpoint, network, load.path());
        this.outside = load.entrance() == Entrance.INSIDE
                ? null
                : new OutsideClients(context, client, network, load.from(), load.entrance() == Entrance.BALANCER);
        this.arrivals = context.random("arrivals");
        this.choices = context.random("choices");
        this.paths = context.random("paths");
        this.work = context.random("work");
    }

    @Override
    public void start() {
        services.start();
        if (outside != null) {
            outside.start();
        }
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
        if (outside != null) {
            enter(outside.next(services.cached(load.service()), load.port()));
            return;
        }
        List<String> nodes = network.nodes();
        String node = load.from().isEmpty() ? nodes.get((int) (sent++ % nodes.size())) : load.from();
        resolve(new Request(node, context.now(), ""));
    }

    /** A packet from outside arrives at a node. */
    private void enter(OutsideClients.Entry entry) {
        Request request = new Request(entry.node(), context.now(), "");
        if (!entry.problem().isEmpty()) {
            end(request, Outcome.UNRESOLVED, "", entry.problem());
            return;
        }
        context.after(load.path().sample(paths), () -> {
            if (network.runs(entry.node())) {
                follow(request, entry.destination());
            } else {
                giveUp(request, "", "the machine of " + entry.node() + " is down");
            }
        });
    }

    private void resolve(Request request) {
        if (network.hasDns()) {
            names.resolve(request.node(), load.service(), result -> resolved(request, result));
            return;
        }
        Service service = services.cached(load.service());
        if (service == null || service.spec().clusterIP() == null || service.isHeadless()) {
            String why = service == null ? "there is no Service of that name" : "the Service has no address of its own";
            end(request, Outcome.UNRESOLVED, "", why);
            return;
        }
        follow(request, new Destination(service.spec().clusterIP(), port(service)));
    }

    private int port(@Nullable Service service) {
        if (load.port() > 0 || service == null || service.spec().ports().isEmpty()) {
            return load.port();
        }
        return service.spec().ports().get(0).port();
    }

    /** Follows an answer of the DNS: an address of the Service, or one of its pods'. */
    private void resolved(Request request, DnsClient.Result result) {
        if (context.now() > request.begun() + load.timeout()) {
            end(request, Outcome.TIMED_OUT, "", result.reason().isEmpty() ? "the DNS was slow" : result.reason());
            return;
        }
        List<String> addresses =
                result.answer().map(DnsServer.Answer::addresses).orElse(List.of());
        if (addresses.isEmpty()) {
            String target = result.answer().map(DnsServer.Answer::target).orElse("");
            String none = target.isEmpty()
                    ? "the name has no address"
                    : "the name stands for " + target + ", which is outside the cluster";
            end(request, Outcome.UNRESOLVED, "", result.reason().isEmpty() ? none : result.reason());
            return;
        }
        String address = addresses.get(addresses.size() == 1 ? 0 : choices.nextInt(addresses.size()));
        Destination destination = new Destination(address, port(services.cached(load.service())));
        if (network.nodeOf(address).isPresent()) {
            connect(request.to(address), destination);
        } else {
            follow(request, destination);
        }
    }

    /** What the kernel of the client's node does with the packet. */
    private void follow(Request request, Destination destination) {
        Optional<ServiceRules.Rule> rule = network.rulesOf(request.node()).find(destination);
        if (rule.isEmpty()) {
            giveUp(request, "", request.node() + " has no rule for " + destination);
        } else if (rule.get().backends().isEmpty() && rule.get().isLocal()) {
            giveUp(request, "", "by the rules of " + request.node() + " the Service has no endpoints on that node");
        } else if (rule.get().backends().isEmpty()) {
            end(request, Outcome.REJECTED, "", "by the rules of " + request.node() + " the Service has no endpoints");
        } else {
            Destination backend = chosen(request, destination, rule.get());
            connect(request.to(backend.address()), backend);
        }
    }

    private Destination chosen(Request request, Destination destination, ServiceRules.Rule rule) {
        List<Destination> backends = rule.backends();
        if (rule.affinity() > 0) {
            Remembered before = affinities.get(request.node());
            if (before != null && context.now() < before.until() && backends.contains(before.backend())) {
                return before.backend();
            }
        }
        Destination chosen = network.rulesOf(request.node()).choose(destination, rule, choices);
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
        Way way = new Way(
                node.get(), node.get().equals(request.node()) ? 0 : load.path().sample(paths));
        Connection connection =
                new Connection(backend.address(), backend.port(), load.work().sample(work));
        send(request, way, connection, FIRST_SYN);
    }

    /**
     * Sends the first packet of a connection, again and again when it is lost on the wire.
     *
     * @param wait until the next try
     */
    private void send(Request request, Way way, Connection connection, long wait) {
        Optional<String> loss = network.loss(request.node(), connection.ip());
        OptionalLong takes =
                loss.isPresent() ? OptionalLong.empty() : network.carry(request.node(), way.node(), way.nanos());
        if (takes.isEmpty()) {
            String lost = "packets from " + request.node() + " to " + way.node() + " are lost on the wire";
            again(request, wait, () -> send(request, way, connection, 2 * wait), loss.orElse(lost));
            return;
        }
        context.after(
                takes.getAsLong(),
                () -> endpoint.call(
                                Connection.address(way.node()),
                                connection,
                                Math.max(1, request.begun() + load.timeout() - context.now()))
                        .whenDone(reply -> answered(request, way, connection, reply)));
    }

    /** Tries once more after a while, unless the client has given up by then. */
    private void again(Request request, long wait, Event tried, String reason) {
        if (context.now() + wait >= request.begun() + load.timeout()) {
            giveUp(request, "", reason);
        } else {
            context.after(wait, tried);
        }
    }

    /** Sends the answer back, again and again when it is lost on the wire. */
    private void back(Request request, Way way, Connection.Answer answer, long wait) {
        OptionalLong takes = network.carry(way.node(), request.node(), way.nanos());
        if (takes.isPresent()) {
            context.after(takes.getAsLong(), () -> end(request, answer));
            return;
        }
        again(
                request,
                wait,
                () -> back(request, way, answer, 2 * wait),
                "packets from " + way.node() + " to " + request.node() + " are lost on the wire");
    }

    private void answered(Request request, Way way, Connection backend, Reply<Connection.Answer> reply) {
        if (!(reply instanceof Reply.Answer<Connection.Answer> answer)) {
            giveUp(request, "", "no answer from " + backend.ip());
            return;
        }
        if (answer.value() instanceof Connection.Answer.NoSuchAddress) {
            context.after(
                    Math.min(NO_HOST, Math.max(0, request.begun() + load.timeout() - context.now())),
                    () -> end(
                            request,
                            Outcome.UNREACHABLE,
                            "",
                            stale(request, "no pod has the address " + backend.ip() + " any more")));
            return;
        }
        back(request, way, answer.value(), FIRST_RETRY);
    }

    private void end(Request request, Connection.Answer answer) {
        if (outside != null) {
            // The way from the node to the client.
            context.after(load.path().sample(paths), () -> ended(request, answer));
        } else {
            ended(request, answer);
        }
    }

    private void ended(Request request, Connection.Answer answer) {
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
                request.backend(),
                context.now() - request.begun(),
                reason));
    }
}
