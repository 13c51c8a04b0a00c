package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the status of a pod ({@code generateAPIPodStatus}, pkg/kubelet/kubelet_pods.go). */
public final class StatusGenerator {

    private static final String DISRUPTION_TARGET = "DisruptionTarget";
    private static final String CREATING = "ContainerCreating";
    private static final String INITIALIZING = "PodInitializing";

    private final String hostAddress;
    private final ContainerStatuses containers;
    private final PodConditions conditions;
    private final PodPhase phases;
    private final boolean keepsConditions;
    private final boolean hasStarted;
    private final boolean hasAddresses;
    private final boolean hasHostAddresses;
    private final boolean hasDisruptions;
    private final Instant firstSeen;

    /**
     * The statuses of one pod.
     *
     * @param hostAddress address of the node
     * @param scheme the beginning of the identities of containers, such as {@code containerd://}
     * @param users of processes
     * @param firstSeen when the kubelet saw the pod first
     */
    public StatusGenerator(
            String hostAddress, String scheme, KubernetesVersion version, ContainerUsers users, Instant firstSeen) {
        this.hostAddress = hostAddress;
        this.containers = new ContainerStatuses(scheme, version, users);
        this.conditions = new PodConditions(version);
        this.phases = new PodPhase(version);
        this.hasStarted = version.has(Feature.CONTAINER_STARTED);
        this.hasAddresses = version.has(Feature.POD_IPS);
        this.hasHostAddresses = version.has(Feature.HOST_IPS);
        this.keepsConditions = version.has(Feature.TERMINATING_POD_STATUS);
        this.hasDisruptions = version.has(Feature.POD_DISRUPTION_CONDITIONS);
        this.firstSeen = Timestamps.seconds(firstSeen);
    }

    /** The status of a pod that the node has rejected, or that is evicted: nothing but that. */
    public Pod.Status rejected(Pod pod, String reason, String message) {
        return PodStatusBuilder.builder()
                .observedGeneration(conditions.generation(pod))
                .phase("Failed")
                .reason(reason)
                .message(message)
                .startTime(startTime(pod.status()))
                .qosClass(pod.status() == null ? null : pod.status().qosClass())
                .build();
    }

    /** The status of a pod that has failed as a whole: its containers stay as they were, but are not ready. */
    public Pod.Status failed(StatusInputs inputs, String reason, String message, Instant now) {
        Pod.Status present = of(inputs, now);
        return present.withContainerStatuses(present.containerStatuses().stream()
                        .map(one -> one.withReady(false).withStarted(null))
                        .toList())
                .withPhase("Failed")
                .withReason(reason)
                .withMessage(message)
                .withConditions(keepsConditions ? present.conditions() : List.of());
    }

    /** The last status of a pod that has failed as a whole, with the condition DisruptionTarget if it was evicted. */
    public Pod.Status ended(Pod.Status last, String reason, String message, Instant now) {
        Pod.Status ended = last.withReason(reason).withMessage(message);
        boolean isTarget = !reason.equals("DeadlineExceeded") && hasDisruptions;
        if (!isTarget || last.conditions().stream().anyMatch(one -> one.type().equals(DISRUPTION_TARGET))) {
            return ended;
        }
        List<Pod.Condition> all = new ArrayList<>(last.conditions());
        all.add(new Pod.Condition(
                DISRUPTION_TARGET,
                "True",
                null,
                Timestamps.seconds(now),
                "TerminationByKubelet",
                message,
                last.observedGeneration()));
        return ended.withConditions(all);
    }

    /** When the kubelet has acknowledged the pod. */
    public Instant startTime(Pod.Status former) {
        return former == null || former.startTime() == null ? firstSeen : former.startTime();
    }

    /** The status at that time. */
    public Pod.Status of(StatusInputs inputs, Instant now) {
        Pod pod = inputs.pod();
        String waiting = pod.spec().initContainers().isEmpty() ? CREATING : INITIALIZING;
        List<Pod.ContainerStatus> inits = new ArrayList<>(0);
        for (Container spec : pod.spec().initContainers()) {
            inits.add(init(inputs, spec, containers.of(inputs, spec, waiting)));
        }
        List<Pod.ContainerStatus> apps = new ArrayList<>(1);
        for (Container spec : pod.spec().containers()) {
            apps.add(probed(inputs, spec, containers.of(inputs, spec, waiting)));
        }
        List<Pod.ContainerStatus> ephemeral = EphemeralContainers.of(pod).stream()
                .map(spec -> containers.of(inputs, spec, waiting))
                .toList();
        Pod.Status former = inputs.former();
        String ip = ip(inputs);
        Pod.Status status = PodStatusBuilder.builder(
                        pod.status() == null ? PodStatusBuilder.builder().build() : pod.status())
                .observedGeneration(conditions.generation(pod))
                .phase(phase(inputs, inits, apps))
                .hostIP(hostAddress)
                .hostIPs(hasHostAddresses ? List.of(new Pod.IpAddress(hostAddress)) : List.of())
                .podIP(ip == null ? former.podIP() : ip)
                .podIPs(ip == null || !hasAddresses ? former.podIPs() : List.of(new Pod.IpAddress(ip)))
                .startTime(startTime(former))
                .initContainerStatuses(inits)
                .containerStatuses(apps)
                .other(EphemeralContainers.with(
                        pod.status() == null
                                ? Collections.emptyMap()
                                : pod.status().other(),
                        ephemeral))
                .build();
        List<Pod.Condition> present = conditions.of(inputs, status, Timestamps.seconds(now));
        List<Pod.ContainerStatus> byName = new ArrayList<>(hasStarted ? apps : withoutStarted(apps));
        byName.sort(Comparator.comparing(Pod.ContainerStatus::name));
        return status.withContainerStatuses(byName).withConditions(present);
    }

    private static List<Pod.ContainerStatus> withoutStarted(List<Pod.ContainerStatus> statuses) {
        return statuses.stream().map(one -> one.withStarted(null)).toList();
    }

    private @Nullable String ip(StatusInputs inputs) {
        if (Boolean.TRUE.equals(inputs.pod().spec().other().get("hostNetwork"))) {
            return hostAddress;
        }
        return inputs.runtime() == null ? null : inputs.runtime().ip();
    }

    private static Pod.ContainerStatus init(StatusInputs inputs, Container spec, Pod.ContainerStatus status) {
        if (Containers.isSidecar(spec)) {
            return probed(inputs, spec, status);
        }
        Pod.Terminated ended = status.state().terminated();
        return status.withReady(ended != null && ended.exitCode() == 0);
    }

    private static Pod.ContainerStatus probed(StatusInputs inputs, Container spec, Pod.ContainerStatus status) {
        RuntimeContainer container = Containers.find(inputs.runtime(), spec);
        if (container == null || status.state().running() == null) {
            return status.withStarted(false).withReady(false);
        }
        boolean started = inputs.probes().isStarted(spec, container);
        boolean ready = started && inputs.probes().isReady(spec, container);
        return status.withStarted(started).withReady(ready);
    }

    private String phase(StatusInputs inputs, List<Pod.ContainerStatus> inits, List<Pod.ContainerStatus> apps) {
        String former = inputs.former().phase();
        // An ended pod never runs again, whatever wrote that it ended.
        if (inputs.pod().isFinished()) {
            return inputs.pod().phase();
        }
        if (isFinal(former)) {
            return former;
        }
        if (inputs.finalPhase() != null) {
            return inputs.finalPhase();
        }
        Instant sandboxSince = inputs.runtime() == null
                ? Instant.MIN
                : Timestamps.seconds(VirtualTime.calendar(inputs.runtime().createdAt()));
        return phases.of(inputs.pod(), inits, apps, sandboxSince);
    }

    private static boolean isFinal(@Nullable String phase) {
        return "Succeeded".equals(phase) || "Failed".equals(phase);
    }
}
