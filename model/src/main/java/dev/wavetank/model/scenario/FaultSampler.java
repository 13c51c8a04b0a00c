package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.fault.Window;
import dev.wavetank.sim.network.LinkSelector;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.Ratio;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a fault plan from a seed: swarm testing (Groce et al., 2012). The seed first decides which kinds of faults
 * exist at all in this run, then how many and where; some seeds stay calm.
 */
public final class FaultSampler {

    /** How much goes wrong. */
    public enum Intensity {
        /** Nothing. */
        NONE(0),
        /** A few faults. */
        LIGHT(3),
        /** Many faults. */
        HEAVY(12);

        private final int most;

        Intensity(int most) {
            this.most = most;
        }
    }

    private enum Kind {
        CONTAINER_EXIT,
        READINESS_FLAP,
        NODE_CRASH,
        QUOTA_REJECTION,
        NETWORK_DELAY,
        NETWORK_PARTITION,
        COMPONENT_CRASH
    }

    private static final List<String> CLIENTS =
            List.of(ComponentNames.CONTROLLER_MANAGER, ComponentNames.SCHEDULER, ComponentNames.ALL_KUBELETS);
    private static final long LAST_OPENING = 60 * VirtualTime.SECOND;

    private final ClusterSpec cluster;
    private final RandomStream random;

    private FaultSampler(ClusterSpec cluster, RandomStream random) {
        this.cluster = cluster;
        this.random = random;
    }

    /** A plan for this cluster. Faults open within the first minute and close within half a minute more. */
    public static FaultPlan sample(ClusterSpec cluster, long seed, Intensity intensity) {
        FaultSampler sampler = new FaultSampler(cluster, RandomStream.of(seed, "faults/plan"));
        return sampler.plan(intensity);
    }

    private FaultPlan plan(Intensity intensity) {
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (random.chance(Ratio.percent(50)) && (kind != Kind.NODE_CRASH || cluster.nodes() > 0)) {
                kinds.add(kind);
            }
        }
        List<Fault> faults = new ArrayList<>();
        int count = kinds.isEmpty() ? 0 : (int) random.between(0, intensity.most);
        for (int i = 0; i < count; i++) {
            faults.add(fault(random.pick(kinds)));
        }
        return new FaultPlan(faults);
    }

    private Fault fault(Kind kind) {
        Window window = window();
        return switch (kind) {
            case CONTAINER_EXIT -> new ModelFault.ContainerExit(pod(), (int) random.between(0, 137), window);
            case READINESS_FLAP -> new ModelFault.ReadinessFlap(pod(), window);
            case NODE_CRASH ->
                new ModelFault.NodeCrash(ClusterSpec.nodeName((int) random.between(1, cluster.nodes())), window);
            case QUOTA_REJECTION -> new ModelFault.QuotaRejection("default", window);
            case NETWORK_DELAY -> new KernelFault.NetworkDelay(links(), delay(), window);
            case NETWORK_PARTITION -> new KernelFault.NetworkPartition(links(), window);
            case COMPONENT_CRASH ->
                new KernelFault.ComponentCrash(
                        random.pick(List.of(
                                ComponentNames.CONTROLLER_MANAGER,
                                ComponentNames.SCHEDULER,
                                ComponentNames.API_SERVER)),
                        window);
        };
    }

    /**
     * Openings are drawn by order of magnitude, so that the busy beginning of a run is hit as often as its quiet
     * end.
     */
    private Window window() {
        long opens = magnitude(VirtualTime.MILLISECOND, LAST_OPENING);
        return new Window(opens, magnitude(10 * VirtualTime.MILLISECOND, 30 * VirtualTime.SECOND));
    }

    private long delay() {
        return magnitude(VirtualTime.MILLISECOND, 5 * VirtualTime.SECOND);
    }

    private long magnitude(long least, long most) {
        int doublings = 63 - Long.numberOfLeadingZeros(most / least);
        long low = least << random.nextInt(doublings + 1);
        return Math.min(most, random.between(low, 2 * low));
    }

    private PodTarget pod() {
        return new PodTarget("default", "", random.nextInt(8));
    }

    private LinkSelector links() {
        String client = random.pick(CLIENTS);
        if (client.equals(ComponentNames.ALL_KUBELETS)) {
            client = cluster.nodes() == 0
                    ? ComponentNames.KUBECTL
                    : ComponentNames.kubelet(ClusterSpec.nodeName((int) random.between(1, cluster.nodes())));
        }
        return new LinkSelector(client, ComponentNames.API_SERVER);
    }
}
