package dev.wavetank.properties.invariant.batch;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A Job that has ended is kept for its {@code ttlSecondsAfterFinished}, and not much longer. */
public final class KeptForItsTime implements Invariant {

    /** The controller waits for the time of each Job; this is for its requests. */
    private static final Duration LATE = Duration.ofSeconds(30);

    private static final Duration OVERDUE = Duration.ofMinutes(2);

    private final Present<Job> jobs = new Present<>(Job.class);
    private final Map<ObjectKey, Job> latest = new LinkedHashMap<>();
    private boolean clocksAreRight = true;
    /** Whether there was no fault yet. */
    private boolean isCalm = true;

    @Override
    public String name() {
        return "KeptForItsTime";
    }

    @Override
    public String reason() {
        return "Whoever reads the outcome of the Job and its logs has that time; afterwards it fills etcd. Once"
                + " a clock was wrong, nothing is judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Automatic Cleanup for Finished Jobs",
                "pkg/controller/ttlafterfinished/ttlafterfinished_controller.go (v1.32)",
                "KEP-592 (TTL after finish)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.JOBS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A Job that has ended is kept for its ttlSecondsAfterFinished, and not much longer.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Job.class, ApiRequest.Delete.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            boolean goes = change.change() == WatchEvent.Type.DELETED;
            if (jobs.observe(change)
                    && !goes
                    && change.object() instanceof Job job
                    && job.spec().ttlSecondsAfterFinished() != null) {
                latest.put(job.key(), job);
            }
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            isCalm = false;
            clocksAreRight &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        } else if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Delete delete
                && delete.resource().plural().equals("jobs")
                && request.isWrite()) {
            boolean isForTime = request.call().userAgent().equals(KubernetesController.TTL_AFTER_FINISHED.userAgent());
            Job job = latest.remove(delete.key());
            Instant due = job == null ? null : due(job);
            Instant clock = VirtualTime.calendar(entry.time());
            if (isForTime && job != null && due != null && clocksAreRight && clock.isBefore(due)) {
                outcomes.broken(this, ObjectNames.of(job), "is deleted at " + clock + ", expected not before " + due);
            }
            if (isForTime && job != null && due != null && isCalm && clock.isAfter(due.plus(LATE))) {
                outcomes.broken(this, ObjectNames.of(job), "is deleted at " + clock + ", expected soon after " + due);
            }
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (Job job : jobs.all()) {
            Instant due = due(job);
            if (due != null
                    && clocksAreRight
                    && !job.metadata().isDeleting()
                    && due.plus(OVERDUE).isBefore(VirtualTime.calendar(now))) {
                outcomes.broken(this, ObjectNames.of(job), "is still there, expected to be deleted at " + due);
            }
        }
    }

    private static @Nullable Instant due(Job job) {
        Integer seconds = job.spec().ttlSecondsAfterFinished();
        if (seconds == null || job.status() == null) {
            return null;
        }
        for (Job.Condition condition : job.status().conditions()) {
            boolean isEnd = List.of("Complete", "Failed").contains(condition.type())
                    && condition.status().equals("True");
            if (isEnd && condition.lastTransitionTime() != null) {
                return condition.lastTransitionTime().plusSeconds(seconds);
            }
        }
        return null;
    }
}
