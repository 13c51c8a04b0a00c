package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Binds a pod to a node (POST to {@code pods/binding}). The node need not exist. */
public final class PodBinding {

    /** How error texts name the subresource. */
    private static final ResourceType PODS_BINDING = new ResourceType("", "v1", "Pod", "pods/binding", true);

    private static final String SCHEDULED = "PodScheduled";

    private PodBinding() {}

    /** The bound pod, with the condition {@code PodScheduled}. */
    public static Changed bind(KubernetesObject object, Binding binding, KubernetesVersion version, Instant now) {
        if (!(object instanceof Pod pod)) {
            return new Changed.Refused(Status.badRequest(object.kind() + " cannot be bound"));
        }
        String name = pod.metadata().name();
        String kind = binding.target() == null ? null : binding.target().kind();
        if (kind != null && !kind.isEmpty() && !kind.equals("Node")) {
            return new Changed.Refused(Status.internal("target.kind: Unsupported value: " + GoSyntax.of(kind)
                    + ": supported values: \"Node\", \"<empty>\""));
        }
        if (binding.target() == null
                || binding.target().name() == null
                || binding.target().name().isEmpty()) {
            return new Changed.Refused(Status.internal("target.name: Required value"));
        }
        String uid = binding.metadata() == null ? null : binding.metadata().uid();
        if (version.has(Feature.BINDING_UID_PRECONDITION) && uid != null && !uid.isEmpty() && !uid.equals(pod.uid())) {
            return refused(
                    name, "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + pod.uid());
        }
        if (pod.metadata().isDeleting()) {
            return refused(name, "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        if (pod.nodeName() != null && !pod.nodeName().isEmpty()) {
            return refused(name, "pod " + name + " is already assigned to node \"" + pod.nodeName() + "\"");
        }
        if (version.has(Feature.SCHEDULING_GATES)
                && pod.spec().other().get("schedulingGates") instanceof List<?> gates
                && !gates.isEmpty()) {
            return refused(name, "pod " + name + " has non-empty .spec.schedulingGates");
        }
        Pod bound = bound(pod, binding, now);
        return new Changed.To(
                version.has(Feature.NOMINATION_CLEARED_AT_BINDING)
                        ? bound.withStatus(bound.status().withNominatedNodeName(null))
                        : bound);
    }

    private static Changed refused(String name, String why) {
        return new Changed.Refused(Status.conflict(PODS_BINDING, name, why));
    }

    /** The binding's annotations and labels are added to those of the pod ({@code setPodNodeAndMetadata}). */
    private static Pod bound(Pod pod, Binding binding, Instant now) {
        String node = binding.target().name();
        Pod.Status status = pod.status() == null
                ? PodStatusBuilder.builder().phase("Pending").build()
                : pod.status();
        List<Pod.Condition> conditions = new ArrayList<>(status.conditions().size() + 1);
        for (Pod.Condition condition : status.conditions()) {
            if (!condition.type().equals(SCHEDULED)) {
                conditions.add(condition);
            }
        }
        conditions.add(new Pod.Condition(SCHEDULED, "True", null, now, null, null));
        return pod.with(builder -> builder.metadata(metadata(pod.metadata(), binding.metadata()))
                .spec(pod.spec().withNodeName(node))
                .status(status.withConditions(conditions)));
    }

    private static ObjectMeta metadata(ObjectMeta before, ObjectMeta added) {
        if (added == null || (added.annotations().isEmpty() && added.labels().isEmpty())) {
            return before;
        }
        return before.withAnnotations(merged(before.annotations(), added.annotations()))
                .withLabels(merged(before.labels(), added.labels()));
    }

    private static Map<String, String> merged(Map<String, String> before, Map<String, String> added) {
        Map<String, String> result = new TreeMap<>(before);
        result.putAll(added);
        return result;
    }
}
