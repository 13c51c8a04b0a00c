package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The control groups of a node's pods, as {@code --cgroups-per-qos} makes them: {@code kubepods}, below it a group for
 * each class but guaranteed, then pods, and in them their sandboxes and containers.
 */
public final class CgroupTree {

    /** {@code kernel.pid_max}. */
    private static final long PIDS = 32_768;

    private final CgroupDriver driver;
    private final ResourceAmounts capacity;
    private final String cores;

    /**
     * The tree of a node.
     *
     * @param capacity of the node, by resource
     */
    public CgroupTree(CgroupDriver driver, Map<String, String> capacity) {
        this.driver = driver;
        this.capacity = ResourceAmounts.of(capacity);
        this.cores = CpuSet.firstCores(this.capacity).toString();
    }

    /**
     * A pod on the node.
     *
     * @param pod the pod
     * @param sandboxes identities of its sandboxes
     * @param members its containers
     */
    public record PodGroup(Pod pod, List<String> sandboxes, List<Member> members) {}

    /**
     * A container on the node.
     *
     * @param name its name
     * @param id its identity
     * @param cpuset its cores; empty for all that are shared
     */
    public record Member(String name, String id, String cpuset) {}

    /** All groups of a node whose containers share all cores, each after the one that it is in. */
    public List<Cgroup> of(List<PodGroup> pods) {
        return of(pods, cores);
    }

    /**
     * All groups, each after the one that it is in.
     *
     * @param shared the cores of containers without cores of their own
     */
    public List<Cgroup> of(List<PodGroup> pods, String shared) {
        List<Cgroup> all = new ArrayList<>();
        long shares = CgroupConfig.shares(capacity.milliCpu());
        all.add(new Cgroup(
                driver.ofClass(QosClass.GUARANTEED),
                "",
                new CgroupConfig(shares, CgroupConfig.UNLIMITED, capacity.memory(), PIDS, cores),
                null));
        add(all, pods, QosClass.GUARANTEED, shared);
        for (QosClass qos : List.of(QosClass.BURSTABLE, QosClass.BEST_EFFORT)) {
            all.add(new Cgroup(
                    driver.ofClass(qos),
                    "",
                    CgroupConfig.ofShares(CgroupConfig.shares(requested(pods, qos)), cores),
                    null));
            add(all, pods, qos, shared);
        }
        return all;
    }

    private static long requested(List<PodGroup> pods, QosClass qos) {
        return pods.stream()
                .filter(one -> qos == QosClass.BURSTABLE && QosClass.of(one.pod()) == qos)
                .mapToLong(one -> ResourceAmounts.requestedBy(one.pod().spec()).milliCpu())
                .sum();
    }

    private void add(List<Cgroup> all, List<PodGroup> pods, QosClass qos, String shared) {
        for (PodGroup group : pods) {
            Pod pod = group.pod();
            if (QosClass.of(pod) != qos) {
                continue;
            }
            String path = driver.ofPod(qos, pod.uid());
            all.add(new Cgroup(path, "pod " + pod.key(), CgroupConfig.of(pod, cores), null));
            for (String sandbox : group.sandboxes()) {
                CgroupConfig config = CgroupConfig.ofShares(CgroupConfig.shares(0), cores);
                all.add(new Cgroup(driver.ofContainer(path, sandbox), "sandbox", config, OomScore.SANDBOX));
            }
            for (Member member : group.members()) {
                all.addAll(of(pod, path, member, shared));
            }
        }
    }

    private List<Cgroup> of(Pod pod, String path, Member member, String shared) {
        List<Container> specs = new ArrayList<>(pod.spec().containers());
        specs.addAll(pod.spec().initContainers());
        return specs.stream()
                .filter(spec -> spec.name().equals(member.name()))
                .map(spec -> new Cgroup(
                        driver.ofContainer(path, member.id()),
                        "container " + spec.name(),
                        CgroupConfig.of(pod, spec, member.cpuset().isEmpty() ? shared : member.cpuset()),
                        OomScore.of(pod, spec, capacity.memory())))
                .toList();
    }
}
