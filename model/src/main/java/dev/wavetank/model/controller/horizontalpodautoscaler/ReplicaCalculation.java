package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.ResourceMetric;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many replicas a metric asks for ({@code replica_calculator.go}): the number of ready pods times what they use
 * over what they are to use. Pods without metrics count as idle when the number grows, and as busy when it shrinks;
 * pods that are not ready count as idle when it grows.
 */
final class ReplicaCalculation {

    private static final int PERCENT = 100;
    /** {@code metricServerDefaultMetricWindow}. */
    private static final long WINDOW = VirtualTime.MINUTE;

    private final Limits limits;
    private final long now;
    private final ResourceMetric metric;
    private final List<Pod> pods;
    private final Map<String, Long> usage;

    /**
     * What the flags of the controller say.
     *
     * @param tolerance by how much usage may be off without any change
     * @param cpuInitialization how long after its start the cpu usage of a pod counts only when it is ready
     * @param initialReadiness how long after its start a pod that is not ready has never been
     */
    record Limits(double tolerance, long cpuInitialization, long initialReadiness) {}

    /**
     * What a metric asks for.
     *
     * @param replicas how many
     * @param average what a pod uses on average, in percent or in thousandths of the unit
     * @param name how Events name the metric
     * @param error why nothing can be computed; null when it can
     */
    record Proposal(int replicas, long average, String name, String error) {

        static Proposal failed(String error) {
            return new Proposal(0, 0, "", error);
        }
    }

    ReplicaCalculation(Limits limits, long now, ResourceMetric metric, List<Pod> pods, Map<String, Long> usage) {
        this.limits = limits;
        this.now = now;
        this.metric = metric;
        this.pods = pods;
        this.usage = new LinkedHashMap<>(usage);
    }

    /** The proposal for a workload with so many replicas. */
    Proposal propose(int current) {
        boolean relative = metric.target().averageUtilization() != null;
        String name = metric.name() + " resource" + (relative ? " utilization (percentage of request)" : "");
        if (pods.isEmpty()) {
            return Proposal.failed("no pods returned by selector while calculating replica count");
        }
        List<Pod> unready = new ArrayList<>();
        List<Pod> missing = new ArrayList<>();
        int ready = group(unready, missing);
        unready.forEach(pod -> usage.remove(pod.metadata().name()));
        if (usage.isEmpty()) {
            return Proposal.failed("did not receive metrics for targeted pods (pods might be unready)");
        }
        for (Pod pod : pods) {
            if (relative && PodRequests.of(pod, metric.name()).isEmpty()) {
                return Proposal.failed("missing request for " + metric.name() + " in container "
                        + PodRequests.containerWithout(pod, metric.name()) + " of Pod "
                        + pod.metadata().name());
            }
        }
        double ratio = ratio();
        Proposal unchanged = new Proposal(current, average(), name, null);
        boolean growsWithUnready = !unready.isEmpty() && ratio > 1;
        if (!growsWithUnready && missing.isEmpty()) {
            return isTolerable(ratio) ? unchanged : new Proposal(ceil(ratio * ready), average(), name, null);
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
        return isTolerable(careful) || turns ? unchanged : new Proposal(replicas, unchanged.average(), name, null);
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
            } else if (metric.name().equals("cpu") && isUnready(pod)) {
                unready.add(pod);
            } else {
                ready++;
            }
        }
        return ready;
    }

    /** Whether the cpu usage of a pod is that of its start. */
    private boolean isUnready(Pod pod) {
        Pod.Condition condition = pod.condition("Ready").orElse(null);
        if (condition == null || pod.status().startTime() == null) {
            return true;
        }
        long started = Timestamps.nanos(pod.status().startTime());
        long changed = Timestamps.nanos(condition.lastTransitionTime());
        boolean notReady = condition.status().equals("False");
        return started + limits.cpuInitialization() > now
                ? notReady || now < changed + WINDOW
                : notReady && started + limits.initialReadiness() > changed;
    }

    private void fill(List<Pod> missing, double ratio) {
        for (Pod pod : missing) {
            if (ratio < 1) {
                usage.put(pod.metadata().name(), wanted(pod, true));
            } else if (ratio > 1) {
                usage.put(pod.metadata().name(), 0L);
            }
        }
    }

    /** What a pod is to use; of a busy one at least what it requests. */
    private long wanted(Pod pod, boolean busy) {
        Integer percent = metric.target().averageUtilization();
        if (percent == null) {
            return Quantity.parse(metric.target().averageValue()).milliValue();
        }
        long request = PodRequests.of(pod, metric.name()).orElse(0L);
        return request * (busy ? Math.max(PERCENT, percent) : percent) / PERCENT;
    }

    private double ratio() {
        Integer percent = metric.target().averageUtilization();
        return percent == null
                ? average()
                        / (double)
                                Quantity.parse(metric.target().averageValue()).milliValue()
                : average() / (double) percent;
    }

    private long average() {
        long used = 0;
        long requested = 0;
        for (Pod pod : pods) {
            Long own = usage.get(pod.metadata().name());
            if (own != null) {
                used += own;
                requested += PodRequests.of(pod, metric.name()).orElse(0L);
            }
        }
        if (metric.target().averageUtilization() == null) {
            return used / Math.max(1, usage.size());
        }
        return requested == 0 ? 0 : used * PERCENT / requested;
    }

    private boolean isTolerable(double ratio) {
        return Math.abs(1 - ratio) <= limits.tolerance();
    }

    private static int ceil(double replicas) {
        return (int) StrictMath.ceil(replicas);
    }
}
