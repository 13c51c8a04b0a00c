package dev.wavetank.model.api.core;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.StatusCondition;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Containers that run together on one node.
 *
 * @param metadata metadata
 * @param spec desired state
 * @param status observed state, null before it was defaulted
 * @param other fields that are not modelled
 */
@RecordBuilder
public record Pod(
        ObjectMeta metadata,
        PodSpec spec,
        Status status,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) implements KubernetesObject, PodBuilder.With {
    /** Turns absent lists and maps into empty ones. */
    public Pod {
        other = Defaults.emptyIfNull(other);
    }

    /** Group and version of this kind. */
    public static final String API_VERSION = "v1";

    /** Name of this kind. */
    public static final String KIND = "Pod";

    @Override
    public String apiVersion() {
        return API_VERSION;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Pod withMetadata(ObjectMeta changed) {
        return PodBuilder.With.super.withMetadata(changed);
    }

    /** Whether it counts for a controller: neither finished nor being deleted. */
    public boolean isActive() {
        return !isFinished() && !metadata.isDeleting();
    }

    /** Whether all its containers have ended for good. */
    public boolean isFinished() {
        return "Succeeded".equals(phase()) || "Failed".equals(phase());
    }

    /** The phase; {@code Pending} when no status has been written. */
    public String phase() {
        return status == null || status.phase() == null ? "Pending" : status.phase();
    }

    /** The node it is bound to, or null. */
    public String nodeName() {
        return spec.nodeName();
    }

    /** Whether its condition {@code Ready} is true. */
    public boolean isReady() {
        Condition ready = find("Ready");
        return ready != null && ready.status().equals("True");
    }

    /**
     * Whether it has been ready for long enough ({@code podutil.IsPodAvailable}).
     *
     * @param minReadySeconds how long; 0: ready is enough
     * @param clock what the observer's clock shows
     */
    public boolean isAvailable(int minReadySeconds, Instant clock) {
        if (minReadySeconds == 0 || !isReady()) {
            return isReady();
        }
        Instant since = find("Ready").lastTransitionTime();
        return since != null && since.plusSeconds(minReadySeconds).isBefore(clock);
    }

    /**
     * The condition as it is once it has been set: with the time of its last transition, which stays as it was where
     * the status does ({@code UpdatePodCondition} in pkg/api/v1/pod/util.go, v1.32). A condition without a time, which
     * a user may write, gets one.
     *
     * @param now the time of a transition
     */
    public Condition conditionSet(String type, String value, String reason, String message, Instant now) {
        Condition before = find(type);
        boolean stays = before != null && value.equals(before.status()) && before.lastTransitionTime() != null;
        return new Condition(type, value, null, stays ? before.lastTransitionTime() : now, reason, message);
    }

    /** The condition of that type, if there is one. */
    public Optional<Condition> condition(String type) {
        return Optional.ofNullable(find(type));
    }

    private Condition find(String type) {
        if (status != null) {
            for (Condition condition : status.conditions()) {
                if (condition.type().equals(type)) {
                    return condition;
                }
            }
        }
        return null;
    }

    /**
     * The observed state.
     *
     * @param observedGeneration the generation of the pod that the kubelet has acknowledged
     * @param phase {@code Pending}, {@code Running}, {@code Succeeded}, {@code Failed} or {@code Unknown}
     * @param conditions statements about the pod
     * @param message why it is in this phase, for people
     * @param reason the same, for programs
     * @param nominatedNodeName where it will fit once victims are gone
     * @param hostIP address of the node
     * @param hostIPs all addresses of the node
     * @param podIP address of the pod
     * @param podIPs all its addresses
     * @param startTime when the kubelet saw it first
     * @param initContainerStatuses of the init containers
     * @param containerStatuses of the containers
     * @param qosClass {@code Guaranteed}, {@code Burstable} or {@code BestEffort}
     * @param other fields that are not modelled
     */
    @RecordBuilder
    public record Status(
            Long observedGeneration,
            String phase,
            List<Condition> conditions,
            String message,
            String reason,
            String nominatedNodeName,
            String hostIP,
            List<IpAddress> hostIPs,
            String podIP,
            List<IpAddress> podIPs,
            Instant startTime,
            List<ContainerStatus> initContainerStatuses,
            List<ContainerStatus> containerStatuses,
            String qosClass,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PodStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public Status {
            conditions = Defaults.emptyIfNull(conditions);
            hostIPs = Defaults.emptyIfNull(hostIPs);
            podIPs = Defaults.emptyIfNull(podIPs);
            initContainerStatuses = Defaults.emptyIfNull(initContainerStatuses);
            containerStatuses = Defaults.emptyIfNull(containerStatuses);
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * One address of a pod or its node.
     *
     * @param ip the address
     */
    public record IpAddress(String ip) {}

    /**
     * One statement about a pod.
     *
     * @param type such as {@code Ready}
     * @param status {@code True}, {@code False} or {@code Unknown}
     * @param lastProbeTime always null
     * @param lastTransitionTime when the status last changed
     * @param reason for programs
     * @param message for people
     * @param observedGeneration the generation of the pod that it is about
     */
    public record Condition(
            String type,
            String status,
            Instant lastProbeTime,
            Instant lastTransitionTime,
            String reason,
            String message,
            Long observedGeneration)
            implements StatusCondition {

        /** One that does not say which generation of the pod it is about. */
        public Condition(
                String type,
                String status,
                Instant lastProbeTime,
                Instant lastTransitionTime,
                String reason,
                String message) {
            this(type, status, lastProbeTime, lastTransitionTime, reason, message, null);
        }

        /** The same about a generation of the pod, which may be null. */
        public Condition observing(Long generation) {
            return Objects.equals(generation, observedGeneration)
                    ? this
                    : new Condition(type, status, lastProbeTime, lastTransitionTime, reason, message, generation);
        }
    }

    /**
     * What one container does.
     *
     * @param name of the container
     * @param state what it does now
     * @param lastState what it did before
     * @param ready whether it takes requests
     * @param restartCount how often it was started again
     * @param image what it runs
     * @param imageID identity of the image
     * @param containerID identity of the container
     * @param started whether its start-up is over
     */
    @RecordBuilder
    public record ContainerStatus(
            String name,
            ContainerState state,
            ContainerState lastState,
            Boolean ready,
            Integer restartCount,
            String image,
            String imageID,
            String containerID,
            Boolean started,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements PodContainerStatusBuilder.With {
        /** Turns absent lists and maps into empty ones. */
        public ContainerStatus {
            other = Defaults.emptyIfNull(other);
        }
    }

    /**
     * Exactly one of the three, or none when nothing is known.
     *
     * @param waiting not started
     * @param running running
     * @param terminated ended
     */
    public record ContainerState(Waiting waiting, Running running, Terminated terminated) {}

    /**
     * A container that does not run yet.
     *
     * @param reason for programs, such as {@code ContainerCreating}
     * @param message for people
     */
    public record Waiting(String reason, String message) {}

    /**
     * A container that runs.
     *
     * @param startedAt since when
     */
    public record Running(Instant startedAt) {}

    /**
     * A container that has ended.
     *
     * @param exitCode with which code
     * @param reason {@code Completed}, {@code Error} or another
     * @param message for people
     * @param startedAt when it was started
     * @param finishedAt when it ended
     * @param containerID identity of the container
     */
    public record Terminated(
            Integer exitCode,
            String reason,
            String message,
            Instant startedAt,
            Instant finishedAt,
            String containerID) {}
}
