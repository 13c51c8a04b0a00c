package dev.wavetank.model.kubelet.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.cri.NodeVolumes;
import dev.wavetank.model.kubelet.eviction.Pressure;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.node.OwnNode;
import dev.wavetank.model.kubelet.source.StaticPod;
import dev.wavetank.model.nodefit.HostPorts;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.ResourceFit;
import dev.wavetank.model.nodefit.ResourceFit.Insufficient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rejects pods that the node cannot run: it is under pressure, or has not enough resources left, a port of the node
 * is taken, or a kernel parameter is not safe. The scheduler's cache may have been too old, or the pod was created
 * with a node name ({@code canAdmitPod}, pkg/kubelet/kubelet.go v1.20). Room is made for a critical pod ({@link
 * Preemption}).
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
    private final boolean rejectsGroupPolicies;
    private final Predicate affinity;
    private final Predicate ports;
    private final String forbidden;
    private final Preemption preemption;
    private final NodeVolumes disk;
    private final boolean hasResizes;
    private final boolean quotesPolicy;
    private final Map<String, Admitted> admitted = new TreeMap<>();
    /** Done when room has been made for a critical pod; null when none waits. */
    private @Nullable Completion<Boolean> roomMade;

    private record Admitted(Pod pod, ResourceAmounts resources, List<Container.Port> ports) {}

    /** Nothing is admitted yet. */
    public Admission(
            NodeConfig config,
            OwnNode node,
            Pressure pressure,
            CpuManager cpus,
            Supplier<Optional<String>> shutdown,
            Preemption preemption,
            KubernetesVersion version) {
        this.preemption = preemption;
        this.disk = config.volumes();
        this.hasResizes = version.has(Feature.POD_RESIZE);
        this.quotesPolicy = version.has(Feature.RESIZE_REFUSALS_QUOTE_POLICY);
        this.shutdown = shutdown;
        this.node = node;
        this.cpus = cpus;
        this.pressure = pressure;
        this.allocatable = ResourceAmounts.of(config.allocatable());
        this.affinity = Predicate.of(
                version, "NodeAffinity", "MatchNodeSelector", "node(s) didn't match Pod's node affinity/selector");
        this.ports = Predicate.of(
                version, "NodePorts", "PodFitsHostPorts", "node(s) didn't have free ports for the requested pod ports");
        this.forbidden = version.has(Feature.SYSCTL_ALLOWLIST) ? " not allowlisted" : " not whitelisted";
        this.knowsSystems = version.has(Feature.POD_OS);
        this.rejectsProfiles = version.has(Feature.APP_ARMOR_REJECTS);
        this.rejectsGroupPolicies = version.has(Feature.SUPPLEMENTAL_GROUPS_POLICY)
                && !node.system().knowsGroupPolicies();
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

    /**
     * One of the rules that the kubelet shares with the scheduler.
     *
     * @param reason the name of the rule
     * @param message when a pod fails it
     */
    private record Predicate(String reason, String message) {

        static Predicate of(KubernetesVersion version, String plugin, String before, String why) {
            String name = version.has(Feature.PREDICATES_NAMED_AS_PLUGINS) ? plugin : before;
            String text = version.has(Feature.PREDICATE_FAILURE_TEXT) ? ": " + why : "";
            return new Predicate(name, "Predicate " + name + " failed" + text);
        }
    }

    /** Learns what is needed to decide about the pod. */
    Completion<Boolean> prepare(Pod pod) {
        return node.refresh(pod);
    }

    /**
     * Admits the pod, or ends with the reason for a rejection. Managers of cores are asked before room and ports are
     * looked at ({@code NewMainKubelet}, pkg/kubelet/kubelet.go v1.20: the order of its admit handlers). All pods wait
     * while room is made for one, which blocks the loop of the kubelet ({@code HandlePodAdditions}).
     */
    Completion<Optional<Refusal>> admit(Pod pod) {
        if (roomMade != null) {
            return roomMade.then(done -> admit(pod));
        }
        Optional<Refusal> early = shutdown.get()
                .map(message -> refusal("NodeShutdown", message))
                .or(() -> pressure.refusal(pod).map(message -> refusal("Evicted", message)))
                .or(() -> forbiddenSysctl(pod))
                .or(() -> foreign(pod))
                .or(() -> cpus.admit(pod).map(one -> refusal(one.reason(), one.message())));
        if (early.isPresent()) {
            return Completion.of(early);
        }
        Admitted wanted = wanted(withAllocated(pod));
        ResourceAmounts room = withExtended(wanted.resources());
        List<Insufficient> lacking = lacking(wanted, room);
        Optional<Refusal> unfit = unfit(wanted);
        boolean isCritical = preemption.isCritical(pod);
        if (unfit.isEmpty() && isCritical && !lacking.isEmpty()) {
            return preempt(wanted, lacking);
        }
        // A critical pod is never rejected for want of resources when there is another reason.
        Optional<Refusal> refusal = isCritical || lacking.isEmpty() ? unfit : Optional.of(outOf(lacking.get(0)));
        if (refusal.isPresent()) {
            cpus.release(pod);
        } else {
            put(wanted);
        }
        return Completion.of(refusal);
    }

    private Admitted wanted(Pod pod) {
        ResourceAmounts asked = ResourceAmounts.requestedBy(pod.spec());
        return new Admitted(pod, known(asked, withExtended(asked)), HostPorts.of(pod.spec()));
    }

    private void put(Admitted pod) {
        admitted.put(pod.pod().uid(), pod);
        if (hasResizes) {
            disk.allocate(pod.pod().uid(), pod.pod().spec());
        }
    }

    /** After a restart of the kubelet a pod has what was set aside for it before, whatever it asks for by now. */
    private Pod withAllocated(Pod pod) {
        PodSpec before = hasResizes ? disk.allocated(pod.uid()) : null;
        PodSpec spec = before == null || before == pod.spec() ? pod.spec() : AllocatedSpec.of(pod.spec(), before);
        return spec == pod.spec() ? pod : pod.withSpec(spec);
    }

    /** The specification whose resources are set aside for a pod; null when it is not admitted. */
    @Nullable
    PodSpec allocated(String uid) {
        Admitted found = admitted.get(uid);
        return found == null ? null : found.pod().spec();
    }

    /**
     * Sets aside what a pod asks for by now, or answers why not: never here, or not now ({@code canResizePod},
     * pkg/kubelet/allocation/allocation_manager.go v1.34). Room is not made for a critical pod.
     */
    Optional<Refusal> resize(Pod pod) {
        Admitted wanted = wanted(pod);
        Optional<Refusal> refusal = infeasible(wanted)
                .or(() -> shutdown.get()
                        .or(() -> pressure.refusal(pod))
                        .map(message -> new Refusal("Deferred", message, message)))
                .or(() -> {
                    Admitted present = admitted.remove(pod.uid());
                    List<Insufficient> lacking = lacking(wanted, withExtended(wanted.resources()));
                    if (present != null) {
                        admitted.put(pod.uid(), present);
                    }
                    return lacking.stream().findFirst().map(one -> new Refusal("Deferred", one.text(), one.text()));
                });
        if (refusal.isEmpty()) {
            put(wanted);
        }
        return refusal;
    }

    private Optional<Refusal> infeasible(Admitted wanted) {
        Pod pod = wanted.pod();
        Admitted present = admitted.get(pod.uid());
        boolean otherCpu = present != null
                && present.resources().milliCpu() != wanted.resources().milliCpu();
        String why = null;
        if (StaticPod.isStatic(pod)) {
            why = "In-place resize of static-pods is not supported";
        } else if (otherCpu && cpus.isStatic() && QosClass.of(pod) == QosClass.GUARANTEED) {
            why = "Resize is infeasible for Guaranteed Pods alongside CPU Manager "
                    + (quotesPolicy ? "policy \"static\"" : "static policy");
        } else if (wanted.resources().memory() > allocatable.memory()) {
            why = tooSmall("memory", wanted.resources().memory(), allocatable.memory());
        } else if (wanted.resources().milliCpu() > allocatable.milliCpu()) {
            why = tooSmall("cpu", wanted.resources().milliCpu(), allocatable.milliCpu());
        }
        return Optional.ofNullable(why).map(text -> new Refusal("Infeasible", text, text));
    }

    private static String tooSmall(String resource, long requested, long capacity) {
        return "Node didn't have enough capacity: " + resource + ", requested: " + requested + ", capacity: "
                + capacity;
    }

    private List<Insufficient> lacking(Admitted wanted, ResourceAmounts room) {
        ResourceAmounts used = ResourceAmounts.NONE;
        for (Admitted other : admitted.values()) {
            used = used.plus(other.resources());
        }
        return ResourceFit.lacking(wanted.resources(), admitted.size(), used, room);
    }

    private Refusal outOf(Insufficient lack) {
        return refusal("OutOf" + lack.resource(), lack.text());
    }

    /** Why the pod does not fit on the node, whatever its resources. */
    private Optional<Refusal> unfit(Admitted wanted) {
        if (!node.match(wanted.pod())) {
            return Optional.of(refusal(affinity));
        }
        return admitted.values().stream().anyMatch(other -> HostPorts.areInConflict(wanted.ports(), other.ports()))
                ? Optional.of(refusal(ports))
                : Optional.empty();
    }

    private Completion<Optional<Refusal>> preempt(Admitted wanted, List<Insufficient> lacking) {
        List<Victims.Candidate> others = admitted.values().stream()
                .map(other -> new Victims.Candidate(other.pod(), other.resources()))
                .toList();
        Completion<Boolean> done = new Completion<>();
        roomMade = done;
        return preemption.makeRoom(wanted.pod(), others, lacking).map(error -> {
            if (error.isEmpty()) {
                put(wanted);
            } else {
                cpus.release(wanted.pod());
            }
            roomMade = null;
            done.complete(true);
            return error.map(text -> refusal(
                    "UnexpectedAdmissionError",
                    "Unexpected error while attempting to recover from admission failure: " + text));
        });
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
                .map(name -> refusal("SysctlForbidden", "forbidden sysctl: \"" + name + "\"" + forbidden));
    }

    private Refusal refusal(Predicate failed) {
        return refusal(failed.reason(), failed.message());
    }

    private Refusal refusal(String reason, String message) {
        return new Refusal(reason, message, prefix + message);
    }

    /**
     * Another system than the node's, a profile of AppArmor, or a policy of groups that the runtime does not know
     * ({@code predicateAdmitHandler}, pkg/kubelet/lifecycle/predicate.go v1.33).
     */
    private Optional<Refusal> foreign(Pod pod) {
        if (rejectsProfiles && AppArmor.isRequired(pod)) {
            return Optional.of(refusal("AppArmor", AppArmor.REFUSAL));
        }
        boolean other = pod.spec().other().get("os") instanceof Map<?, ?> os && !LINUX.equals(os.get("name"));
        if (knowsSystems && other) {
            return Optional.of(
                    refusal("PodOSNotSupported", "Failed to admit pod as the OS field doesn't match node OS"));
        }
        Map<String, Object> security = pod.spec().securityContext();
        boolean isStrict = security != null && "Strict".equals(security.get("supplementalGroupsPolicy"));
        return rejectsGroupPolicies && isStrict
                ? Optional.of(refusal(
                        "SupplementalGroupsPolicyNotSupported",
                        "SupplementalGroupsPolicy=Strict is not supported in this node"))
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
        disk.release(pod.uid());
        cpus.release(pod);
        preemption.released(pod);
    }
}
