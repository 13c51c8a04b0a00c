package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At rest a PodDisruptionBudget knows how many of its pods are healthy and how many may be evicted. It is counted
 * again: healthy are pods that are ready and stay; what is expected is what the controllers of the pods want.
 */
public final class BudgetsCounted implements Invariant {

    private final Present<Pod> pods = new Present<>(Pod.class);
    private final Present<PodDisruptionBudget> budgets = new Present<>(PodDisruptionBudget.class);
    private final Present<ReplicaSet> sets = new Present<>(ReplicaSet.class);
    private final Present<Deployment> deployments = new Present<>(Deployment.class);
    private final Present<StatefulSet> stateful = new Present<>(StatefulSet.class);

    @Override
    public String name() {
        return "BudgetsCounted";
    }

    @Override
    public String reason() {
        return "Evictions are judged by that status and by nothing else: a count that is too high permits an"
                + " outage, and one that is too low blocks a drain for ever. Budgets are not judged while evictions"
                + " are noted in them, nor over pods whose controller is of another kind than those of apps/v1.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/disruption/disruption.go (v1.32), getExpectedPodCount",
                "API reference v1.32, PodDisruptionBudgetStatus");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DISRUPTION, Tag.STATUS, Tag.AT_REST);
    }

    @Override
    public Focus focus() {
        return Focus.COUNT;
    }

    @Override
    public String statement() {
        return "At rest a PodDisruptionBudget knows how many pods are healthy and how many may be evicted.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ReplicaSet.class, Deployment.class, StatefulSet.class, PodDisruptionBudget.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && !pods.observe(change) && !sets.observe(change)) {
            boolean isOther = !deployments.observe(change) && !stateful.observe(change);
            if (isOther) {
                budgets.observe(change);
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (PodDisruptionBudget budget : budgets.all()) {
            boolean isJudged = !budget.metadata().isDeleting()
                    && budget.status() != null
                    && budget.status().disruptedPods().isEmpty();
            if (isJudged) {
                judge(budget, outcomes);
            }
        }
    }

    private void judge(PodDisruptionBudget budget, Outcomes outcomes) {
        List<Pod> covered = pods.all().stream()
                .filter(pod -> pod.key().namespace().equals(budget.key().namespace())
                        && budget.covers(pod.metadata().labels()))
                .toList();
        Object least = budget.spec().minAvailable();
        Object most = budget.spec().maxUnavailable();
        boolean isFixed = least instanceof Number || least == null && most == null;
        boolean isUncountable = !isFixed
                && covered.stream().anyMatch(pod -> Present.controllerOf(pod).isEmpty());
        if (isUncountable) {
            // Up to v1.20 the controller gives up: it cannot know how many pods are expected.
            return;
        }
        PodDisruptionBudget.Status status = budget.status();
        int healthy = (int) covered.stream()
                .filter(pod -> !pod.metadata().isDeleting() && pod.isReady())
                .count();
        compare(budget, "currentHealthy", status.currentHealthy(), healthy, outcomes);
        Integer expected = isFixed ? Integer.valueOf(least == null ? 0 : covered.size()) : expected(covered);
        if (expected == null) {
            return;
        }
        compare(budget, "expectedPods", status.expectedPods(), expected, outcomes);
        int desired = most == null
                ? least == null ? 0 : resolve(least, expected)
                : Math.max(0, expected - resolve(most, expected));
        compare(budget, "desiredHealthy", status.desiredHealthy(), desired, outcomes);
        int allowed = expected == 0 ? 0 : Math.max(0, healthy - desired);
        compare(budget, "disruptionsAllowed", status.disruptionsAllowed(), allowed, outcomes);
    }

    /** What the controllers of the pods want together; null when that cannot be known. */
    private @Nullable Integer expected(List<Pod> covered) {
        Map<String, Integer> wanted = new LinkedHashMap<>();
        for (Pod pod : covered) {
            ReplicaSet set = sets.get(Present.controllerOf(pod));
            StatefulSet ordered = stateful.get(Present.controllerOf(pod));
            Deployment deployment = set == null ? null : deployments.get(Present.controllerOf(set));
            if (deployment != null) {
                wanted.put(
                        deployment.uid(), Defaults.zeroIfNull(deployment.spec().replicas()));
            } else if (set != null && Present.controllerOf(set).isEmpty()) {
                wanted.put(set.uid(), Defaults.zeroIfNull(set.spec().replicas()));
            } else if (ordered != null) {
                wanted.put(ordered.uid(), ordered.replicas());
            } else {
                return null;
            }
        }
        return wanted.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static int resolve(Object bound, int total) {
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = String.valueOf(bound).trim();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (percent * total + 99) / 100;
    }

    private void compare(
            PodDisruptionBudget budget, String field, @Nullable Integer written, int counted, Outcomes outcomes) {
        if (Defaults.zeroIfNull(written) != counted) {
            outcomes.broken(
                    this,
                    ObjectNames.of(budget),
                    "has status." + field + " " + Defaults.zeroIfNull(written) + ", expected " + counted);
        }
    }
}
