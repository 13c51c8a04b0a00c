package dev.wavetank.reports;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.FaultSpan;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.reports.journey.StageLatency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports for programs. Latencies are in microseconds, points in time in nanoseconds of virtual time; both say so
 * in their names.
 */
public final class JsonReport {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonReport() {}

    /** The report as maps, lists, strings and numbers, in the order in which {@link #render} writes them. */
    public static Map<String, Object> tree(Report report) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("title", report.title());
        tree.put("provenance", report.provenance().tree());
        tree.put("seed", report.provenance().seeds().first());
        tree.put("fingerprint", report.fingerprint());
        tree.put("outcome", report.outcome().name().toLowerCase(Locale.ROOT));
        tree.put("stopReason", report.stopReason().name().toLowerCase(Locale.ROOT));
        tree.put("virtualTimeNanos", report.virtualTime());
        tree.put("events", report.events());
        tree.put("violations", report.violations());
        tree.put("podCount", report.journey().pods().size());
        tree.put("podsReady", report.journey().ready());
        tree.put("latencyUnit", "microseconds");
        tree.put("stages", stages(report.latency().stages()));
        tree.put(
                "faults",
                report.journey().faults().stream().map(JsonReport::fault).toList());
        tree.put("pods", report.journey().pods().stream().map(JsonReport::pod).toList());
        return tree;
    }

    /** The report as indented JSON. */
    public static String render(Report report) {
        return MAPPER.writeValueAsString(tree(report)) + "\n";
    }

    private static Map<String, Object> stages(List<StageLatency> latencies) {
        Map<String, Object> stages = new LinkedHashMap<>();
        for (StageLatency latency : latencies) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("count", latency.count());
            values.put("p50", latency.p50());
            values.put("p90", latency.p90());
            values.put("p99", latency.p99());
            values.put("p99.9", latency.p999());
            values.put("max", latency.max());
            values.put("mean", latency.mean());
            stages.put(latency.stage().key(), values);
        }
        return stages;
    }

    private static Map<String, Object> fault(FaultSpan fault) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", fault.kind());
        values.put("target", fault.target());
        values.put("openedNanos", fault.opened());
        values.put("closedNanos", fault.closed().isPresent() ? fault.closed().getAsLong() : null);
        return values;
    }

    private static Map<String, Object> pod(PodJourney pod) {
        Map<String, Object> points = new LinkedHashMap<>();
        for (Map.Entry<Point, Long> point : pod.points().entrySet()) {
            points.put(point.getKey().name().toLowerCase(Locale.ROOT), point.getValue());
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("pod", pod.pod());
        values.put("owners", pod.owners());
        values.put("pointsNanos", points);
        return values;
    }
}
