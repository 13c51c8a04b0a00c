package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Verdicts;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A Job counts every pod that has succeeded once, gets no more pods than completions are missing, and is complete with
 * exactly as many as it wants.
 *
 * <p>Since v1.26 a finalizer keeps a pod until it is counted, so that no crash and no lost answer makes the count
 * wrong. What a controller does twice because it has not seen the first, or was not told, cannot be taken back: a pod
 * too many may succeed, and is counted. So until the first fault the counts are exact; after that a Job gets no pod as
 * long as enough are there that every cache shows. A pod that somebody sends away is replaced and may yet succeed: of
 * such a Job no more is asked than that nothing is counted twice. A Job without completions of its own is complete when
 * one pod has succeeded and none is active.
 */
public final class JobCounts implements Invariant {

    private final CacheLag lag = new CacheLag();
    private final Map<String, JobPods> pods = new LinkedHashMap<>();
    private final Map<String, Long> completions = new LinkedHashMap<>();
    /** Uids of the pods that were ever noted as ended and not counted, by the uid of their Job. */
    private final Map<String, Set<String>> noted = new LinkedHashMap<>();

    private boolean faulty;

    @Override
    public String name() {
        return "JobCounts";
    }

    @Override
    public String law() {
        return "A Job counts every pod that has succeeded once, and completes with exactly as many as it wants.";
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        lag.observe(entry.record());
        faulty |= entry.record() instanceof FaultTrace.Opened;
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        if (change.object() instanceof Pod pod) {
            OwnerReference owner = pod.metadata().controller().orElse(null);
            if (owner != null && owner.kind().equals("Job")) {
                observe(pod, owner, change.change() == WatchEvent.Type.DELETED, entry.time(), verdicts);
            }
        } else if (change.resource().equals(Resources.JOBS) && change.object() instanceof GenericObject job) {
            Long wanted = JsonFields.number(Trees.spec(job), "completions");
            if (wanted != null) {
                completions.merge(job.uid(), wanted, Math::max);
            }
            judge(job, verdicts);
            if (change.previous() instanceof GenericObject before
                    && of(job.uid()).isTracked()) {
                judgeNotes(before, job, verdicts);
            }
        }
    }

    private JobPods of(String job) {
        return pods.computeIfAbsent(job, missing -> new JobPods());
    }

    private void observe(Pod pod, OwnerReference owner, boolean deleted, long now, Verdicts verdicts) {
        JobPods all = of(owner.uid());
        long seen = faulty ? all.completingAndSeen(lag, now) : all.completing();
        Long wanted = completions.get(owner.uid());
        if (all.observe(pod, deleted, now) && wanted != null && !all.isDisturbed() && seen >= wanted) {
            verdicts.broken(
                    this,
                    ObjectNames.of(pod),
                    "was created, although " + seen + " pods of its Job work or have succeeded, which wants " + wanted);
        }
    }

    private void judge(GenericObject job, Verdicts verdicts) {
        JobPods all = of(job.uid());
        int counted = Trees.number(Trees.status(job), "succeeded", 0);
        if (counted > all.succeeded()) {
            verdicts.broken(
                    this,
                    ObjectNames.of(job),
                    "counts " + counted + " pods that have succeeded, expected at most " + all.succeeded());
        }
        Long wanted = completions.get(job.uid());
        if (wanted == null) {
            return;
        }
        if (isComplete(job) && counted < wanted) {
            verdicts.broken(
                    this,
                    ObjectNames.of(job),
                    "is complete with " + counted + " pods that have succeeded, expected " + wanted);
        }
        int sum = counted + Trees.number(Trees.status(job), "active", 0);
        boolean indexed = "Indexed".equals(Trees.spec(job).get("completionMode"));
        if (indexed ? counted > wanted : sum > wanted && !faulty && !all.isDisturbed()) {
            verdicts.broken(
                    this,
                    ObjectNames.of(job),
                    "tells of " + sum + " pods that work or have succeeded, expected at most " + wanted);
        }
    }

    private static boolean isComplete(GenericObject job) {
        return JsonFields.list(Trees.status(job), "conditions").stream()
                .anyMatch(condition -> "Complete".equals(condition.get("type"))
                        && "True".equals(condition.get("status"))
                        && !"SuccessPolicy".equals(condition.get("reason")));
    }

    /** A pod is noted when it has ended, and counted when it leaves the note. */
    private void judgeNotes(GenericObject before, GenericObject after, Verdicts verdicts) {
        for (String outcome : List.of("succeeded", "failed")) {
            List<String> left = notes(before, outcome);
            List<String> there = notes(after, outcome);
            Set<String> ever = noted.computeIfAbsent(after.uid(), missing -> new LinkedHashSet<>());
            for (String uid : there) {
                if (!ever.add(uid) && !left.contains(uid)) {
                    verdicts.broken(
                            this, ObjectNames.of(after), "notes pod " + uid + " again, which was noted and counted");
                }
            }
            left.removeAll(there);
            int more = Trees.number(Trees.status(after), outcome, 0) - Trees.number(Trees.status(before), outcome, 0);
            boolean byIndex = outcome.equals("succeeded")
                    && "Indexed".equals(Trees.spec(after).get("completionMode"));
            if (more > left.size() && !byIndex) {
                verdicts.broken(
                        this,
                        ObjectNames.of(after),
                        "counts " + more + " pods more that have " + outcome + ", expected " + left.size()
                                + " that it had noted");
            }
        }
    }

    private static List<String> notes(GenericObject job, String outcome) {
        Map<String, Object> uncounted = JsonFields.map(Trees.status(job), "uncountedTerminatedPods");
        return new ArrayList<>(JsonFields.texts(uncounted, outcome));
    }
}
