package dev.wavetank.model.kubelet.inspection;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.Cgroup;
import dev.wavetank.model.kubelet.cgroup.CgroupDriver;
import dev.wavetank.model.kubelet.cgroup.CgroupTree;
import dev.wavetank.model.kubelet.cgroup.CgroupVersion;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.kubelet.cri.RuntimePod;
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
 * @param images the images that are there, with their sizes in bytes where they are known
 */
public record NodeView(
        String name,
        Machine machine,
        boolean kubeletRuns,
        boolean machineRuns,
        List<PodView> pods,
        List<RuntimePod> sandboxes,
        Map<String, Long> images) {

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
     */
    public record PodView(Pod pod, String phase, boolean ending, List<String> mounted) {}

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
                        .map(one -> new CgroupTree.Member(one.name(), one.id(), ""))
                        .toList();
                List<String> ids = own.stream().filter(RuntimePod::ready).map(RuntimePod::sandboxId).toList();
                groups.add(new CgroupTree.PodGroup(view.pod(), ids, running));
            }
        }
        return new CgroupTree(machine.driver(), machine.capacity()).of(groups);
    }
}
