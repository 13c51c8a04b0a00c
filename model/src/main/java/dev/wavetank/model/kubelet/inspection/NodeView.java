package dev.wavetank.model.kubelet.inspection;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.Cgroup;
import dev.wavetank.model.kubelet.cgroup.CgroupDriver;
import dev.wavetank.model.kubelet.cgroup.CgroupTree;
import dev.wavetank.model.kubelet.cgroup.CgroupVersion;
import dev.wavetank.model.kubelet.cgroup.CpuSet;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.process.FileTree;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is on a node at one moment.
 *
 * @param name of the node
 * @param machine the machine
 * @param kubeletRuns whether its kubelet runs
 * @param machineRuns whether its runtime runs; if not, the machine is down
 * @param pods the pods that its kubelet knows, in the order in which it came to know them
 * @param sandboxes the sandboxes of its runtime with their containers, also dead ones, in the order of their creation
 * @param images the layers of the images that are there, whose sizes are 0 where they are not known
 */
public record NodeView(
        String name,
        Machine machine,
        boolean kubeletRuns,
        boolean machineRuns,
        List<PodView> pods,
        List<RuntimePod> sandboxes,
        Map<String, List<ImageLayer>> images) {

    /**
     * What a machine is.
     *
     * @param capacity quantities by resource
     * @param version of its control groups
     * @param driver that makes them
     */
    public record Machine(Map<String, String> capacity, CgroupVersion version, CgroupDriver driver) {}

    /**
     * A pod of the kubelet.
     *
     * @param pod the pod as the kubelet knows it
     * @param phase as the kubelet has determined it last
     * @param ending whether it is deleted, or has ended for good
     * @param mounted names of its volumes that are there
     * @param cores of its containers that have cores of their own
     * @param files what is in those volumes whose content is known, by the name of the volume
     */
    public record PodView(
            Pod pod,
            String phase,
            boolean ending,
            List<String> mounted,
            Map<String, CpuSet> cores,
            Map<String, FileTree> files) {}

    /** Bytes of all images on the disk, where layers that several have are there once. */
    public long imageBytes() {
        return ImageLayer.sumOnDisk(images.values());
    }

    private static String cores(PodView view, String container) {
        CpuSet own = view.cores().get(container);
        return own == null ? "" : own.toString();
    }

    private CpuSet shared() {
        CpuSet left = CpuSet.firstCores(ResourceAmounts.of(machine.capacity()));
        for (PodView view : pods) {
            for (CpuSet own : view.cores().values()) {
                left = left.minus(own);
            }
        }
        return left;
    }

    /** The pod with the resources that its running containers have: those of a resize are not there at once. */
    private static Pod withActual(Pod pod, List<RuntimePod> sandboxes) {
        return pod.withSpec(pod.spec()
                .with()
                .containers(withActual(pod.spec().containers(), sandboxes))
                .initContainers(withActual(pod.spec().initContainers(), sandboxes))
                .build());
    }

    private static List<Container> withActual(List<Container> specs, List<RuntimePod> sandboxes) {
        return specs.stream()
                .map(spec -> sandboxes.stream()
                        .flatMap(sandbox -> sandbox.containers().stream())
                        .filter(one -> one.isRunning() && one.name().equals(spec.name()) && one.resources() != null)
                        .findFirst()
                        .map(one -> spec.withResources(one.resources()))
                        .orElse(spec))
                .toList();
    }

    /** The control groups of the pods that have a sandbox. */
    public List<Cgroup> cgroups() {
        List<CgroupTree.PodGroup> groups = new ArrayList<>();
        for (PodView view : pods) {
            List<RuntimePod> own = sandboxes.stream()
                    .filter(one -> one.uid().equals(view.pod().uid()))
                    .toList();
            if (!own.isEmpty()) {
                List<CgroupTree.Member> running = own.stream()
                        .flatMap(one -> one.containers().stream())
                        .filter(RuntimeContainer::isRunning)
                        .map(one -> new CgroupTree.Member(one.name(), one.id(), cores(view, one.name())))
                        .toList();
                List<String> ids = own.stream()
                        .filter(RuntimePod::ready)
                        .map(RuntimePod::sandboxId)
                        .toList();
                groups.add(new CgroupTree.PodGroup(withActual(view.pod(), own), ids, running));
            }
        }
        return new CgroupTree(machine.driver(), machine.capacity()).of(groups, shared().toString());
    }
}
