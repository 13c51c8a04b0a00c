package dev.wavetank.model.apiserver.execution;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a PodDisruptionBudget says of evictions. Its controller counts pods; here disruptions are taken from what it
 * allows.
 *
 * @param object the budget as it is stored
 */
record Budget(GenericObject object) {

    /** Refusals name the resource in the singular. */
    private static final ResourceType NAMED =
            new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudget", true);

    private static final String ALLOWED = "disruptionsAllowed";
    private static final String DISRUPTED = "disruptedPods";
    private static final String CONDITIONS = "conditions";
    private static final String CONDITION = "DisruptionAllowed";
    private static final String VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

    /** More evictions that the controller has not seen yet are not permitted. */
    private static final int DISRUPTED_MAX = 2000;

    /** Whether the pod is one of those that the budget is about; an empty selector selects none here. */
    boolean protects(Pod pod) {
        Map<String, Object> tree = JsonFields.map(spec(), "selector");
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        for (Map<String, Object> item : JsonFields.list(tree, "matchExpressions")) {
            requirements.add(new LabelSelector.Requirement(
                    JsonFields.text(item, "key"), JsonFields.text(item, "operator"), JsonFields.texts(item, "values")));
        }
        LabelSelector selector = new LabelSelector(JsonFields.textMap(tree, "matchLabels"), requirements);
        return !selector.isEmpty() && selector.matches(pod.metadata().labels());
    }

    /** Whether a pod that is not ready may go without being counted. */
    boolean letsGo(Pod pod, KubernetesVersion release) {
        if (pod.isReady()) {
            return false;
        }
        return release.has(Feature.UNHEALTHY_POD_EVICTION_POLICY)
                        && JsonFields.text(spec(), "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
                || number("currentHealthy") >= number("desiredHealthy") && number("desiredHealthy") > 0;
    }

    /** Why it permits no disruption now, or null. */
    Status refusal(KubernetesVersion release) {
        Long generation = object.metadata().generation();
        if (generation != null && number("observedGeneration") < generation) {
            return isBehind();
        }
        if (number(ALLOWED) < 0) {
            return Status.forbidden(NAMED, name(), "pdb disruptions allowed is negative");
        }
        if (JsonFields.map(status(), DISRUPTED).size() > DISRUPTED_MAX) {
            return Status.forbidden(
                    NAMED, name(), "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        return number(ALLOWED) > 0 ? null : violation("The disruption budget " + name() + " " + why(release), null);
    }

    private String why(KubernetesVersion release) {
        String healthy = "needs " + number("desiredHealthy") + " healthy pods and has " + number("currentHealthy")
                + " currently";
        Map<String, Object> condition = condition();
        String message = JsonFields.text(condition, "message");
        boolean isTold = JsonFields.text(condition, "status").equals("False") && !message.isEmpty();
        String reason = JsonFields.text(condition, "reason");
        if (release.has(Feature.EVICTION_OF_UNREADY_PODS) && isTold && reason.equals("SyncFailed")) {
            return "does not allow evicting pods currently because it failed sync: " + message;
        }
        if (!release.has(Feature.EVICTION_OF_UNREADY_PODS) || number("currentHealthy") <= number("desiredHealthy")) {
            return healthy;
        }
        return "does not allow evicting pods currently" + (isTold ? " (" + reason + "): " + message : "");
    }

    /** The answer while its controller has not seen its latest state. */
    Status isBehind() {
        return violation("The disruption budget " + name() + " is still being processed by the server.", 10);
    }

    /** The answer when others have changed it again and again. */
    Status isContended() {
        return Status.failure(
                StatusReason.TIMEOUT,
                "Timeout: couldn't update PodDisruptionBudget \"" + name() + "\" due to conflicts",
                new Status.Details(null, null, null, null, null, 10));
    }

    /** The budget after one disruption more, which its controller is to expect. */
    GenericObject charged(String pod, Instant now, KubernetesVersion release) {
        Map<String, Object> status = new LinkedHashMap<>(status());
        long left = number(ALLOWED) - 1;
        status.put(ALLOWED, left);
        Map<String, Object> disrupted = new LinkedHashMap<>(JsonFields.map(status, DISRUPTED));
        disrupted.put(pod, now.toString());
        status.put(DISRUPTED, disrupted);
        if (left == 0 && release.has(Feature.EVICTION_OF_UNREADY_PODS)) {
            status.put(CONDITIONS, exhausted(now));
        }
        Map<String, Object> fields = new LinkedHashMap<>(object.other());
        fields.put("status", status);
        return object.withOther(fields);
    }

    private List<Object> exhausted(Instant now) {
        List<Object> conditions = new ArrayList<>();
        JsonFields.list(status(), CONDITIONS).stream()
                .filter(condition -> !condition.get("type").equals(CONDITION))
                .forEach(conditions::add);
        Map<String, Object> before = condition();
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("type", CONDITION);
        condition.put("status", "False");
        condition.put("observedGeneration", number("observedGeneration"));
        condition.put(
                "lastTransitionTime",
                JsonFields.text(before, "status").equals("False") ? before.get("lastTransitionTime") : now.toString());
        condition.put("reason", "InsufficientPods");
        condition.put("message", "");
        conditions.add(condition);
        return conditions;
    }

    private Map<String, Object> condition() {
        return JsonFields.list(status(), CONDITIONS).stream()
                .filter(condition -> CONDITION.equals(condition.get("type")))
                .findFirst()
                .orElseGet(LinkedHashMap::new);
    }

    private static Status violation(String why, Integer retryAfterSeconds) {
        Status.Cause cause = new Status.Cause("DisruptionBudget", why, null);
        return Status.failure(
                StatusReason.TOO_MANY_REQUESTS,
                VIOLATION,
                new Status.Details(null, null, null, null, List.of(cause), retryAfterSeconds));
    }

    private String name() {
        return object.metadata().name();
    }

    private Map<String, Object> spec() {
        return JsonFields.map(object.other(), "spec");
    }

    private Map<String, Object> status() {
        return JsonFields.map(object.other(), "status");
    }

    private long number(String field) {
        Long number = JsonFields.number(status(), field);
        return number == null ? 0 : number;
    }
}
