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
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
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
 * changed after its controller looked permits nothing. A pod that somebody else deletes at the same time goes without
 * being charged; as the other one may die before its answer, charges are asked for until the first fault.
 */
public final class BudgetKept implements Invariant {

    private static final String KIND = "PodDisruptionBudget";

    /** Within this time there is an answer to every request that came before, when nothing fails. */
    private static final long ANSWERED = 5 * VirtualTime.SECOND;

    private final Map<String, Account> accounts = new LinkedHashMap<>();
    /** Every pod as it was before it began to go. */
    private final Map<ObjectKey, Pod> pods = new LinkedHashMap<>();

    /** Since when pods are on their way out. */
    private final Map<ObjectKey, Long> going = new LinkedHashMap<>();
    /** Pods that were evicted uncharged, unless somebody else deleted them: when, and what would be wrong. */
    private final Map<ObjectKey, Suspect> suspects = new LinkedHashMap<>();

    private boolean faulty;

    private record Suspect(long since, String wrong) {}

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
        faulty = faulty || entry.record() instanceof FaultTrace.Opened;
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change.change() == WatchEvent.Type.DELETED, entry.time());
            } else if (change.object() instanceof GenericObject budget
                    && budget.kind().equals(KIND)) {
                observe(budget, change, entry.time(), verdicts);
            }
        } else if (!accounts.isEmpty() && entry.record() instanceof RequestTrace request) {
            observe(request, entry.time());
        }
        if (!suspects.isEmpty()) {
            convict(entry.time(), verdicts);
        }
    }

    private void observe(RequestTrace request, long now) {
        ObjectKey key = request.call().request().key();
        if (request.call().request() instanceof ApiRequest.Create eviction
                && eviction.subresource().equals("eviction")) {
            boolean itself = going.getOrDefault(key, 0L) > request.received();
            if (itself && request.response().isSuccess()) {
                suspect(pods.get(key), now);
            }
        } else if (request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().plural().equals("pods")) {
            suspects.remove(key);
        } else if (request.call().request() instanceof ApiRequest.DeleteCollection) {
            suspects.clear();
        }
    }

    private void convict(long now, Verdicts verdicts) {
        if (faulty) {
            suspects.clear();
        }
        suspects.entrySet().removeIf(suspect -> {
            boolean proven = now - suspect.getValue().since() > ANSWERED;
            if (proven) {
                verdicts.broken(
                        this, "pod/" + suspect.getKey(), suspect.getValue().wrong());
            }
            return proven;
        });
    }

    private void observe(Pod pod, boolean deleted, long now) {
        if (deleted || pod.metadata().isDeleting()) {
            going.putIfAbsent(pod.key(), now);
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
    private void suspect(Pod pod, long now) {
        if (pod == null || !pod.isReady() || !pod.phase().equals("Running")) {
            return;
        }
        for (Account account : accounts.values()) {
            if (account.protects(pod)
                    && now - account.since > ANSWERED
                    && !account.charged.contains(pod.metadata().name())) {
                String wrong = "was evicted without being charged to " + ObjectNames.of(account.budget);
                suspects.put(pod.key(), new Suspect(now, wrong));
            }
        }
    }
}
