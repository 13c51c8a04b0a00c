package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.Swarm;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** Where faults hurt in a cluster: draws the faults of every kind. */
final class FaultTargets {

    private static final List<String> WRITES = List.of("create", "update", "patch", "delete");

    private final ClusterSpec cluster;

    FaultTargets(ClusterSpec cluster) {
        this.cluster = cluster;
    }

    /** All kinds that can hit something in this cluster. */
    List<Swarm.Kind> kinds() {
        List<Swarm.Kind> kinds = new ArrayList<>();
        kinds.add(new Swarm.Kind("componentCrash", random -> new ComponentFault.Crash(component(random))));
        kinds.add(new Swarm.Kind("networkDelay", random -> new LinkFault.Delay(links(random), delay(random))));
        kinds.add(new Swarm.Kind("networkPartition", random -> new LinkFault.Partition(links(random))));
        kinds.add(new Swarm.Kind(
                "containerExit", random -> new ModelFault.ContainerExit(pod(random), (int) random.between(0, 137))));
        kinds.add(new Swarm.Kind("readinessFlap", random -> new ModelFault.ReadinessFlap(pod(random))));
        kinds.add(new Swarm.Kind("quotaRejection", random -> new ModelFault.QuotaRejection("default")));
        if (cluster.nodes() > 0) {
            kinds.add(new Swarm.Kind("nodeCrash", random -> new ModelFault.NodeCrash(node(random))));
        }
        return kinds;
    }

    /** One of the first writes of a controller or of the scheduler. */
    static Anchor write(RandomStream random) {
        List<String> writers = new ArrayList<>(ComponentNames.controllers());
        writers.add(ComponentNames.SCHEDULER);
        return new Anchor(random.pick(writers), random.pick(WRITES), Anchor.ANY, (int) Swarm.magnitude(random, 1, 16));
    }

    private static String component(RandomStream random) {
        return random.pick(
                List.of(ComponentNames.CONTROLLER_MANAGER, ComponentNames.SCHEDULER, ComponentNames.API_SERVER));
    }

    private static long delay(RandomStream random) {
        return Swarm.magnitude(random, VirtualTime.MILLISECOND, 5 * VirtualTime.SECOND);
    }

    private static PodTarget pod(RandomStream random) {
        return new PodTarget("default", "", random.nextInt(8));
    }

    private String node(RandomStream random) {
        return ClusterSpec.nodeName((int) random.between(1, cluster.nodes()));
    }

    private LinkSelector links(RandomStream random) {
        return new LinkSelector(client(random), ComponentNames.API_SERVER);
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
