package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An autoscaler scales a Deployment to its minReplicas at least and its maxReplicas at most, adds no pods while those
 * that there are use what they are to use, leaves no Deployment alone that is used too much or too little, and takes no
 * pods away that it has added within its stabilization window: a tolerance of 10 percent, and a window of five minutes
 * for scaling down. It goes no further in one step than its policies permit.
 */
public final class AutoscalersHold implements Invariant {

    private static final String AGENT = KubernetesController.HORIZONTAL_POD_AUTOSCALER.userAgent();
    /** The default of {@code --horizontal-pod-autoscaler-downscale-stabilization}. */
    private static final long WINDOW = 5 * VirtualTime.MINUTE;
    /** A period of the controller, and what its requests take. */
    private static final long PERIOD = 20 * VirtualTime.SECOND;
    /** After a change by anyone else a size that was recommended before is given back, in steps of 15 s. */
    private static final long GIVEN_BACK = 90 * VirtualTime.SECOND;
    /** The longest period of a policy. */
    private static final long PERIOD_MAX = 30 * VirtualTime.MINUTE;
    /** Utilization is in whole percent, so a little more than the tolerance of 10 percent. */
    private static final double TOLERANCE = 0.12;
    /** A little less than it. */
    private static final double TOLERATED = 0.08;

    private final Present<HorizontalPodAutoscaler> autoscalers = new Present<>(HorizontalPodAutoscaler.class);
    private final Map<ObjectKey, Deployment> deployments = new LinkedHashMap<>();
    /** The last change of the size of a Deployment, until the request shows which client made it. */
    private final Map<ObjectKey, Change> changes = new LinkedHashMap<>();
    /** The last size that an autoscaler asked for. */
    private final Map<ObjectKey, Change> scaled = new LinkedHashMap<>();
    /** When an autoscaler made a Deployment larger last, and when smaller. */
    private final Map<ObjectKey, Long> grown = new LinkedHashMap<>();

    private final Map<ObjectKey, Long> shrunk = new LinkedHashMap<>();
    /** When anyone else last changed a Deployment. */
    private final Map<ObjectKey, Long> touched = new LinkedHashMap<>();
    /** When the spec of an autoscaler changed last, by its uid. */
    private final Map<String, Long> changed = new LinkedHashMap<>();

    /** When anyone else last changed the size of a Deployment, which an autoscaler then gives back. */
    private final Map<ObjectKey, Long> resized = new LinkedHashMap<>();

    /** The sizes that an autoscaler wanted lately, and until when it did, by its uid. */
    private final Map<String, Map<Integer, Long>> desired = new LinkedHashMap<>();

    private final long slack;
    private boolean isDisturbed;

    private record Change(int from, int to, long at) {}

    /** In a cluster with these delays. */
    public AutoscalersHold(Delays delays) {
        this.slack = delays.visibility() + delays.answer();
    }

    @Override
    public String name() {
        return "AutoscalersHold";
    }

    @Override
    public String reason() {
        return "maxReplicas caps the bill, minReplicas keeps a service alive, and the window keeps it from"
                + " flapping with its load. Judged are autoscalers with one utilization to follow, until the first"
                + " fault.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "API reference v1.32, HorizontalPodAutoscalerSpec, HPAScalingRules (autoscaling/v2)",
                "pkg/controller/podautoscaler/horizontal.go (v1.32), stabilizeRecommendation; replica_calculator.go");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "An autoscaler keeps to its bounds, its target, its policies and its stabilization window.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Deployment.class, HorizontalPodAutoscaler.class, RequestTrace.class, FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof FaultTrace) {
            isDisturbed = true;
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time(), outcomes);
        } else if (!changes.isEmpty()
                && entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.call().request().resource().plural().equals("deployments")) {
            ObjectKey key = request.call().request().key();
            Change change = changes.remove(key);
            if (change != null && request.call().userAgent().equals(AGENT)) {
                judge(key, change, outcomes);
                scaled.put(key, change);
                (change.to() > change.from() ? grown : shrunk).put(key, change.at());
            } else if (change != null) {
                touched.put(key, entry.time());
                resized.put(key, entry.time());
            }
        }
    }

    private void observe(StoreTrace change, long now, Outcomes outcomes) {
        if (change.object() instanceof Deployment deployment) {
            ObjectKey key = deployment.key();
            if (change.change() == WatchEvent.Type.DELETED) {
                deployments.remove(key);
                changes.remove(key);
                scaled.remove(key);
                grown.remove(key);
                shrunk.remove(key);
                return;
            }
            Deployment before = deployments.put(key, deployment);
            if (before == null
                    || !Objects.equals(
                            before.spec().template(), deployment.spec().template())) {
                touched.put(key, now);
            }
            int from = before == null ? 0 : Defaults.zeroIfNull(before.spec().replicas());
            int to = Defaults.zeroIfNull(deployment.spec().replicas());
            if (before != null && from != to) {
                changes.put(key, new Change(from, to, now));
            }
        } else if (autoscalers.observe(change)) {
            if (change.change() == WatchEvent.Type.DELETED) {
                desired.remove(change.object().uid());
                changed.remove(change.object().uid());
            } else if (change.object() instanceof HorizontalPodAutoscaler one && one.status() != null) {
                judgeTolerance(one, now, outcomes);
            }
            boolean isSame = change.previous() instanceof HorizontalPodAutoscaler before
                    && change.object() instanceof HorizontalPodAutoscaler one
                    && before.spec().equals(one.spec());
            if (!isSame) {
                changed.put(change.object().uid(), now);
            }
        }
    }

    /** One that uses about what it is to use wants no more than it has, and lately wanted. */
    private void judgeTolerance(HorizontalPodAutoscaler one, long now, Outcomes outcomes) {
        Integer used = utilization(one);
        Integer wanted = target(one);
        int current = Defaults.zeroIfNull(one.status().currentReplicas());
        int next = Defaults.zeroIfNull(one.status().desiredReplicas());
        Map<Integer, Long> lately = desired.computeIfAbsent(one.uid(), first -> new LinkedHashMap<>());
        boolean isNew = lately.entrySet().stream()
                .noneMatch(past -> past.getKey() >= next && now - past.getValue() < WINDOW + PERIOD + slack);
        lately.put(next, now);
        if (used != null
                && wanted != null
                && isNew
                && current >= one.spec().least()
                && next > current
                && Math.abs(used / (double) wanted - 1) < TOLERATED) {
            outcomes.broken(
                    this,
                    ObjectNames.of(one),
                    "wants " + next + " instead of " + current + " replicas, which use " + used
                            + "% of what they ask for, about the " + wanted + "% that they are to use");
        }
    }

    private @Nullable HorizontalPodAutoscaler of(ObjectKey deployment) {
        HorizontalPodAutoscaler found = null;
        for (HorizontalPodAutoscaler one : autoscalers.all()) {
            boolean isIts = one.key().namespace().equals(deployment.namespace())
                    && one.spec().scaleTargetRef().kind().equals(Deployment.KIND)
                    && one.spec().scaleTargetRef().name().equals(deployment.name());
            if (isIts && found != null) {
                return null;
            }
            found = isIts ? one : found;
        }
        return found;
    }

    private void judge(ObjectKey key, Change change, Outcomes outcomes) {
        HorizontalPodAutoscaler one = of(key);
        if (one == null || change.at() - changed.getOrDefault(one.uid(), 0L) < PERIOD + slack) {
            return;
        }
        int least = one.spec().least();
        int most = one.spec().maxReplicas();
        String what = "scaled deployment/" + key + " from " + change.from() + " to " + change.to();
        if (change.to() < least || change.to() > most) {
            outcomes.broken(this, ObjectNames.of(one), what + ", expected " + least + " to " + most);
        }
        // What was taken away in the period before, may be added at once, and the other way round.
        Long opposite = (change.to() > change.from() ? shrunk : grown).get(key);
        boolean isWithin = change.from() >= least
                && change.from() <= most
                && (opposite == null || change.at() - opposite > PERIOD_MAX);
        if (isWithin
                && (change.to() > ScalingSteps.most(one, change.from())
                        || change.to() < ScalingSteps.least(one, change.from()))) {
            outcomes.broken(this, ObjectNames.of(one), what + ", further than its policies permit in one step");
        }
        Change last = scaled.get(key);
        boolean isFree = change.from() >= least
                && change.from() <= most
                && !isDisturbed
                && (!resized.containsKey(key)
                        || change.at() - resized.get(key) > 2 * window(one)
                        || last != null && last.at() - resized.get(key) > GIVEN_BACK && !limitsGrowth(one));
        if (isFree
                && last != null
                && last.at() > changed.getOrDefault(one.uid(), 0L)
                && last.to() > last.from()
                && last.to() > least
                && last.from() >= least) {
            long window = window(one) - PERIOD;
            if (change.to() < last.to() && change.at() - last.at() < window && change.from() <= last.to()) {
                outcomes.broken(
                        this,
                        ObjectNames.of(one),
                        what + " " + VirtualTime.span(change.at() - last.at()) + " after it had asked for " + last.to()
                                + ", expected to wait for " + VirtualTime.span(window(one)));
            }
        }
    }

    private static boolean limitsGrowth(HorizontalPodAutoscaler one) {
        return one.spec().behavior() != null && one.spec().behavior().scaleUp() != null;
    }

    private static long window(HorizontalPodAutoscaler one) {
        HorizontalPodAutoscaler.Behavior behavior = one.spec().behavior();
        Integer seconds = behavior == null || behavior.scaleDown() == null
                ? null
                : behavior.scaleDown().stabilizationWindowSeconds();
        return seconds == null ? WINDOW : seconds * VirtualTime.SECOND;
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (HorizontalPodAutoscaler one : autoscalers.all()) {
            ObjectKey key = new ObjectKey(
                    one.key().namespace(), one.spec().scaleTargetRef().name());
            Deployment deployment = deployments.get(key);
            boolean isOld = now - touched.getOrDefault(key, 0L) > WINDOW + PERIOD
                    && now - changed.getOrDefault(one.uid(), 0L) > WINDOW + PERIOD
                    && now - (scaled.containsKey(key) ? scaled.get(key).at() : 0L) > WINDOW + PERIOD;
            // Pods that are not ready count as idle before it grows, and as at their target before it shrinks.
            if (deployment != null && isOld && !isDisturbed && of(key) == one && areReady(deployment)) {
                judge(one, Defaults.zeroIfNull(deployment.spec().replicas()), outcomes);
            }
        }
    }

    private static boolean areReady(Deployment deployment) {
        return deployment.status() != null
                && Defaults.zeroIfNull(deployment.status().readyReplicas())
                        == Defaults.zeroIfNull(deployment.spec().replicas());
    }

    /** What has gone on for longer than a window has been followed. */
    private void judge(HorizontalPodAutoscaler one, int replicas, Outcomes outcomes) {
        Integer used = utilization(one);
        Integer wanted = target(one);
        if (used == null || wanted == null || replicas == 0) {
            return;
        }
        double ratio = used / (double) wanted;
        boolean shouldGrow = ratio > 1 + TOLERANCE && replicas < one.spec().maxReplicas();
        boolean shouldShrink = ratio < 1 - TOLERANCE
                && replicas > one.spec().least()
                && Math.ceil(replicas * (ratio + TOLERANCE / 10)) < replicas;
        if (shouldGrow || shouldShrink) {
            outcomes.broken(
                    this,
                    ObjectNames.of(one),
                    "leaves " + replicas + " replicas, which use " + used + "% of what they ask for, expected " + wanted
                            + "%");
        }
    }

    private static @Nullable Integer target(HorizontalPodAutoscaler one) {
        return one.spec().followed().size() != 1 || one.spec().followed().get(0).resource() == null
                ? null
                : one.spec().followed().get(0).resource().target().averageUtilization();
    }

    private static @Nullable Integer utilization(HorizontalPodAutoscaler one) {
        if (one.status() == null || one.status().currentMetrics().size() != 1) {
            return null;
        }
        Object resource = one.status().currentMetrics().get(0).get("resource");
        Object current = resource instanceof Map<?, ?> fields ? fields.get("current") : null;
        Object value = current instanceof Map<?, ?> fields ? fields.get("averageUtilization") : null;
        return value instanceof Number number ? number.intValue() : null;
    }
}
