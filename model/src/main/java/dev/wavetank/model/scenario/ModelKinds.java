package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Anchor;
import dev.wavetank.sim.fault.codec.FaultCodec;
import dev.wavetank.sim.fault.codec.FaultFields;
import dev.wavetank.sim.fault.codec.FaultKind;
import dev.wavetank.sim.fault.codec.KernelKinds;
import dev.wavetank.sim.fault.swarm.Sampling;
import dev.wavetank.sim.fault.swarm.Swarm.Opening;
import dev.wavetank.sim.network.rule.CallSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** All kinds of faults that a scenario can have: the kernel's, and those that are specific to a Kubernetes cluster. */
final class ModelKinds {

    /** Faults that hit running pods have to wait for them: images have to be pulled first. */
    private static final Opening PODS_RUN = new Opening(4 * VirtualTime.SECOND, 32 * VirtualTime.SECOND);

    /** In the order in which {@link dev.wavetank.sim.fault.swarm.Swarm} draws them. */
    static final List<FaultKind<? super FaultTargets>> ALL = all();

    /** Reads and writes all of them. */
    static final FaultCodec CODEC = new FaultCodec(ALL);

    /** Exit codes are one byte. */
    private static final long EXIT_MAX = 255;

    private ModelKinds() {}

    private static List<FaultKind<? super FaultTargets>> all() {
        List<FaultKind<? super FaultTargets>> all = new ArrayList<>(KernelKinds.all());
        all.addAll(ofPods());
        all.addAll(ofNodes());
        all.addAll(ofEtcd());
        all.addAll(NodeFaultKinds.all());
        all.add(ofWatches());
        return List.copyOf(all);
    }

    private static List<FaultKind<FaultTargets>> ofPods() {
        return List.of(
                FaultKind.of(
                        "containerExit",
                        ModelFault.ContainerExit.class,
                        fields -> new ModelFault.ContainerExit(
                                pod(fields), (int) fields.numberUpTo("exitCode", 1, EXIT_MAX)),
                        (exit, tree) -> {
                            pod(exit.pod(), tree);
                            tree.put("exitCode", (long) exit.exitCode());
                        },
                        Sampling.<FaultTargets>of((targets, random) ->
                                        new ModelFault.ContainerExit(targets.pod(random), (int) random.between(0, 137)))
                                .opening(PODS_RUN)),
                FaultKind.of(
                        "oomKill",
                        ModelFault.OomKill.class,
                        fields -> new ModelFault.OomKill(pod(fields)),
                        (kill, tree) -> pod(kill.pod(), tree),
                        Sampling.<FaultTargets>of((targets, random) -> new ModelFault.OomKill(targets.pod(random)))
                                .opening(PODS_RUN)
                                .whenNamed()),
                FaultKind.of(
                        "readinessFlap",
                        ModelFault.ReadinessFlap.class,
                        fields -> new ModelFault.ReadinessFlap(pod(fields)),
                        (flap, tree) -> pod(flap.pod(), tree),
                        Sampling.<FaultTargets>of(
                                        (targets, random) -> new ModelFault.ReadinessFlap(targets.pod(random)))
                                .opening(PODS_RUN)),
                FaultKind.of(
                        "sandboxExit",
                        ModelFault.SandboxExit.class,
                        fields -> new ModelFault.SandboxExit(pod(fields)),
                        (exit, tree) -> pod(exit.pod(), tree),
                        Sampling.<FaultTargets>of((targets, random) -> new ModelFault.SandboxExit(targets.pod(random)))
                                .opening(PODS_RUN)
                                .inFamily(NodeFaultKinds.FAMILY)),
                FaultKind.of(
                        "quotaRejection",
                        ModelFault.QuotaRejection.class,
                        fields -> new ModelFault.QuotaRejection(fields.text("namespace", "default")),
                        (rejection, tree) -> tree.put("namespace", rejection.namespace()),
                        Sampling.<FaultTargets>of(
                                (targets, random) -> new ModelFault.QuotaRejection(targets.namespace(random)))));
    }

    private static List<FaultKind<FaultTargets>> ofNodes() {
        return List.of(FaultKind.of(
                "nodeCrash",
                ModelFault.NodeCrash.class,
                fields -> new ModelFault.NodeCrash(fields.text("node")),
                (crash, tree) -> tree.put("node", crash.node()),
                Sampling.<FaultTargets>of((targets, random) -> new ModelFault.NodeCrash(targets.node(random)))
                        .where(FaultTargets::hasNodes)));
    }

    private static List<FaultKind<FaultTargets>> ofEtcd() {
        return List.of(
                FaultKind.of(
                        "etcdDiskLoss",
                        ModelFault.EtcdDiskLoss.class,
                        fields -> new ModelFault.EtcdDiskLoss(fields.text("member")),
                        (loss, tree) -> tree.put("member", loss.member()),
                        Sampling.<FaultTargets>of((targets, random) ->
                                        new ModelFault.EtcdDiskLoss(random.pick(targets.etcdMembers())))
                                .where(targets -> targets.etcdMembers().size() > 1)),
                FaultKind.of(
                        "etcdRestore",
                        ModelFault.EtcdRestore.class,
                        fields -> new ModelFault.EtcdRestore(
                                fields.numberUpTo("bump", 0, ModelFault.EtcdRestore.BUMP_MAX)),
                        (restore, tree) -> tree.put("bump", restore.bump()),
                        Sampling.<FaultTargets>of(
                                        (targets, random) -> new ModelFault.EtcdRestore(random.nextInt(2) * 1_000_000))
                                .whenNamed()),
                FaultKind.of(
                        "etcdSpaceAlarm",
                        ModelFault.EtcdSpaceAlarm.class,
                        fields -> new ModelFault.EtcdSpaceAlarm(),
                        (alarm, tree) -> {},
                        Sampling.<FaultTargets>of((targets, random) -> new ModelFault.EtcdSpaceAlarm())
                                .whenNamed()),
                FaultKind.of(
                        "etcdCompaction",
                        ModelFault.EtcdCompaction.class,
                        fields -> new ModelFault.EtcdCompaction(),
                        (compaction, tree) -> {},
                        Sampling.<FaultTargets>of((targets, random) -> new ModelFault.EtcdCompaction())
                                .whenNamed()));
    }

    private static FaultKind<FaultTargets> ofWatches() {
        return FaultKind.of(
                "watchExpiry",
                ModelFault.WatchExpiry.class,
                fields -> new ModelFault.WatchExpiry(
                        fields.text("from", Anchor.ANY),
                        fields.text("to", Anchor.ANY),
                        fields.text("object", Anchor.ANY)),
                (expiry, tree) -> {
                    tree.put("from", expiry.client());
                    tree.put("to", expiry.server());
                    tree.put("object", expiry.object());
                },
                Sampling.<FaultTargets>of((targets, random) -> {
                            CallSelector watches = targets.watches(random);
                            return new ModelFault.WatchExpiry(watches.from(), watches.to(), watches.subject());
                        })
                        .whenNamed());
    }

    private static PodTarget pod(FaultFields fields) {
        return new PodTarget(
                fields.text("namespace", "default"), fields.text("podPrefix", ""), fields.number("podIndex", 0));
    }

    private static void pod(PodTarget pod, Map<String, Object> tree) {
        tree.put("namespace", pod.namespace());
        tree.put("podPrefix", pod.prefix());
        tree.put("podIndex", (long) pod.index());
    }
}
