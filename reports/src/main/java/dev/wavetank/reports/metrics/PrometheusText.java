package dev.wavetank.reports.metrics;

import dev.wavetank.model.trace.MeasuredTrace;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Histograms in the text form of Prometheus, version 0.0.4. */
public final class PrometheusText {

    private static final Map<String, String> HELP = Map.of(
            MeasuredTrace.RUNTIME_OPERATIONS,
            "Duration in seconds of runtime operations. Broken down by operation type.",
            MeasuredTrace.RELIST,
            "Duration in seconds for relisting pods in PLEG.",
            MeasuredTrace.POD_START,
            "Duration in seconds for a single pod to go from pending to running.",
            MeasuredTrace.POD_START_SLI,
            "Duration in seconds to start a pod, excluding time to pull images and run init containers,"
                    + " measured from pod creation timestamp to when all its containers are reported as started and"
                    + " observed via watch",
            MeasuredTrace.POD_START_TOTAL,
            "Duration in seconds to start a pod since creation, including time to pull images and run init containers,"
                    + " measured from pod creation timestamp to when all its containers are reported as started and"
                    + " observed via watch",
            MeasuredTrace.POD_WORKER,
            "Duration in seconds to sync a single pod. Broken down by operation type: create, update, or sync");

    private PrometheusText() {}

    /** The text of all, in their order; those of one name follow one another. */
    public static String render(List<MetricSeries> all) {
        StringBuilder text = new StringBuilder();
        String family = "";
        for (MetricSeries one : all) {
            if (!one.name().equals(family)) {
                family = one.name();
                text.append("# HELP ").append(family).append(" [ALPHA] ").append(HELP.getOrDefault(family, ""));
                text.append("\n# TYPE ").append(family).append(" histogram\n");
            }
            String labels = labels(one.labels());
            one.buckets()
                    .forEach((bound, count) -> text.append(one.name())
                            .append("_bucket{")
                            .append(labels)
                            .append(",le=\"")
                            .append(bound)
                            .append("\"} ")
                            .append(count)
                            .append('\n'));
            text.append(one.name()).append("_sum{").append(labels).append("} ");
            text.append(KubeletMetrics.number(one.sum())).append('\n');
            text.append(one.name()).append("_count{").append(labels).append("} ");
            text.append(one.count()).append('\n');
        }
        return text.toString();
    }

    private static String labels(Map<String, String> labels) {
        return labels.entrySet().stream()
                .map(label -> label.getKey() + "=\"" + label.getValue() + "\"")
                .collect(Collectors.joining(","));
    }
}
