package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.RequestFault;
import dev.wavetank.sim.fault.StreamFault;
import dev.wavetank.sim.fault.swarm.Swarm;
import dev.wavetank.sim.fault.swarm.Swarm.Opening;
import dev.wavetank.sim.network.CallRule.Outcome;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** The kinds of faults that are drawn for a cluster: all that there are. */
final class SampledKinds {

    /** What counts requests has to be there before they come. */
    private static final Opening EARLY = new Opening(VirtualTime.MILLISECOND, 32 * VirtualTime.MILLISECOND);
    /** What breaks connections has to wait for them. */
    private static final Opening CONNECTED = new Opening(32 * VirtualTime.MILLISECOND, 8 * VirtualTime.SECOND);
    /** What hits running pods has to wait for them: images have to be pulled first. */
    private static final Opening PODS_RUN = new Opening(4 * VirtualTime.SECOND, 32 * VirtualTime.SECOND);

    private final FaultTargets targets;
    private final List<Swarm.Kind> kinds = new ArrayList<>();

    private SampledKinds(FaultTargets targets) {
        this.targets = targets;
    }

    /**
     * All kinds that can hit something in this cluster.
     *
     * @param actors user agents of controllers that are not Kubernetes' own
     */
    static List<Swarm.Kind> of(ClusterSpec cluster, List<String> actors) {
        SampledKinds sampled = new SampledKinds(new FaultTargets(cluster, actors));
        sampled.addComponentFaults();
        sampled.addLinkFaults();
        sampled.addRequestFaults();
        sampled.addStreamFaults();
        sampled.addModelFaults(cluster.nodes() > 0);
        List<String> members = ComponentNames.etcdMembers(cluster);
        if (members.size() > 1) {
            sampled.add("etcdDiskLoss", random -> new ModelFault.EtcdDiskLoss(random.pick(members)));
        }
        return sampled.kinds;
    }

    /**
     * Kinds that are drawn only when somebody asks for them by name: they stop everything, or make undone what
     * clients were told was done, so that laws break of which nobody is to blame.
     */
    static List<Swarm.Kind> drastic(ClusterSpec cluster) {
        SampledKinds sampled = new SampledKinds(new FaultTargets(cluster, List.of()));
        sampled.add("etcdRestore", random -> new ModelFault.EtcdRestore(random.nextInt(2) * 1_000_000));
        sampled.add("etcdSpaceAlarm", random -> new ModelFault.EtcdSpaceAlarm());
        return sampled.kinds;
    }

    private void addComponentFaults() {
        add("componentCrash", random -> new ComponentFault.Crash(targets.component(random)));
        add("componentPause", random -> new ComponentFault.Pause(targets.anyComponent(random)));
        add(
                "slowCpu",
                random -> new ComponentFault.SlowCpu(
                        targets.anyComponent(random),
                        Swarm.magnitude(random, VirtualTime.MILLISECOND, 50 * VirtualTime.MILLISECOND)));
        add(
                "clockSkew",
                random -> new ComponentFault.SkewedClock(targets.anyComponent(random), FaultTargets.skew(random)));
    }

    private void addLinkFaults() {
        add("networkDelay", random -> {
            long jitter = random.nextInt(2) == 0 ? 0 : delay(random);
            return new LinkFault.Delay(targets.oneWay(random), delay(random), jitter);
        });
        add("networkLoss", random -> new LinkFault.Loss(targets.oneWay(random), FaultTargets.share(random)));
        add("networkPartition", random -> new LinkFault.Partition(targets.oneWay(random)));
        add(
                "networkDuplication",
                random -> new LinkFault.Duplication(targets.links(random), FaultTargets.share(random)));
        add(
                "networkReordering",
                random -> new LinkFault.Reordering(
                        targets.links(random),
                        Swarm.magnitude(random, VirtualTime.MILLISECOND, 500 * VirtualTime.MILLISECOND)));
        add("connectionReset", random -> new LinkFault.Reset(targets.links(random)), CONNECTED);
        add("halfOpenConnection", random -> new LinkFault.HalfOpen(targets.links(random)), CONNECTED);
    }

    private void addRequestFaults() {
        for (Outcome outcome : Outcome.values()) {
            add(RequestFault.kind(outcome), random -> new RequestFault(targets.writes(outcome, random)), EARLY);
        }
    }

    private void addStreamFaults() {
        add("streamBreak", random -> new StreamFault.Break(targets.watches(random)), CONNECTED);
        add("streamStall", random -> new StreamFault.Stall(targets.watches(random)));
        add("streamLag", random -> new StreamFault.Lag(targets.watches(random), delay(random)));
    }

    private void addModelFaults(boolean hasNodes) {
        add(
                "containerExit",
                random -> new ModelFault.ContainerExit(FaultTargets.pod(random), (int) random.between(0, 137)),
                PODS_RUN);
        add("readinessFlap", random -> new ModelFault.ReadinessFlap(FaultTargets.pod(random)), PODS_RUN);
        add("quotaRejection", random -> new ModelFault.QuotaRejection("default"));
        if (hasNodes) {
            add("nodeCrash", random -> new ModelFault.NodeCrash(targets.node(random)));
        }
    }

    private void add(String name, Swarm.FaultSampler sampler) {
        kinds.add(new Swarm.Kind(name, sampler));
    }

    private void add(String name, Swarm.FaultSampler sampler, Opening opening) {
        kinds.add(new Swarm.Kind(name, sampler, opening));
    }

    private static long delay(RandomStream random) {
        return Swarm.magnitude(random, VirtualTime.MILLISECOND, 5 * VirtualTime.SECOND);
    }
}
