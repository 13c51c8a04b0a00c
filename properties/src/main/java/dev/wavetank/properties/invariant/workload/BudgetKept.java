package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Verdicts;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * An eviction leaves as many healthy pods as the budget asks for, and every eviction of a ready pod that has a budget
 * is charged to it.
 *
 * <p>Judged by the budget's own status: what its controller counted last, less the evictions since. A budget that
 * changed after its controller looked permits nothing.
 */
public final class BudgetKept implements Invariant {

    private static final String KIND = "PodDisruptionBudget";

    private final CacheLag lag = new CacheLag();
    private final Map<String, Account> accounts = new LinkedHashMap<>();
    /** Every pod as it was before it began to go. */
    private final Map<ObjectKey, Pod> pods = new LinkedHashMap<>();

    private final Set<ObjectKey> going = new LinkedHashSet<>();

    /** One budget. */
    private static final class Account {
        private final long since;
        private GenericObject budget;
        /** Evictions since the controller counted. */
        private int charges;
        /** The names of all pods that were ever charged. */
        private final Set<String> charged = new LinkedHashSet<>();

        private Account(long since) {
            this.since = since;
        }

        private boolean protects(Pod pod) {
            return budget.key().namespace().equals(pod.key().namespace())
                    && Trees.selector(JsonFields.map(Trees.spec(budget), "selector"))
                            .matches(pod.metadata().labels());
        }
    }

    @Override
    public String name() {
        return "BudgetKept";
    }

    @Override
    public String law() {
        return "An eviction leaves as many healthy pods as the PodDisruptionBudget asks for, by its status.";
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change.change() == WatchEvent.Type.DELETED);
            } else if (change.object() instanceof GenericObject budget
                    && budget.kind().equals(KIND)) {
                observe(budget, change, entry.time(), verdicts);
            }
        } else if (!accounts.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.response().isSuccess()
                && request.call().request() instanceof ApiRequest.Create eviction
                && eviction.subresource().equals("eviction")
                && going.contains(eviction.key())) {
            judge(pods.get(eviction.key()), entry.time(), verdicts);
        }
    }

    private void observe(Pod pod, boolean deleted) {
        if (deleted || pod.metadata().isDeleting()) {
            going.add(pod.key());
        } else {
            going.remove(pod.key());
            pods.put(pod.key(), pod);
        }
    }

    private void observe(GenericObject budget, StoreTrace change, long now, Verdicts verdicts) {
        if (change.change() == WatchEvent.Type.DELETED) {
            accounts.remove(budget.uid());
            return;
        }
        Account account = accounts.computeIfAbsent(budget.uid(), missing -> new Account(now));
        GenericObject before = account.budget;
        account.budget = budget;
        Set<String> added = new LinkedHashSet<>(disrupted(budget));
        if (before != null) {
            added.removeAll(disrupted(before));
        }
        if (added.isEmpty() || before == null) {
            account.charges =
                    before == null || !Trees.status(before).equals(Trees.status(budget)) ? 0 : account.charges;
            return;
        }
        account.charges += added.size();
        account.charged.addAll(added);
        judge(budget, before, account, verdicts);
    }

    private static Set<String> disrupted(GenericObject budget) {
        return JsonFields.map(Trees.status(budget), "disruptedPods").keySet();
    }

    private void judge(GenericObject budget, GenericObject before, Account account, Verdicts verdicts) {
        Map<String, Object> status = Trees.status(before);
        int left = Trees.number(status, "currentHealthy", 0) - account.charges;
        int desired = Trees.number(status, "desiredHealthy", 0);
        if (left < desired) {
            verdicts.broken(
                    this,
                    ObjectNames.of(budget),
                    "let a pod go and has " + left + " healthy ones left, expected at least " + desired);
        }
        Long generation = before.metadata().generation();
        int observed = Trees.number(status, "observedGeneration", 0);
        if (generation != null && observed < generation) {
            verdicts.broken(
                    this,
                    ObjectNames.of(budget),
                    "let a pod go by what was counted for its generation " + observed + ", expected " + generation);
        }
    }

    /** A pod that was ready is charged to the budget that protects it, unless that is quite new. */
    private void judge(Pod pod, long now, Verdicts verdicts) {
        if (pod == null || !pod.isReady() || !pod.phase().equals("Running")) {
            return;
        }
        for (Account account : accounts.values()) {
            if (account.protects(pod)
                    && !lag.mayHide(account.since, now)
                    && !account.charged.contains(pod.metadata().name())) {
                verdicts.broken(
                        this,
                        ObjectNames.of(pod),
                        "was evicted without being charged to " + ObjectNames.of(account.budget));
            }
        }
    }
}
