package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusCondition;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import java.util.List;

/** The conditions that the status of an object has. */
final class StatusConditions {

    private StatusConditions() {}

    /** Those of an object whose transitions are judged; empty for other kinds. */
    static List<? extends StatusCondition> of(KubernetesObject object) {
        if (object instanceof Pod pod && pod.status() != null) {
            return pod.status().conditions();
        } else if (object instanceof Node node && node.status() != null) {
            return node.status().conditions();
        } else if (object instanceof Deployment deployment && deployment.status() != null) {
            return deployment.status().conditions();
        } else if (object instanceof PodDisruptionBudget budget && budget.status() != null) {
            return budget.status().conditions();
        } else if (object instanceof HorizontalPodAutoscaler scaler && scaler.status() != null) {
            return scaler.status().conditions();
        } else if (object instanceof Namespace namespace && namespace.status() != null) {
            return namespace.status().conditions();
        }
        return List.of();
    }
}
