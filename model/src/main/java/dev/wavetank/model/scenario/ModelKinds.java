package dev.wavetank.model.scenario;

import dev.wavetank.sim.fault.form.FaultCodec;
import dev.wavetank.sim.fault.form.FaultFields;
import dev.wavetank.sim.fault.form.FaultKind;
import java.util.List;
import java.util.Map;

/** The written forms of the faults that only a Kubernetes cluster knows, next to the kernel's. */
final class ModelKinds {

    /** Knows all kinds of faults that a scenario can have. */
    static final FaultCodec CODEC = FaultCodec.KERNEL.with(all());

    private ModelKinds() {}

    private static List<FaultKind> all() {
        return List.of(
                FaultKind.of(
                        "containerExit",
                        ModelFault.ContainerExit.class,
                        fields -> new ModelFault.ContainerExit(pod(fields), fields.number("exitCode", 1)),
                        (exit, tree) -> {
                            pod(exit.pod(), tree);
                            tree.put("exitCode", (long) exit.exitCode());
                        }),
                FaultKind.of(
                        "readinessFlap",
                        ModelFault.ReadinessFlap.class,
                        fields -> new ModelFault.ReadinessFlap(pod(fields)),
                        (flap, tree) -> pod(flap.pod(), tree)),
                FaultKind.of(
                        "nodeCrash",
                        ModelFault.NodeCrash.class,
                        fields -> new ModelFault.NodeCrash(fields.text("node")),
                        (crash, tree) -> tree.put("node", crash.node())),
                FaultKind.of(
                        "quotaRejection",
                        ModelFault.QuotaRejection.class,
                        fields -> new ModelFault.QuotaRejection(fields.text("namespace", "default")),
                        (rejection, tree) -> tree.put("namespace", rejection.namespace())),
                FaultKind.of(
                        "etcdDiskLoss",
                        ModelFault.EtcdDiskLoss.class,
                        fields -> new ModelFault.EtcdDiskLoss(fields.text("member")),
                        (loss, tree) -> tree.put("member", loss.member())),
                FaultKind.of(
                        "etcdRestore",
                        ModelFault.EtcdRestore.class,
                        fields -> new ModelFault.EtcdRestore(fields.number("bump", 0)),
                        (restore, tree) -> tree.put("bump", (long) restore.bump())),
                FaultKind.of(
                        "etcdSpaceAlarm",
                        ModelFault.EtcdSpaceAlarm.class,
                        fields -> new ModelFault.EtcdSpaceAlarm(),
                        (alarm, tree) -> {}));
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
