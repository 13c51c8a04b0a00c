package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.node.NodeLabels;
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

    private final ResourceAmounts capacity;
    private final Pressure pressure;
    private final CpuManager cpus;
    private final NodeLabels labels;
    private final Supplier<Optional<String>> shutdown;
    private final String prefix;
    private final boolean knowsSystems;
    private final boolean rejectsProfiles;
    private final String unmatched;
    private final Map<String, Admitted> admitted = new TreeMap<>();

    private record Admitted(ResourceAmounts resources, Set<String> ports) {}

    /** Nothing is admitted yet. */
    public Admission(
            Map<String, String> capacity,
            NodeLabels labels,
            Pressure pressure,
            CpuManager cpus,
            Supplier<Optional<String>> shutdown,
            KubernetesVersion version) {
        this.shutdown = shutdown;
        this.labels = labels;
        this.cpus = cpus;
        this.pressure = pressure;
        this.capacity = ResourceAmounts.of(capacity);
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
        return labels.refresh(pod);
    }

    /** Admits the pod, or returns the reason for a rejection. */
    Optional<Refusal> admit(Pod pod) {
        Optional<Refusal> closed = shutdown.get().map(message -> refusal("NodeShutdown", message));
        if (closed.isPresent()) {
            return closed;
        }
        Optional<Refusal> pressed = pressure.refusal(pod).map(message -> refusal("Evicted", message));
        if (pressed.isPresent()) {
            return pressed;
        }
        Optional<Refusal> sysctl = forbiddenSysctl(pod);
        if (sysctl.isPresent()) {
            return sysctl;
        }
        Optional<Refusal> foreign = foreign(pod);
        if (foreign.isPresent()) {
            return foreign;
        }
        ResourceAmounts used = ResourceAmounts.NONE;
        Set<String> taken = new TreeSet<>();
        for (Admitted other : admitted.values()) {
            used = used.plus(other.resources());
            taken.addAll(other.ports());
        }
        ResourceAmounts wanted = known(ResourceAmounts.requestedBy(pod.spec()));
        Optional<Refusal> refusal = ResourceFit.lacking(wanted, admitted.size(), used, capacity).stream()
                .findFirst()
                .map(lack -> refusal(
                        "OutOf" + lack.resource(),
                        "Node didn't have enough resource: " + lack.resource() + ", requested: " + lack.requested()
                                + ", used: " + lack.used() + ", capacity: " + lack.capacity()));
        if (refusal.isPresent()) {
            return refusal;
        }
        if (!labels.match(pod)) {
            return Optional.of(refusal("NodeAffinity", "Predicate NodeAffinity failed" + unmatched));
        }
        Set<String> ports = hostPorts(pod);
        if (ports.stream().anyMatch(taken::contains)) {
            return Optional.of(refusal("NodePorts", "Predicate NodePorts failed"));
        }
        Optional<Refusal> cores = cpus.admit(pod).map(one -> refusal(one.reason(), one.message()));
        if (cores.isPresent()) {
            return cores;
        }
        admitted.put(pod.uid(), new Admitted(wanted, ports));
        return Optional.empty();
    }

    /** Without the extended resources that the node does not have ({@code removeMissingExtendedResources}). */
    private ResourceAmounts known(ResourceAmounts wanted) {
        Map<String, Long> others = new TreeMap<>(wanted.other());
        others.keySet().removeIf(name -> name.contains("/") && !capacity.other().containsKey(name));
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

    private static Set<String> hostPorts(Pod pod) {
        Set<String> ports = new TreeSet<>();
        for (Container container : pod.spec().containers()) {
            for (Container.Port port : container.ports()) {
                if (port.hostPort() != null && port.hostPort() > 0) {
                    ports.add(port.hostPort() + "/" + port.protocol());
                }
            }
        }
        return ports;
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
