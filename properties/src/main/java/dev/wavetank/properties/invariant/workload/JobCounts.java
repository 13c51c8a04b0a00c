package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
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
 * A Job counts no more pods than have succeeded, never counts one again, and is complete with exactly as many as it
 * wants.
 *
 * <p>Since v1.26 a finalizer keeps a pod until it is counted, so that no crash and no lost answer makes the count
 * wrong. A Job without completions of its own is complete when one pod has succeeded and none is active.
 */
public final class JobCounts implements Invariant {

    /** The pods that have succeeded, by the uid of their Job. */
    private final Map<String, Set<String>> succeeded = new LinkedHashMap<>();

    @Override
    public String name() {
        return "JobCounts";
    }

    @Override
    public String law() {
        return "A Job counts no more pods than have succeeded, and completes with as many as it wants.";
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            OwnerReference owner = pod.metadata().controller().orElse(null);
            if (owner != null && owner.kind().equals("Job") && pod.phase().equals("Succeeded")) {
                succeeded
                        .computeIfAbsent(owner.uid(), missing -> new LinkedHashSet<>())
                        .add(pod.uid());
            }
        } else if (change.resource().equals(Resources.JOBS) && change.object() instanceof GenericObject job) {
            judge(job, verdicts);
        }
    }

    private void judge(GenericObject job, Verdicts verdicts) {
        int counted = Trees.number(Trees.status(job), "succeeded", 0);
        int there = succeeded.getOrDefault(job.uid(), Set.of()).size();
        if (counted > there) {
            verdicts.broken(
                    this,
                    ObjectNames.of(job),
                    "counts " + counted + " pods that have succeeded, expected at most " + there);
        }
        Long completions = JsonFields.number(Trees.spec(job), "completions");
        if (completions != null && isComplete(job) && counted < completions) {
            verdicts.broken(
                    this,
                    ObjectNames.of(job),
                    "is complete with " + counted + " pods that have succeeded, expected " + completions);
        }
    }

    private static boolean isComplete(GenericObject job) {
        return JsonFields.list(Trees.status(job), "conditions").stream()
                .anyMatch(condition -> "Complete".equals(condition.get("type"))
                        && "True".equals(condition.get("status"))
                        && !"SuccessPolicy".equals(condition.get("reason")));
    }
}
