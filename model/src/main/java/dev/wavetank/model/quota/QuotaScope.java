package dev.wavetank.model.quota;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Which objects a quota is about: those that use something that it limits, and, when it has scopes, only pods that are
 * within all of them.
 */
public final class QuotaScope {

    private static final String PRIORITY_CLASS = "PriorityClass";

    private QuotaScope() {}

    /** Whether the quota is about the object, by the given limits. */
    public static boolean covers(
            ResourceQuota quota, Map<String, String> hard, ResourceType resource, KubernetesObject object) {
        return hard.keySet().stream().anyMatch(name -> QuotaUsage.isOf(resource, name)) && inScope(quota, object);
    }

    private static boolean inScope(ResourceQuota quota, KubernetesObject object) {
        if (quota.spec() == null) {
            return true;
        }
        for (LabelSelector.Requirement scope : scopes(quota.spec())) {
            if (!(object instanceof Pod pod) || !contains(scope, pod.spec())) {
                return false;
            }
        }
        return true;
    }

    private static List<LabelSelector.Requirement> scopes(ResourceQuota.Spec spec) {
        if (spec.scopes().isEmpty() && !spec.other().containsKey("scopeSelector")) {
            return List.of();
        }
        List<LabelSelector.Requirement> scopes = new ArrayList<>();
        spec.scopes().forEach(name -> scopes.add(new LabelSelector.Requirement(name, "Exists", null)));
        if (spec.other().get("scopeSelector") instanceof Map<?, ?> selector
                && selector.get("matchExpressions") instanceof List<?> expressions) {
            for (Object expression : expressions) {
                Map<?, ?> requirement = (Map<?, ?>) expression;
                List<String> values = new ArrayList<>();
                if (requirement.get("values") instanceof List<?> given) {
                    given.forEach(value -> values.add(String.valueOf(value)));
                }
                scopes.add(new LabelSelector.Requirement(
                        String.valueOf(requirement.get("scopeName")),
                        String.valueOf(requirement.get("operator")),
                        values));
            }
        }
        return scopes;
    }

    private static boolean contains(LabelSelector.Requirement scope, PodSpec pod) {
        return switch (scope.key()) {
            case "Terminating" -> isTerminating(pod);
            case "NotTerminating" -> !isTerminating(pod);
            case "BestEffort" -> isBestEffort(pod);
            case "NotBestEffort" -> !isBestEffort(pod);
            case PRIORITY_CLASS -> hasPriority(scope, pod.priorityClassName());
            case "CrossNamespacePodAffinity" -> crossesNamespaces(pod.affinity());
            default -> false;
        };
    }

    private static boolean hasPriority(LabelSelector.Requirement scope, String name) {
        boolean isNamed = name != null && !name.isEmpty();
        return scope.matches(isNamed ? Collections.singletonMap(PRIORITY_CLASS, name) : Collections.emptyMap());
    }

    private static boolean isTerminating(PodSpec pod) {
        return pod.activeDeadlineSeconds() != null && pod.activeDeadlineSeconds() >= 0;
    }

    private static boolean isBestEffort(PodSpec pod) {
        for (List<Container> containers : List.of(pod.containers(), pod.initContainers())) {
            for (Container container : containers) {
                if (container.resources() != null
                        && (isPositive(container.resources().requests())
                                || isPositive(container.resources().limits()))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean isPositive(Map<String, String> given) {
        for (String name : List.of("cpu", "memory")) {
            if (given.containsKey(name) && Quantity.parse(given.get(name)).signum() > 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean crossesNamespaces(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            boolean names = map.get("namespaces") instanceof List<?> list && !list.isEmpty();
            return names
                    || map.get("namespaceSelector") != null
                    || map.values().stream().anyMatch(QuotaScope::crossesNamespaces);
        }
        return tree instanceof List<?> list && list.stream().anyMatch(QuotaScope::crossesNamespaces);
    }
}
