package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.gotext.GoSyntax;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Binds a pod to a node (POST to {@code pods/binding}). The node need not exist. */
public final class PodBinding {

    /** How error texts name the subresource. */
    private static final ResourceType PODS_BINDING = new ResourceType("", "v1", "Pod", "pods/binding", true);

    private static final String SCHEDULED = "PodScheduled";

    private PodBinding() {}

    /** The bound pod, with the condition {@code PodScheduled}. */
    public static Changed bind(KubernetesObject object, Binding binding, Instant now) {
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
        if (uid != null && !uid.isEmpty() && !uid.equals(pod.uid())) {
            return refused(
                    name, "Precondition failed: UID in precondition: " + uid + ", UID in object meta: " + pod.uid());
        }
        if (pod.metadata().isDeleting()) {
            return refused(name, "pod " + name + " is being deleted, cannot be assigned to a host");
        }
        if (pod.nodeName() != null && !pod.nodeName().isEmpty()) {
            return refused(name, "pod " + name + " is already assigned to node \"" + pod.nodeName() + "\"");
        }
        return new Changed.To(bound(pod, binding.target().name(), now));
    }

    private static Changed refused(String name, String why) {
        return new Changed.Refused(Status.conflict(PODS_BINDING, name, why));
    }

    private static Pod bound(Pod pod, String node, Instant now) {
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
        return pod.with(
                builder -> builder.spec(pod.spec().withNodeName(node)).status(status.withConditions(conditions)));
    }
}
