package dev.wavetank.model.controller.horizontalpodautoscaler;

import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Identifier;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.Metric;
import dev.wavetank.model.api.autoscaling.HorizontalPodAutoscaler.MetricTarget;
import dev.wavetank.model.api.autoscaling.Scale;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.gotext.GoSelector;
import dev.wavetank.model.metrics.Metrics;
import dev.wavetank.model.metrics.PodRequests;
import dev.wavetank.model.quantity.Quantity;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** The proposal of each metric of an autoscaler, with the names and texts of the real controller. */
final class MetricProposals {

    private static final String RELATIVE = " utilization (percentage of request)";
    private static final String CURRENT = "current";
    private static final String VALUE = "value";
    private static final String AVERAGE = "averageValue";

    private final Source source;
    private final HorizontalPodAutoscaler autoscaler;
    private final Scale scale;
    private final List<Pod> pods;
    private final Instant now;

    /**
     * The source of the numbers, and the rules for reading them.
     *
     * @param metrics source of metrics
     * @param limits the values of the flags
     * @param modern whether summaries contain the type of the metric (v1.26)
     */
    record Source(Metrics metrics, ReplicaCalculation.Limits limits, boolean modern) {}

    MetricProposals(Source source, HorizontalPodAutoscaler autoscaler, Scale scale, List<Pod> pods, Instant now) {
        this.source = source;
        this.autoscaler = autoscaler;
        this.scale = scale;
        this.pods = pods;
        this.now = now;
    }

    /** The proposal of one of the metrics. */
    Proposal of(Metric metric) {
        try {
            return read(metric);
        } catch (Metrics.Unreadable wrong) {
            return Proposal.failed("FailedGet" + metric.type() + "Metric", wrong.getMessage(), wrong.getMessage());
        }
    }

    private Proposal read(Metric metric) {
        return switch (String.valueOf(metric.type())) {
            case "Resource" -> resource(metric.resource());
            case "ContainerResource" -> container(metric.containerResource());
            case "Pods" -> pods(metric.pods());
            case "Object" -> object(metric.object());
            case "External" -> external(metric.external());
            default -> {
                String text = "unknown metric source type \"" + metric.type() + "\"";
                yield Proposal.failed("InvalidMetricSourceType", text, text);
            }
        };
    }

    private Proposal resource(HorizontalPodAutoscaler.ResourceMetric metric) {
        ReplicaCalculation.Result result = usage(metric.name(), "", metric.target());
        if (result.error() != null) {
            String summary = "failed to get " + metric.name() + " resource metric value: " + result.error();
            return Proposal.failed(
                    "FailedGetResourceMetric", result.error(), source.modern() ? summary : result.error());
        }
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("name", metric.name());
        part.put(CURRENT, current(result, metric.target()));
        String name = metric.name() + " resource" + (isRelative(metric.target()) ? RELATIVE : "");
        return proposal(result.replicas(), name, "Resource", part);
    }

    private Proposal container(HorizontalPodAutoscaler.ContainerResourceMetric metric) {
        ReplicaCalculation.Result result = usage(metric.name(), metric.container(), metric.target());
        if (result.error() != null) {
            String summary = "failed to get " + metric.container() + " container metric value: " + result.error();
            return Proposal.failed("FailedGetContainerResourceMetric", result.error(), summary);
        }
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("name", metric.name());
        part.put("container", metric.container());
        part.put(CURRENT, current(result, metric.target()));
        String name = isRelative(metric.target()) ? " container resource" + RELATIVE : " resource";
        return proposal(result.replicas(), metric.name() + name, "ContainerResource", part);
    }

    private ReplicaCalculation.Result usage(String resource, String container, MetricTarget target) {
        boolean relative = isRelative(target);
        String failed = "failed to get " + resource + (relative ? " utilization: " : " usage: ");
        String unable = failed + "unable to get metrics for resource " + resource + ": ";
        for (Pod pod : pods) {
            if ("Running".equals(pod.phase()) && !PodRequests.hasContainer(pod, container)) {
                return ReplicaCalculation.Result.failed(unable + "container " + container
                        + " not present in metrics for pod " + pod.key().namespace() + "/"
                        + pod.key().name());
            }
        }
        Map<String, Long> usage = source.metrics().resource(pods, resource, container, now);
        if (usage.isEmpty()) {
            return ReplicaCalculation.Result.failed(unable + "no metrics returned from resource metrics API");
        }
        ReplicaCalculation.Measure measure = relative
                ? new ReplicaCalculation.Measure(resource, container, target.averageUtilization(), 0)
                : new ReplicaCalculation.Measure(resource, container, null, milli(target.averageValue()));
        ReplicaCalculation.Result result = calculate(measure, usage);
        return result.error() == null ? result : ReplicaCalculation.Result.failed(failed + result.error());
    }

    private ReplicaCalculation.Result calculate(ReplicaCalculation.Measure measure, Map<String, Long> usage) {
        return new ReplicaCalculation(source.limits(), now, measure, pods, usage).propose(scale.wanted());
    }

    private static boolean isRelative(MetricTarget target) {
        return target.averageValue() == null;
    }

    private static Map<String, Object> current(ReplicaCalculation.Result result, MetricTarget target) {
        Map<String, Object> current = quantity(AVERAGE, result.average());
        if (isRelative(target)) {
            current.put("averageUtilization", result.percent());
        }
        return current;
    }

    private Proposal pods(HorizontalPodAutoscaler.PodsMetric metric) {
        String metricName = metric.metric().name();
        Map<String, Long> measured = source.metrics().pods(pods, metricName);
        ReplicaCalculation.Result result = measured.isEmpty()
                ? ReplicaCalculation.Result.failed(
                        "unable to get metric " + metricName + ": no metrics returned from custom metrics API")
                : calculate(
                        new ReplicaCalculation.Measure(
                                "", "", null, milli(metric.target().averageValue())),
                        measured);
        if (result.error() != null) {
            String sort = source.modern() ? "pods" : "object";
            return Proposal.failed(
                    "FailedGetPodsMetric",
                    result.error(),
                    "failed to get " + sort + " metric value: " + result.error());
        }
        Map<String, Object> part = identified(metric.metric());
        part.put(CURRENT, quantity(AVERAGE, result.average()));
        return proposal(result.replicas(), "pods metric " + metricName, "Pods", part);
    }

    private Proposal object(HorizontalPodAutoscaler.ObjectMetric metric) {
        String name = metric.metric().name();
        HorizontalPodAutoscaler.Target described = metric.describedObject();
        OptionalLong measured = source.metrics().object(autoscaler, name);
        boolean average = metric.target().value() == null;
        if (measured.isEmpty()) {
            // The real text has its arguments in this order.
            String text = "unable to get metric " + name + ": " + described.kind() + " on "
                    + autoscaler.key().namespace() + " " + described.name()
                    + "/unable to fetch metrics from custom metrics API: no metrics returned from custom metrics API";
            String failed = average ? "failed to get " + name + " object metric: " + text : text;
            return Proposal.failed("FailedGetObjectMetric", text, "failed to get object metric value: " + failed);
        }
        Map<String, Object> part = identified(metric.metric());
        if (average) {
            part.put(CURRENT, quantity(AVERAGE, perPod(measured.getAsLong())));
            int replicas = share(measured.getAsLong(), milli(metric.target().averageValue()));
            return proposal(replicas, "external metric " + shown(metric.metric()), "Object", part);
        }
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("kind", described.kind());
        reference.put("name", described.name());
        reference.put("apiVersion", described.apiVersion());
        part.put("describedObject", reference);
        part.put(CURRENT, quantity(VALUE, measured.getAsLong()));
        int replicas = follow(measured.getAsLong(), milli(metric.target().value()));
        return proposal(replicas, described.kind() + " metric " + name, "Object", part);
    }

    private Proposal external(HorizontalPodAutoscaler.ExternalMetric metric) {
        String name = metric.metric().name();
        OptionalLong measured = source.metrics().external(autoscaler, name);
        boolean average = metric.target().averageValue() != null;
        if (measured.isEmpty()) {
            String text = "unable to get external metric " + autoscaler.key().namespace() + "/" + name + "/"
                    + GoSelector.of(metric.metric().selector()) + ": no metrics returned from external metrics API";
            String failed = (average
                            ? "failed to get " + name + " external metric: "
                            : "failed to get external metric " + name + ": ")
                    + text;
            String summary = "failed to get " + name + " external metric value: " + failed;
            return Proposal.failed("FailedGetExternalMetric", text, source.modern() ? summary : failed);
        }
        Map<String, Object> part = identified(metric.metric());
        part.put(
                CURRENT,
                average ? quantity(AVERAGE, perPod(measured.getAsLong())) : quantity(VALUE, measured.getAsLong()));
        int replicas = average
                ? share(measured.getAsLong(), milli(metric.target().averageValue()))
                : follow(measured.getAsLong(), milli(metric.target().value()));
        return proposal(replicas, "external metric " + shown(metric.metric()), "External", part);
    }

    /** The replicas among which the number gives each the target average; the present number within the tolerance. */
    private int share(long value, long each) {
        int present = scale.status().replicas();
        double ratio = value / ((double) each * present);
        return source.limits().isTolerable(ratio) ? present : (int) StrictMath.ceil(value / (double) each);
    }

    private long perPod(long value) {
        return (long) StrictMath.ceil(value / (double) scale.status().replicas());
    }

    /** The number of ready pods times the ratio of the number to its target. */
    private int follow(long value, long wanted) {
        double ratio = value / (double) wanted;
        if (scale.wanted() == 0) {
            return (int) StrictMath.ceil(ratio);
        }
        long ready = pods.stream()
                .filter(pod -> "Running".equals(pod.phase()) && pod.isReady())
                .count();
        return source.limits().isTolerable(ratio) ? scale.wanted() : (int) StrictMath.ceil(ratio * ready);
    }

    private static Proposal proposal(int replicas, String name, String type, Map<String, Object> part) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("type", type);
        status.put(Character.toLowerCase(type.charAt(0)) + type.substring(1), part);
        return new Proposal(replicas, name, status, null);
    }

    private static Map<String, Object> identified(Identifier metric) {
        Map<String, Object> identifier = new LinkedHashMap<>();
        identifier.put("name", metric.name());
        if (metric.selector() != null) {
            identifier.put("selector", metric.selector());
        }
        Map<String, Object> part = new LinkedHashMap<>();
        part.put("metric", identifier);
        return part;
    }

    /** A metric as Events name it. */
    private static String shown(Identifier metric) {
        return metric.name() + "(" + GoSelector.of(metric.selector()) + ")";
    }

    private static Map<String, Object> quantity(String field, long milli) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, Quantity.ofMilli(milli).toString());
        return tree;
    }

    private static long milli(String quantity) {
        return Quantity.parse(quantity).milliValue();
    }
}
