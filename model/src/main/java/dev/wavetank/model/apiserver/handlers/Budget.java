package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.policy.PodDisruptionBudgetStatusBuilder;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a PodDisruptionBudget says of evictions. Its controller counts pods; here disruptions are taken from what it
 * allows.
 *
 * @param object the budget as it is stored
 */
record Budget(PodDisruptionBudget object) {

    /** Refusals name the resource in the singular. */
    private static final ResourceType NAMED =
            new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudget", true);

    private static final String CONDITION = "DisruptionAllowed";
    private static final String VIOLATION = "Cannot evict pod as it would violate the pod's disruption budget.";

    /** More evictions that the controller has not seen yet are not permitted. */
    private static final int DISRUPTED_MAX = 2000;

    private static final PodDisruptionBudget.Status NONE =
            PodDisruptionBudgetStatusBuilder.builder().build();

    /** Whether the pod is one of those that the budget is about; an empty selector selects none here. */
    boolean protects(Pod pod) {
        LabelSelector selector = object.spec() == null ? null : object.spec().selector();
        return selector != null
                && !selector.isEmpty()
                && selector.matches(pod.metadata().labels());
    }

    /** Whether a pod that is not ready may go without being counted. */
    boolean letsGo(Pod pod, KubernetesVersion version) {
        if (pod.isReady()) {
            return false;
        }
        boolean always = version.has(Feature.UNHEALTHY_POD_EVICTION_POLICY)
                && object.spec() != null
                && "AlwaysAllow".equals(object.spec().other().get("unhealthyPodEvictionPolicy"));
        return always || healthy() >= desired() && desired() > 0;
    }

    private PodDisruptionBudget.Status status() {
        return object.status() == null ? NONE : object.status();
    }

    private int healthy() {
        return Defaults.zeroIfNull(status().currentHealthy());
    }

    private int desired() {
        return Defaults.zeroIfNull(status().desiredHealthy());
    }

    private int allowed() {
        return Defaults.zeroIfNull(status().disruptionsAllowed());
    }

    /** Why it permits no disruption now, or null. */
    Status refusal(KubernetesVersion version) {
        Long generation = object.metadata().generation();
        Long observed = status().observedGeneration();
        if (generation != null && (observed == null ? 0 : observed) < generation) {
            return isBehind();
        }
        if (allowed() < 0) {
            return Status.forbidden(NAMED, name(), "pdb disruptions allowed is negative");
        }
        if (status().disruptedPods().size() > DISRUPTED_MAX) {
            return Status.forbidden(
                    NAMED, name(), "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
        }
        return allowed() > 0 ? null : violation("The disruption budget " + name() + " " + why(version), null);
    }

    private String why(KubernetesVersion version) {
        String healthy = "needs " + desired() + " healthy pods and has " + healthy() + " currently";
        Optional<PodDisruptionBudget.Condition> condition = condition();
        String message = condition.map(PodDisruptionBudget.Condition::message).orElse("");
        boolean hasReason = condition.map(Budget::isFalse).orElse(false) && !message.isEmpty();
        String reason = condition.map(PodDisruptionBudget.Condition::reason).orElse("");
        if (version.has(Feature.EVICTION_OF_UNREADY_PODS) && hasReason && reason.equals("SyncFailed")) {
            return "does not allow evicting pods currently because it failed sync: " + message;
        }
        if (!version.has(Feature.EVICTION_OF_UNREADY_PODS) || healthy() <= desired()) {
            return healthy;
        }
        return "does not allow evicting pods currently" + (hasReason ? " (" + reason + "): " + message : "");
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
    PodDisruptionBudget charged(String pod, Instant now, KubernetesVersion version) {
        int left = allowed() - 1;
        Map<String, Instant> disrupted = new LinkedHashMap<>(status().disruptedPods());
        disrupted.put(pod, now);
        PodDisruptionBudget.Status charged =
                status().with(builder -> builder.disruptionsAllowed(left).disruptedPods(disrupted));
        return object.withStatus(
                left == 0 && version.has(Feature.EVICTION_OF_UNREADY_PODS)
                        ? charged.withConditions(exhausted(now))
                        : charged);
    }

    private List<PodDisruptionBudget.Condition> exhausted(Instant now) {
        List<PodDisruptionBudget.Condition> conditions = new ArrayList<>(status().conditions());
        conditions.removeIf(condition -> condition.type().equals(CONDITION));
        Long observed = status().observedGeneration();
        conditions.add(new PodDisruptionBudget.Condition(
                CONDITION,
                "False",
                observed == null ? 0 : observed,
                condition()
                        .filter(Budget::isFalse)
                        .map(PodDisruptionBudget.Condition::lastTransitionTime)
                        .orElse(now),
                "InsufficientPods",
                ""));
        return conditions;
    }

    private Optional<PodDisruptionBudget.Condition> condition() {
        return status().conditions().stream()
                .filter(condition -> condition.type().equals(CONDITION))
                .findFirst();
    }

    private static boolean isFalse(PodDisruptionBudget.Condition condition) {
        return "False".equals(condition.status());
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
}
