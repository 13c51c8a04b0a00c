package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.Swarm;
import dev.wavetank.sim.network.CallRule;
import dev.wavetank.sim.network.CallSelector;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.network.LinkSelector.Direction;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;

/** Draws whom and how hard faults hit in a cluster: where they hurt. */
final class FaultTargets {

    private static final List<String> WRITES = List.of("create", "update", "patch", "delete");
    private static final List<String> WATCHED =
            List.of(Anchor.ANY, "pods/*", "replicasets/*", "deployments/*", "nodes/*", "resourcequotas/*");

    private final ClusterSpec cluster;

    FaultTargets(ClusterSpec cluster) {
        this.cluster = cluster;
    }

    /** One of the first writes of a controller or of the scheduler. */
    static Anchor write(RandomStream random) {
        return new Anchor(writer(random), random.pick(WRITES), Anchor.ANY, number(random, 16));
    }

    /** A component whose crash others have to bear. */
    static String component(RandomStream random) {
        return random.pick(
                List.of(ComponentNames.CONTROLLER_MANAGER, ComponentNames.SCHEDULER, ComponentNames.API_SERVER));
    }

    /** Any component that tells the time, or is asked to hurry. */
    String anyComponent(RandomStream random) {
        int other = random.nextInt(3);
        if (other == 0) {
            return ComponentNames.ETCD;
        }
        return other == 1 && cluster.nodes() > 0 ? ComponentNames.kubelet(node(random)) : component(random);
    }

    static PodTarget pod(RandomStream random) {
        return new PodTarget("default", "", random.nextInt(8));
    }

    String node(RandomStream random) {
        return ClusterSpec.nodeName((int) random.between(1, cluster.nodes()));
    }

    /** The links between the API server and one of its clients. */
    LinkSelector links(RandomStream random) {
        return new LinkSelector(client(random), ComponentNames.API_SERVER);
    }

    /** The same, often in one direction only. */
    LinkSelector oneWay(RandomStream random) {
        String client = client(random);
        return switch (random.nextInt(4)) {
            case 0 -> new LinkSelector(client, ComponentNames.API_SERVER, Direction.FORWARD);
            case 1 -> new LinkSelector(ComponentNames.API_SERVER, client, Direction.FORWARD);
            default -> new LinkSelector(client, ComponentNames.API_SERVER);
        };
    }

    /** A few writes: of a controller, of the scheduler, of a kubelet, or of the API server to etcd. */
    CallRule writes(CallRule.Outcome outcome, RandomStream random) {
        CallSelector calls = random.chance(new Ratio(1, 8))
                ? new CallSelector(ComponentNames.API_SERVER, ComponentNames.ETCD, Anchor.ANY, Anchor.ANY)
                : new CallSelector(voice(random), ComponentNames.API_SERVER, random.pick(WRITES), Anchor.ANY);
        return new CallRule(calls, outcome, number(random, 16), number(random, 4));
    }

    /** The watches of one client, or one of them. */
    CallSelector watches(RandomStream random) {
        if (random.chance(new Ratio(1, 8))) {
            return new CallSelector(ComponentNames.API_SERVER, ComponentNames.ETCD, Anchor.ANY, Anchor.ANY);
        }
        return new CallSelector(voice(random), ComponentNames.API_SERVER, "watch", random.pick(WATCHED));
    }

    /** Seconds at most. */
    static ClockSkew skew(RandomStream random) {
        long offset = Swarm.magnitude(random, VirtualTime.MILLISECOND, 8 * VirtualTime.SECOND);
        int drift = random.nextInt(2) == 0 ? 0 : (int) random.between(-500, 500);
        return new ClockSkew(random.nextInt(2) == 0 ? offset : -offset, drift);
    }

    /** A half, a quarter, and so on to 1 of 64. */
    static Ratio share(RandomStream random) {
        return new Ratio(1, 2L << random.nextInt(6));
    }

    private static int number(RandomStream random, int most) {
        return (int) Swarm.magnitude(random, 1, most);
    }

    private static String writer(RandomStream random) {
        List<String> writers = new ArrayList<>(ComponentNames.controllers());
        writers.add(ComponentNames.SCHEDULER);
        return random.pick(writers);
    }

    private String voice(RandomStream random) {
        return cluster.nodes() > 0 && random.chance(new Ratio(1, 4))
                ? ComponentNames.kubelet(node(random))
                : writer(random);
    }

    private String client(RandomStream random) {
        String client = random.pick(
                List.of(ComponentNames.CONTROLLER_MANAGER, ComponentNames.SCHEDULER, ComponentNames.ALL_KUBELETS));
        if (!client.equals(ComponentNames.ALL_KUBELETS)) {
            return client;
        }
        return cluster.nodes() == 0 ? ComponentNames.KUBECTL : ComponentNames.kubelet(node(random));
    }
}
