package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What pods, containers and nodes say that Events are recorded about. */
final class Symptoms {

    private Symptoms() {}

    /** The field of a pod that an Event about a container of it names. */
    static String path(Pod pod, String container) {
        for (Container init : pod.spec().initContainers()) {
            if (init.name().equals(container)) {
                return "spec.initContainers{" + container + "}";
            }
        }
        return "spec.containers{" + container + "}";
    }

    /** Whether a scheduler has found no node for the pod. */
    static boolean isUnschedulable(Pod pod) {
        return pod.condition("PodScheduled")
                .filter(one -> one.status().equals("False") && "Unschedulable".equals(one.reason()))
                .isPresent();
    }

    /** What a pod says of a container; null when nothing. */
    static Pod.@Nullable ContainerStatus status(Pod pod, String name) {
        if (pod.status() != null) {
            for (Pod.ContainerStatus status : pod.status().containerStatuses()) {
                if (status.name().equals(name)) {
                    return status;
                }
            }
        }
        return null;
    }

    /** Whether a container has a readiness probe. */
    static boolean isProbed(Pod pod, String container) {
        return pod.spec().containers().stream()
                .anyMatch(one -> one.name().equals(container) && one.readinessProbe() != null);
    }

    /** Why a container waits; empty when it does not. */
    static String waiting(Pod.ContainerStatus status) {
        return status.state() == null || status.state().waiting() == null
                ? ""
                : Objects.requireNonNullElse(status.state().waiting().reason(), "");
    }

    /** The status of the condition {@code Ready} of a node; empty when it has none. */
    static String ready(Node node) {
        if (node.status() != null) {
            for (Node.Condition condition : node.status().conditions()) {
                if (condition.type().equals("Ready")) {
                    return condition.status();
                }
            }
        }
        return "";
    }
}
