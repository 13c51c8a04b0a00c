package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.api.policy.PodDisruptionBudgetStatusBuilder;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An eviction leaves as many healthy pods as the budget asks for, and every eviction of a ready pod that has a budget
 * is charged to it.
 *
 * <p>Judged in three ways. By the budget's own status: what its controller counted last, less the evictions since; each
 * takes one from what is allowed, and a budget that changed after its controller looked permits nothing. By the pods
 * themselves: as many are left as are asked for of those that are healthy, or that the controller's cache may still
 * show so; for two minutes it remembers on its own which were to go, if the clocks are right. And by the deletions that
 * evictions brought about, which each came after a charge.
 */
public final class BudgetKept implements Invariant {

    /** {@code DeletionTimeout} of the disruption controller. */
    private static final long REMEMBERED = 2 * VirtualTime.MINUTE;

    private final CacheLag lag;
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    private final HealthyPods pods = new HealthyPods();
    private boolean clocksAreRight = true;

    /** With the age of what controllers act on. */
    public BudgetKept(CacheLag lag) {
        this.lag = lag;
    }

    @Override
    public String name() {
        return "BudgetKept";
    }

    @Override
    public String reason() {
        return "People drain several nodes at once and trust that the budget keeps a quorum. The status is"
                + " counted from a cache, so pods that the cache may still have shown as healthy count.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Disruptions; API-initiated Eviction",
                "pkg/registry/core/pod/storage/eviction.go (v1.32), checkAndDecrement;"
                        + " pkg/controller/disruption/disruption.go, DeletionTimeout");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.CONTROLLERS, Tag.DISRUPTION, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An eviction leaves as many healthy pods as the PodDisruptionBudget asks for, and is charged to it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, PodDisruptionBudget.class, ApiRequest.Create.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                pods.observe(pod, change.change() == WatchEvent.Type.DELETED, entry.time(), entry.number());
            } else if (change.object() instanceof PodDisruptionBudget budget) {
                observe(budget, change, entry.time(), outcomes);
            }
        } else if (!accounts.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create eviction
                && eviction.subresource().equals("eviction")
                && request.response().isSuccess()) {
            judgeDeletion(eviction.key(), request.received(), entry.cause(), outcomes);
        } else if (entry.record() instanceof FaultTrace.Opened opened
                && opened.fault() instanceof ComponentFault.SkewedClock) {
            clocksAreRight = false;
        }
    }

    private void observe(PodDisruptionBudget budget, StoreTrace change, long now, Outcomes outcomes) {
        if (change.change() == WatchEvent.Type.DELETED) {
            accounts.remove(budget.uid());
            return;
        }
        Account account = accounts.computeIfAbsent(budget.uid(), missing -> new Account());
        PodDisruptionBudget before = account.budget();
        Set<String> charged = account.take(budget, now);
        if (!charged.isEmpty()) {
            judgeStatus(account, before, charged.size(), outcomes);
            judgePods(account, before, now, outcomes);
        }
    }

    private void judgeStatus(Account account, PodDisruptionBudget before, int charged, Outcomes outcomes) {
        PodDisruptionBudget budget = account.budget();
        PodDisruptionBudget.Status status = status(before);
        int left = Defaults.zeroIfNull(status.currentHealthy()) - account.charges();
        int desired = Defaults.zeroIfNull(status.desiredHealthy());
        if (left < desired) {
            outcomes.broken(
                    this,
                    ObjectNames.of(budget),
                    "let a pod go and has " + left + " healthy ones left, expected at least " + desired);
        }
        int allowed = Defaults.zeroIfNull(status.disruptionsAllowed());
        int rest = Defaults.zeroIfNull(status(budget).disruptionsAllowed());
        if (allowed < charged || rest != allowed - charged) {
            outcomes.broken(
                    this,
                    ObjectNames.of(budget),
                    "allowed " + allowed + " disruptions, let " + charged + " pods go and allows " + rest);
        }
        Long generation = before.metadata().generation();
        long observed = status.observedGeneration() == null ? 0 : status.observedGeneration();
        if (generation != null && observed < generation) {
            outcomes.broken(
                    this,
                    ObjectNames.of(budget),
                    "let a pod go by what was counted for its generation " + observed + ", expected " + generation);
        }
    }

    private static PodDisruptionBudget.Status status(PodDisruptionBudget budget) {
        return budget.status() == null
                ? PodDisruptionBudgetStatusBuilder.builder().build()
                : budget.status();
    }

    private void judgePods(Account account, PodDisruptionBudget before, long now, Outcomes outcomes) {
        List<HealthyPods.Known> left = pods.maybeHealthy(account::protects, lag, now);
        if (clocksAreRight) {
            left.removeIf(pod -> account.isCharged(pod, now - REMEMBERED));
        }
        int desired = Defaults.zeroIfNull(status(before).desiredHealthy());
        if (left.size() < desired) {
            outcomes.broken(
                    this,
                    ObjectNames.of(account.budget()),
                    "let a pod go when " + left.size()
                            + " others were healthy, or could pass for it, expected at least " + desired);
        }
    }

    /**
     * A pod that ran when the eviction was asked for is charged to the budget that protected it then, if it was this
     * request that deleted it. One that was not ready may go without, while enough others are healthy.
     *
     * @param cause the last change that the request made
     */
    private void judgeDeletion(ObjectKey key, long received, long cause, Outcomes outcomes) {
        HealthyPods.Known known = pods.pod(key);
        boolean judged = known != null
                && known.goneBy() != 0
                && known.goneBy() == cause
                && known.changedAt() < received
                && known.pod().phase().equals("Running");
        if (!judged) {
            return;
        }
        for (Account account : accounts.values()) {
            if (account.changedAt() < received
                    && account.protects(known.pod())
                    && !mayGoUncharged(known.pod(), account.budget())
                    && !account.isChargedSince(key.name(), received)) {
                outcomes.broken(
                        this,
                        ObjectNames.of(known.pod()),
                        "was evicted without being charged to " + ObjectNames.of(account.budget()));
            }
        }
    }

    /** As the field {@code unhealthyPodEvictionPolicy} says; before v1.27 by its default. */
    private static boolean mayGoUncharged(Pod pod, PodDisruptionBudget budget) {
        PodDisruptionBudget.Status status = status(budget);
        int desired = Defaults.zeroIfNull(status.desiredHealthy());
        boolean isEnough = desired > 0 && Defaults.zeroIfNull(status.currentHealthy()) >= desired;
        boolean always = budget.spec() != null
                && "AlwaysAllow".equals(budget.spec().other().get("unhealthyPodEvictionPolicy"));
        return !pod.isReady() && (always || isEnough);
    }
}
