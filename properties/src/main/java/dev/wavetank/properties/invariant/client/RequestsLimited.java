package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A controller sends no more requests than its burst and what has become free since: the flags {@code --kube-api-burst}
 * and {@code --kube-api-qps} of the controller manager, 30 and 20 by default.
 *
 * <p>The limit protects the API server from a controller that goes wild; every controller has a limit of its own
 * (client-go, {@code rest.Config}; cmd/kube-controller-manager/app/options, v1.32). Requests count from when they are
 * sent; reads that succeed are not seen, so that the limit is judged by all others. With several servers a request is
 * sent again to another one, which the client does not count.
 */
public final class RequestsLimited implements Invariant {

    private static final double QPS = 20;
    private static final int BURST = 30;
    /** How many answers may overtake each other. */
    private static final int UNORDERED = 64;

    /** Several programs in one, with a client each, or with a larger limit of its own. */
    private static final Set<KubernetesController> OTHERS =
            EnumSet.of(KubernetesController.NAMESPACE, KubernetesController.GARBAGE_COLLECTOR);

    private final long interval;
    private final long capacity;
    private final boolean isJudged;
    private final Set<String> controllers = new TreeSet<>();
    private final Map<String, Program> programs = new LinkedHashMap<>();

    /** In a cluster with these settings. */
    public RequestsLimited(ClusterSpec cluster) {
        Map<String, String> settings = cluster.settings();
        double qps = Double.parseDouble(settings.getOrDefault("kube-controller-manager.kube-api-qps", "" + QPS));
        int burst = Integer.parseInt(settings.getOrDefault("kube-controller-manager.kube-api-burst", "" + BURST));
        this.isJudged =
                qps > 0 && burst > 0 && ComponentNames.apiServers(cluster).size() == 1;
        this.interval = qps > 0 ? (long) (VirtualTime.SECOND / qps) : 0;
        this.capacity = interval * burst;
        Set<String> several = new TreeSet<>();
        for (KubernetesController controller : KubernetesController.values()) {
            if (OTHERS.contains(controller) || !controllers.add(controller.userAgent())) {
                several.add(controller.userAgent());
            }
        }
        controllers.removeAll(several);
    }

    /** The controllers of a component, by their user agents, since it was started. */
    private record Program(long startedAt, Map<String, Client> clients) {
        private Program(long startedAt) {
            this(startedAt, new LinkedHashMap<>());
        }
    }

    /** The requests of one controller. */
    private static final class Client {
        /** The latest requests, in the order in which they were sent. */
        private final ApiCall[] sent = new ApiCall[UNORDERED];

        private int count;
        /** When all that it may send at once has become free again. */
        private long fullAt;
    }

    @Override
    public String name() {
        return "RequestsLimited";
    }

    @Override
    public String reason() {
        return "The limit protects the API server from a controller that goes wild. Requests count from when "
                + "they are sent. Reads that succeed are not seen, so that the limit is judged by all others, and "
                + "nothing is judged with several API servers.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, kube-controller-manager, --kube-api-qps and --kube-api-burst",
                "staging/src/k8s.io/client-go/rest/config.go; "
                        + "staging/src/k8s.io/client-go/util/flowcontrol/throttle.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A controller sends no more requests than the rate limit of its client permits.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return isJudged ? List.of(RequestTrace.class, ComponentTrace.class) : List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request) {
            String agent = request.call().userAgent();
            if (controllers.contains(agent)) {
                observe(request, agent, outcomes);
            }
        } else if (entry.record() instanceof ComponentTrace) {
            programs.put(entry.component(), new Program(entry.time()));
        }
    }

    /**
     * What was sent before the program was started again belongs to its former life; and what the cluster is at the
     * beginning of a run, it became before.
     */
    private void observe(RequestTrace request, String agent, Outcomes outcomes) {
        String component = request.call().origin().component();
        Program program = programs.computeIfAbsent(component, first -> new Program(0));
        if (request.call().origin().sent() > program.startedAt()) {
            add(program.clients().computeIfAbsent(agent, first -> new Client()), request.call(), outcomes);
        }
    }

    /** A network may deliver the same call twice. */
    private void add(Client client, ApiCall call, Outcomes outcomes) {
        for (int i = 0; i < client.count; i++) {
            if (client.sent[i] == call) {
                return;
            }
        }
        if (client.count == UNORDERED) {
            count(client, client.sent[0], outcomes);
            System.arraycopy(client.sent, 1, client.sent, 0, UNORDERED - 1);
            client.count--;
        }
        int place = client.count++;
        while (place > 0
                && client.sent[place - 1].origin().sent() > call.origin().sent()) {
            client.sent[place] = client.sent[place - 1];
            place--;
        }
        client.sent[place] = call;
    }

    private void count(Client client, ApiCall call, Outcomes outcomes) {
        long at = call.origin().sent();
        client.fullAt = Math.max(client.fullAt, at) + interval;
        if (client.fullAt - at > capacity + interval) {
            client.fullAt = at;
            outcomes.broken(
                    this,
                    call.userAgent(),
                    "sent more than " + capacity / interval + " requests at once, and one each "
                            + VirtualTime.span(interval) + ", until " + VirtualTime.span(at));
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        programs.values()
                .forEach(program -> program.clients().values().forEach(client -> {
                    for (int i = 0; i < client.count; i++) {
                        count(client, client.sent[i], outcomes);
                    }
                    client.count = 0;
                }));
    }
}
