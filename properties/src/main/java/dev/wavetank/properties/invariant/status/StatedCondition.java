package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition that the status of an object has, of whatever kind the object is.
 *
 * @param since its last transition; null where none is given
 */
record StatedCondition(String type, String status, @Nullable Instant since) {

    /** Those of an object; empty for kinds whose conditions have no time of a transition. */
    static List<StatedCondition> of(KubernetesObject object) {
        if (object instanceof Pod pod && pod.status() != null) {
            return pod.status().conditions().stream()
                    .map(each -> new StatedCondition(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof Node node && node.status() != null) {
            return node.status().conditions().stream()
                    .map(each -> new StatedCondition(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof Deployment deployment && deployment.status() != null) {
            return deployment.status().conditions().stream()
                    .map(each -> new StatedCondition(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof PodDisruptionBudget budget && budget.status() != null) {
            return budget.status().conditions().stream()
                    .map(each -> new StatedCondition(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof HorizontalPodAutoscaler scaler && scaler.status() != null) {
            return scaler.status().conditions().stream()
                    .map(each -> new StatedCondition(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        } else if (object instanceof Namespace namespace && namespace.status() != null) {
            return namespace.status().conditions().stream()
                    .map(each -> new StatedCondition(each.type(), each.status(), each.lastTransitionTime()))
                    .toList();
        }
        return List.of();
    }
}
