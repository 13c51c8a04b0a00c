package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.metrics.PodRequests;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Computes the replicas for a metric ({@code replica_calculator.go}): the number of ready pods times the ratio of
 * usage to target. Pods without metrics count as idle when scaling up, and as fully used when scaling down; pods that
 * are not ready count as idle when scaling up.
 */
final class ReplicaCalculation {

    private static final int PERCENT = 100;
    /** {@code metricServerDefaultMetricWindow}. */
    private static final long WINDOW = VirtualTime.MINUTE;

    private final Limits limits;
    private final Instant now;
    private final Measure measure;
    private final List<Pod> pods;
    private final Map<String, Long> usage;

    /**
     * The values of the controller's flags.
     *
     * @param tolerance relative deviation of usage from its target that causes no change
     * @param cpuInitialization how long after a pod's start its cpu usage counts only when the pod is ready
     * @param initialReadiness how long after a pod's start a pod that is not ready counts as never ready
     * @param namesContainers whether texts name the container without a request (v1.26)
     */
    record Limits(double tolerance, long cpuInitialization, long initialReadiness, boolean namesContainers) {

        boolean isTolerable(double ratio) {
            return Math.abs(1 - ratio) <= tolerance;
        }
    }

    /**
     * A metric and its target average.
     *
     * @param resource such as {@code cpu}; empty for custom metrics of pods
     * @param container name of a container of each pod; empty for the sum over all
     * @param percent target in percent of the request; null when the target is absolute
     * @param value absolute target in thousandths of the unit
     */
    record Measure(String resource, String container, Integer percent, long value) {}

    /**
     * The result for a metric.
     *
     * @param replicas how many
     * @param percent average utilization of the requests
     * @param average average usage of a pod, in thousandths of the unit
     * @param error why the computation failed; null on success
     */
    record Result(int replicas, long percent, long average, String error) {

        static Result failed(String error) {
            return new Result(0, 0, 0, error);
        }

        private Result with(int other) {
            return new Result(other, percent, average, error);
        }
    }

    ReplicaCalculation(Limits limits, Instant now, Measure measure, List<Pod> pods, Map<String, Long> usage) {
        this.limits = limits;
        this.now = now;
        this.measure = measure;
        this.pods = pods;
        this.usage = new LinkedHashMap<>(usage);
    }

    /** The result for a workload with that many replicas. */
    Result propose(int current) {
        if (pods.isEmpty()) {
            return Result.failed("no pods returned by selector while calculating replica count");
        }
        List<Pod> unready = new ArrayList<>();
        List<Pod> missing = new ArrayList<>();
        int ready = group(unready, missing);
        unready.forEach(pod -> usage.remove(pod.metadata().name()));
        Optional<String> mistake = mistake();
        if (mistake.isPresent()) {
            return Result.failed(mistake.get());
        }
        double ratio = ratio();
        Result unchanged = new Result(current, percent(), average(), null);
        boolean growsWithUnready = !unready.isEmpty() && ratio > 1;
        if (!growsWithUnready && missing.isEmpty()) {
            return limits.isTolerable(ratio) ? unchanged : unchanged.with(ceil(ratio * ready));
        }
        fill(missing, ratio);
        if (growsWithUnready) {
            unready.forEach(pod -> usage.put(pod.metadata().name(), 0L));
        }
        double careful = ratio();
        int replicas = ceil(careful * usage.size());
        boolean turns = ratio < 1 && careful > 1
                || ratio > 1 && careful < 1
                || careful < 1 && replicas > current
                || careful > 1 && replicas < current;
        return limits.isTolerable(careful) || turns ? unchanged : unchanged.with(replicas);
    }

    private Optional<String> mistake() {
        if (usage.isEmpty()) {
            return Optional.of(
                    limits.namesContainers()
                            ? "did not receive metrics for targeted pods (pods might be unready)"
                            : "did not receive metrics for any ready pods");
        }
        if (measure.percent() == null) {
            return Optional.empty();
        }
        for (Pod pod : pods) {
            Optional<String> without = PodRequests.containerWithout(pod, measure.resource(), measure.container());
            if (without.isPresent()) {
                String where = " in container " + without.get() + " of Pod "
                        + pod.metadata().name();
                return Optional.of(
                        "missing request for " + measure.resource() + (limits.namesContainers() ? where : ""));
            }
        }
        return Optional.empty();
    }

    private int group(List<Pod> unready, List<Pod> missing) {
        int ready = 0;
        for (Pod pod : pods) {
            String name = pod.metadata().name();
            if (pod.metadata().isDeleting() || "Failed".equals(pod.phase())) {
                usage.remove(name);
            } else if ("Pending".equals(pod.phase())) {
                unready.add(pod);
            } else if (!usage.containsKey(name)) {
                missing.add(pod);
            } else if (measure.resource().equals("cpu") && isUnready(pod)) {
                unready.add(pod);
            } else {
                ready++;
            }
        }
        return ready;
    }

    /** Whether the cpu usage of a pod belongs to its start-up. */
    private boolean isUnready(Pod pod) {
        Pod.Condition condition = pod.condition("Ready").orElse(null);
        if (condition == null || pod.status().startTime() == null) {
            return true;
        }
        Instant started = pod.status().startTime();
        Instant changed = condition.lastTransitionTime();
        boolean notReady = condition.status().equals("False");
        return Timestamps.between(started, now) < limits.cpuInitialization()
                ? notReady || Timestamps.between(changed, now) < WINDOW
                : notReady && Timestamps.between(started, changed) < limits.initialReadiness();
    }

    private void fill(List<Pod> missing, double ratio) {
        for (Pod pod : missing) {
            if (ratio < 1) {
                usage.put(pod.metadata().name(), busy(pod));
            } else if (ratio > 1) {
                usage.put(pod.metadata().name(), 0L);
            }
        }
    }

    /** The assumed usage of a pod without metrics when scaling down: the target, or its whole request. */
    private long busy(Pod pod) {
        return measure.percent() == null
                ? measure.value()
                : request(pod) * Math.max(PERCENT, measure.percent()) / PERCENT;
    }

    private long request(Pod pod) {
        return PodRequests.of(pod, measure.resource(), measure.container()).orElse(0L);
    }

    private double ratio() {
        return measure.percent() == null
                ? average() / (double) measure.value()
                : percent() / (double) measure.percent();
    }

    private long average() {
        long used = usage.values().stream().mapToLong(Long::longValue).sum();
        return used / Math.max(1, usage.size());
    }

    private long percent() {
        long used = 0;
        long requested = 0;
        for (Pod pod : measure.percent() == null ? Collections.<Pod>emptyList() : pods) {
            Long own = usage.get(pod.metadata().name());
            if (own != null) {
                used += own;
                requested += request(pod);
            }
        }
        return requested == 0 ? 0 : used * PERCENT / requested;
    }

    private static int ceil(double replicas) {
        return (int) StrictMath.ceil(replicas);
    }
}
