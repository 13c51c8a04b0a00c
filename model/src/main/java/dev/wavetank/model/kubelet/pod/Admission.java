package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.node.OwnNode;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Rejects pods that the node cannot run: it is under pressure, or has not enough resources left, a port of the node
 * is taken, or a kernel parameter is not safe. The scheduler's cache may have been too old, or the pod was created
 * with a node name ({@code canAdmitPod}, pkg/kubelet/kubelet.go v1.20).
 */
public final class Admission {

    /** {@code SafeSysctlAllowlist}, pkg/kubelet/sysctl. */
    private static final List<String> SAFE_SYSCTLS = List.of(
            "kernel.shm_rmid_forced",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.tcp_syncookies",
            "net.ipv4.ping_group_range",
            "net.ipv4.ip_unprivileged_port_start");

    /** What nodes run. */
    private static final String LINUX = "linux";

    private final ResourceAmounts allocatable;
    private final Pressure pressure;
    private final CpuManager cpus;
    private final OwnNode node;
    private final Supplier<Optional<String>> shutdown;
    private final String prefix;
    private final boolean knowsSystems;
    private final boolean rejectsProfiles;
    private final String unmatched;
    private final Map<String, Admitted> admitted = new TreeMap<>();

    private record Admitted(ResourceAmounts resources, Set<String> ports) {}

    /** Nothing is admitted yet. */
    public Admission(
            Map<String, String> allocatable,
            OwnNode node,
            Pressure pressure,
            CpuManager cpus,
            Supplier<Optional<String>> shutdown,
            KubernetesVersion version) {
        this.shutdown = shutdown;
        this.node = node;
        this.cpus = cpus;
        this.pressure = pressure;
        this.allocatable = ResourceAmounts.of(allocatable);
        this.unmatched = version.has(Feature.PREDICATE_FAILURE_TEXT)
                ? ": node(s) didn't match Pod's node affinity/selector"
                : "";
        this.knowsSystems = version.has(Feature.POD_OS);
        this.rejectsProfiles = version.has(Feature.APP_ARMOR_REJECTS);
        this.prefix = version.has(Feature.POD_WAS_REJECTED) ? "Pod was rejected: " : "Pod ";
    }

    /**
     * A rejection.
     *
     * @param reason such as {@code OutOfcpu}
     * @param message of the Event
     * @param status message of the status
     */
    record Refusal(String reason, String message, String status) {}

    /** Learns what is needed to decide about the pod. */
    Completion<Boolean> prepare(Pod pod) {
        return node.refresh(pod);
    }

    /**
     * Admits the pod, or returns the reason for a rejection. Managers of cores are asked before room and ports are
     * looked at ({@code NewMainKubelet}, pkg/kubelet/kubelet.go v1.20: the order of its admit handlers).
     */
    Optional<Refusal> admit(Pod pod) {
        Optional<Refusal> early = shutdown.get()
                .map(message -> refusal("NodeShutdown", message))
                .or(() -> pressure.refusal(pod).map(message -> refusal("Evicted", message)))
                .or(() -> forbiddenSysctl(pod))
                .or(() -> foreign(pod))
                .or(() -> cpus.admit(pod).map(one -> refusal(one.reason(), one.message())));
        if (early.isPresent()) {
            return early;
        }
        ResourceAmounts asked = ResourceAmounts.requestedBy(pod.spec());
        ResourceAmounts room = withExtended(asked);
        ResourceAmounts wanted = known(asked, room);
        Set<String> ports = hostPorts(pod);
        Optional<Refusal> unfit = unfit(pod, wanted, room, ports);
        if (unfit.isPresent()) {
            cpus.release(pod);
        } else {
            admitted.put(pod.uid(), new Admitted(wanted, ports));
        }
        return unfit;
    }

    /** Why the pod does not fit what the node has and what the others have taken. */
    private Optional<Refusal> unfit(Pod pod, ResourceAmounts wanted, ResourceAmounts room, Set<String> ports) {
        ResourceAmounts used = ResourceAmounts.NONE;
        Set<String> taken = new TreeSet<>();
        for (Admitted other : admitted.values()) {
            used = used.plus(other.resources());
            taken.addAll(other.ports());
        }
        Optional<Refusal> refusal = ResourceFit.lacking(wanted, admitted.size(), used, room).stream()
                .findFirst()
                .map(lack -> refusal(
                        "OutOf" + lack.resource(),
                        "Node didn't have enough resource: " + lack.resource() + ", requested: " + lack.requested()
                                + ", used: " + lack.used() + ", capacity: " + lack.capacity()));
        if (refusal.isPresent()) {
            return refusal;
        }
        if (!node.match(pod)) {
            return Optional.of(refusal("NodeAffinity", "Predicate NodeAffinity failed" + unmatched));
        }
        return ports.stream().anyMatch(taken::contains)
                ? Optional.of(refusal("NodePorts", "Predicate NodePorts failed"))
                : Optional.empty();
    }

    /** What pods may use, with the extended resources that the pod asks for and the status of the node has. */
    private ResourceAmounts withExtended(ResourceAmounts wanted) {
        Map<String, Long> others = new TreeMap<>(allocatable.other());
        wanted.other().keySet().stream()
                .filter(OwnNode::isExtended)
                .forEach(name -> node.allocatable(name).ifPresent(amount -> others.put(name, amount)));
        return new ResourceAmounts(allocatable.milliCpu(), allocatable.memory(), others);
    }

    /** Without the extended resources that the node does not have ({@code removeMissingExtendedResources}). */
    private static ResourceAmounts known(ResourceAmounts wanted, ResourceAmounts room) {
        Map<String, Long> others = new TreeMap<>(wanted.other());
        others.keySet()
                .removeIf(name -> OwnNode.isExtended(name) && !room.other().containsKey(name));
        return new ResourceAmounts(wanted.milliCpu(), wanted.memory(), others);
    }

    private Optional<Refusal> forbiddenSysctl(Pod pod) {
        Map<String, Object> security = pod.spec().securityContext();
        if (security == null || !(security.get("sysctls") instanceof List<?> sysctls)) {
            return Optional.empty();
        }
        return sysctls.stream()
                .map(one -> String.valueOf(((Map<?, ?>) one).get("name")))
                .filter(name -> !SAFE_SYSCTLS.contains(name))
                .findFirst()
                .map(name -> refusal("SysctlForbidden", "forbidden sysctl: \"" + name + "\" not whitelisted"));
    }

    /** Those of sidecars too ({@code GetHostPorts}, pkg/scheduler/util/utils.go v1.34). */
    private static Set<String> hostPorts(Pod pod) {
        Set<String> ports = new TreeSet<>();
        for (Container container : pod.spec().containers()) {
            addPorts(container, ports);
        }
        for (Container container : pod.spec().initContainers()) {
            if (ResourceAmounts.isSidecar(container)) {
                addPorts(container, ports);
            }
        }
        return ports;
    }

    private static void addPorts(Container container, Set<String> ports) {
        for (Container.Port port : container.ports()) {
            if (port.hostPort() != null && port.hostPort() > 0) {
                ports.add(port.hostPort() + "/" + port.protocol());
            }
        }
    }

    private Refusal refusal(String reason, String message) {
        return new Refusal(reason, message, prefix + message);
    }

    /** Another system than the node's, or a profile of AppArmor ({@code rejectPodAdmissionBasedOnOSField}). */
    private Optional<Refusal> foreign(Pod pod) {
        if (rejectsProfiles && AppArmor.isRequired(pod)) {
            return Optional.of(refusal("AppArmor", AppArmor.REFUSAL));
        }
        boolean other = pod.spec().other().get("os") instanceof Map<?, ?> os && !LINUX.equals(os.get("name"));
        return knowsSystems && other
                ? Optional.of(refusal("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"))
                : Optional.empty();
    }

    /** Why the pod may not run although it has room: before v1.31 a profile of AppArmor is not looked for earlier. */
    Optional<Refusal> blocked(Pod pod) {
        return !rejectsProfiles && AppArmor.isRequired(pod)
                ? Optional.of(new Refusal("AppArmor", AppArmor.REFUSAL, AppArmor.REFUSAL))
                : Optional.empty();
    }

    /** Releases the resources of the pod. */
    void release(Pod pod) {
        admitted.remove(pod.uid());
        cpus.release(pod);
    }
}
