package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Pods. */
public final class PodStrategy implements Strategy<Pod> {

    /** The part of pods by which containers for debugging are added. */
    public static final String EPHEMERAL_CONTAINERS = "ephemeralcontainers";

    /** The part of pods by which the resources of their containers change. */
    public static final String RESIZE = "resize";

    private static final List<String> FIELDS = List.of(
            "spec.nodeName",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "status.phase",
            "status.podIP",
            "status.nominatedNodeName");
    private static final Pod.Condition GATED = new Pod.Condition(
            "PodScheduled",
            "False",
            null,
            null,
            "SchedulingGated",
            "Scheduling is blocked due to non-empty scheduling gates");
    private static final long DEFAULT_GRACE_SECONDS = 30;

    private final boolean hasGates;
    private final boolean hasServiceLinks;
    private final boolean hasGeneration;
    private final DisabledFields disabled;
    private final MergedKeys keys;

    /** The strategy of that version. */
    public PodStrategy(KubernetesVersion version) {
        this.hasGates = version.has(Feature.SCHEDULING_GATES);
        this.disabled = DisabledFields.of(version);
        this.keys = new MergedKeys(version);
        this.hasServiceLinks = version.has(Feature.SERVICE_LINKS);
        this.hasGeneration = version.has(Feature.POD_GENERATION);
    }

    @Override
    public Class<Pod> kind() {
        return Pod.class;
    }

    @Override
    public boolean hasGeneration() {
        return hasGeneration;
    }

    /**
     * {@code updatePodGeneration} (registry/core/pod/strategy.go v1.33). A binding does not count ({@code
     * setPodNodeAndMetadata}), and nothing else can name the node.
     */
    @Override
    public boolean desiresOther(Pod changed, Pod before) {
        return changed.spec() != before.spec()
                && Objects.equals(changed.spec().nodeName(), before.spec().nodeName())
                && !changed.spec().equals(before.spec());
    }

    @Override
    public Pod withDefaults(Pod pod) {
        PodSpec spec = PodDefaults.ofPod(pod.spec(), hasServiceLinks);
        return spec == pod.spec() ? pod : pod.withSpec(spec);
    }

    @Override
    public Pod prepareForCreate(Pod pod) {
        Pod kept = keys.merge(disabled.drop(pod));
        return kept.withStatus(PodStatusBuilder.builder()
                .phase("Pending")
                .conditions(isGated(kept) ? List.of(GATED) : null)
                .qosClass(QosClass.of(kept.spec()).toString())
                .build());
    }

    /** Whether something else has to happen before the pod may be scheduled ({@code applySchedulingGatedCondition}). */
    private boolean isGated(Pod pod) {
        return hasGates && SchedulingGates.has(pod.spec());
    }

    /** Looks at the pod as it will be stored: the real server prepares a new object before it validates it. */
    @Override
    public Set<String> disabledFields(Pod pod) {
        return disabled.in(pod.spec());
    }

    @Override
    public void validate(Pod pod, FieldErrors errors) {
        Pod kept = keys.merge(disabled.drop(pod));
        PodValidation.validate(kept.spec(), "spec", errors);
        PodValidation.validatePod(kept.spec(), errors);
        PodAffinityRules.mergedKeys(kept.spec().affinity(), errors);
    }

    @Override
    public Pod prepareForUpdate(Pod changed, Pod before) {
        return disabled.drop(changed).withStatus(before.status());
    }

    /**
     * Metadata may change with the status, all but owners and the time of deletion: kubelets of old corrupted the
     * owners of their pods.
     */
    @Override
    public Pod prepareForStatusUpdate(Pod changed, Pod before) {
        return withStatusOf(changed, before);
    }

    /** The pod with the status of another state of it. */
    public static Pod withStatusOf(Pod changed, Pod before) {
        Pod target = changed.metadata() == before.metadata() ? before : before.withMetadata(metadata(changed, before));
        Pod.Status status = changed.status();
        if (status == null) {
            return target;
        }
        String qosClass = before.status() == null ? null : before.status().qosClass();
        return target.withStatus(status.qosClass() == null ? status.withQosClass(qosClass) : status);
    }

    private static ObjectMeta metadata(Pod changed, Pod before) {
        return changed.metadata()
                .withOwnerReferences(before.metadata().ownerReferences())
                .withDeletionTimestamp(before.metadata().deletionTimestamp());
    }

    /**
     * All stays as it is but the ephemeral containers ({@code dropNonEphemeralContainerUpdates}, v1.34), or the
     * resources of containers ({@code dropNonResizeUpdates}).
     */
    @Override
    public Pod prepareForPart(String subresource, Pod changed, Pod before) {
        return switch (subresource) {
            case EPHEMERAL_CONTAINERS -> before.withSpec(EphemeralContainers.taken(changed.spec(), before.spec()));
            case RESIZE -> PodResize.taken(changed, before);
            default -> prepareForUpdate(changed, before);
        };
    }

    @Override
    public void validatePart(String subresource, Pod changed, Pod before, FieldErrors errors) {
        if (subresource.equals(EPHEMERAL_CONTAINERS)) {
            EphemeralContainers.validate(changed.spec(), before.spec(), errors);
        } else if (subresource.equals(RESIZE)) {
            PodResize.validate(changed, before, errors);
        }
    }

    @Override
    public void validateUpdate(Pod changed, Pod before, FieldErrors errors) {
        if (waitsForInitializers(before)) {
            validate(changed, errors);
        } else {
            PodValidation.validateUpdate(changed.spec(), before.spec(), errors);
        }
    }

    /** Initializers may change everything ({@code isUpdatingUninitializedPod} in {@code core/pod/strategy.go}). */
    private static boolean waitsForInitializers(Pod pod) {
        return pod.metadata().other().get("initializers") instanceof Map<?, ?> initializers
                && initializers.get("pending") instanceof List<?> pending
                && !pending.isEmpty();
    }

    @Override
    public List<String> selectableFields() {
        return FIELDS;
    }

    @Override
    public String selectable(Pod pod, String field) {
        String value = switch (field) {
            case "spec.nodeName" -> pod.spec().nodeName();
            case "spec.restartPolicy" -> pod.spec().restartPolicy();
            case "spec.schedulerName" -> pod.spec().schedulerName();
            case "spec.serviceAccountName" -> pod.spec().serviceAccountName();
            case "status.phase" -> pod.phase();
            case "status.podIP" -> pod.status() == null ? "" : pod.status().podIP();
            case "status.nominatedNodeName" ->
                pod.status() == null ? "" : pod.status().nominatedNodeName();
            default -> throw new AssertionError("no field " + field + " of pods");
        };
        return value == null ? "" : value;
    }

    /** A pod that no kubelet has, or that has ended, needs no time for an orderly end. */
    @Override
    public boolean isDeletedGracefully() {
        return true;
    }

    @Override
    public long gracePeriodSeconds(Pod pod, Long asked) {
        String node = pod.spec().nodeName();
        if (node == null || node.isEmpty() || pod.isFinished()) {
            return 0;
        }
        if (asked != null) {
            return Math.max(asked, 0);
        }
        Long own = pod.spec().terminationGracePeriodSeconds();
        return own == null ? DEFAULT_GRACE_SECONDS : own < 0 ? 1 : own;
    }
}
