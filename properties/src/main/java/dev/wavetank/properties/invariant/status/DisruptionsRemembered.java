package dev.wavetank.properties.invariant.status;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
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

/**
 * A pod whose eviction was permitted stays among the {@code disruptedPods} of its budget until the controller of
 * budgets can know that it goes, or for two minutes.
 *
 * <p>Judged is what the controller takes out, by when it sent its status: a deletion that was stored later it could not
 * know of.
 */
public final class DisruptionsRemembered implements Invariant {

    /** {@code DeletionTimeout} of the disruption controller. */
    private static final long REMEMBERED = 2 * VirtualTime.MINUTE;

    private final CacheLag lag;
    private final Map<ObjectKey, Known> pods = new LinkedHashMap<>();
    private final Departed<Known> gone =
            new Departed<>(known -> pods.remove(known.pod().key(), known));
    /** What the last change of a budget took out of its status, until it is known who did it. */
    private final Map<ObjectKey, Map<String, Instant>> removed = new LinkedHashMap<>();

    private boolean clocksAgree = true;

    /**
     * The latest pod of a name.
     *
     * @param pod as it was before it began to go
     * @param since when it was made, or another one with the name went, or its labels changed
     * @param goingSince when its deletion began; the end of time before
     */
    private record Known(Pod pod, long since, long goingSince) {}

    /** With the age of what controllers act on. */
    public DisruptionsRemembered(CacheLag lag) {
        this.lag = lag.ofControlPlane();
    }

    @Override
    public String name() {
        return "DisruptionsRemembered";
    }

    @Override
    public String reason() {
        return "Between the permission and the deletion of a pod its budget would count it as healthy, and permit"
                + " another eviction in its place. A pod that the controller's cache may not show yet, or may show with"
                + " other labels, is not judged; nothing is once a clock was skewed.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/disruption/disruption.go (v1.32), buildDisruptedPodMap and DeletionTimeout",
                "API reference v1.32, PodDisruptionBudgetStatus, disruptedPods");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DISRUPTION, Tag.STATUS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A PodDisruptionBudget remembers a permitted eviction until the pod goes, or for two minutes.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return List.of(Pod.class, PodDisruptionBudget.class, ApiRequest.Update.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                observe(pod, change.change() == WatchEvent.Type.DELETED, entry.time());
            } else if (change.object() instanceof PodDisruptionBudget budget) {
                observe(budget, change);
            }
        } else if (entry.record() instanceof RequestTrace request) {
            if (!removed.isEmpty() && request.response().isSuccess()) {
                observe(request, outcomes);
            }
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAgree &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        }
    }

    private void observe(Pod pod, boolean isGone, long now) {
        Known before = pods.get(pod.key());
        Known same = before != null && before.pod().uid().equals(pod.uid()) ? before : null;
        if (!isGone && !pod.metadata().isDeleting()) {
            boolean isUnchanged = same != null
                    && same.pod().metadata().labels().equals(pod.metadata().labels());
            if (!isUnchanged) {
                pods.put(pod.key(), new Known(pod, now, Long.MAX_VALUE));
            }
        } else if (same != null && same.goingSince() == Long.MAX_VALUE) {
            Known going = new Known(same.pod(), same.since(), now);
            pods.put(pod.key(), going);
            gone.add(going, now);
        }
    }

    private void observe(PodDisruptionBudget budget, StoreTrace change) {
        removed.remove(budget.key());
        if (change.change() != WatchEvent.Type.DELETED
                && change.previous() instanceof PodDisruptionBudget before
                && !disrupted(before).isEmpty()) {
            Map<String, Instant> missing = new LinkedHashMap<>(disrupted(before));
            missing.keySet().removeAll(disrupted(budget).keySet());
            if (!missing.isEmpty()) {
                removed.put(budget.key(), missing);
            }
        }
    }

    private static Map<String, Instant> disrupted(PodDisruptionBudget budget) {
        return budget.status() == null ? Map.of() : budget.status().disruptedPods();
    }

    private void observe(RequestTrace request, Outcomes outcomes) {
        if (request.call().userAgent().equals(KubernetesController.DISRUPTION.userAgent())
                && request.call().request() instanceof ApiRequest.Update update
                && update.body() instanceof PodDisruptionBudget budget) {
            Map<String, Instant> missing = removed.remove(budget.key());
            if (missing != null && clocksAgree) {
                long sent = request.call().origin().sent();
                missing.forEach((pod, since) -> judge(budget, pod, since, sent, outcomes));
            }
        }
    }

    private void judge(PodDisruptionBudget budget, String name, Instant since, long sent, Outcomes outcomes) {
        Known known = pods.get(new ObjectKey(budget.key().namespace(), name));
        long age = sent - Duration.between(VirtualTime.EPOCH, since).toNanos();
        if (known != null
                && age < REMEMBERED
                && known.goingSince() > sent
                && !lag.mayHide(known.since(), sent)
                && budget.covers(known.pod().metadata().labels())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(budget),
                    "forgets after " + VirtualTime.span(Math.max(0, age)) + " that " + name
                            + " was to be evicted, expected it to remember that until the pod goes, or for "
                            + VirtualTime.span(REMEMBERED));
        }
    }
}
