package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.kubelet.container.ContainerKiller;
import dev.wavetank.model.kubelet.container.ContainerStarter;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.image.ImageEnsurer;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.probe.PodProbes;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.runtime.NetworkState;
import dev.wavetank.model.kubelet.runtime.PodLifecycleEvents;
import dev.wavetank.model.kubelet.runtime.RuntimeClasses;
import dev.wavetank.model.kubelet.source.MirrorPods;
import dev.wavetank.model.kubelet.status.StatusWriter;
import dev.wavetank.model.kubelet.volume.PodVolumes;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.function.Consumer;

/**
 * The parts that the workers of one kubelet share.
 *
 * @param context of the kubelet
 * @param version of Kubernetes
 * @param cri calls the runtime
 * @param classes which handler of the runtime a pod is to have
 * @param runtime listings of the runtime
 * @param statuses writes to the API
 * @param events about pods
 * @param images of the node
 * @param starter starts containers
 * @param killer stops containers
 * @param volumes of the node's pods
 * @param probes what probes need
 * @param mirrors of static pods
 * @param admission which pods have room
 * @param resizes which pods get other resources
 * @param grids the kubelet's fixed grids of time
 * @param own replaceable parts
 * @param node on which they work
 * @param network whether pods can be connected
 * @param whenOver hears that a worker has nothing left to do
 */
public record Parts(
        Context context,
        KubernetesVersion version,
        CriClient cri,
        RuntimeClasses classes,
        PodLifecycleEvents runtime,
        StatusWriter statuses,
        PodEvents events,
        ImageEnsurer images,
        ContainerStarter starter,
        ContainerKiller killer,
        PodVolumes volumes,
        PodProbes.Means probes,
        MirrorPods mirrors,
        Admission admission,
        PodResizes resizes,
        Grids grids,
        WorkerParts own,
        NodeConfig node,
        NetworkState network,
        Consumer<PodWorker> whenOver) {}
