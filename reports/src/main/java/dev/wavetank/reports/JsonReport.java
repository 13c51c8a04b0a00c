package dev.wavetank.reports;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.FaultSpan;
import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.reports.journey.StageLatency;
import dev.wavetank.reports.metrics.MetricSeries;
import dev.wavetank.reports.rates.Objective;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reports for programs. Every time is a whole number of nanoseconds of virtual time; latencies are exact to three
 * significant digits of microseconds.
 */
public final class JsonReport {

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Version of the form of all results for programs; another one when a field changes its meaning or goes. */
    private static final int FORMAT = 1;

    private JsonReport() {}

    /** The report as maps, lists, strings and numbers, in the order in which {@link #render} writes them. */
    public static Map<String, Object> tree(Report report) {
        Map<String, Object> tree = document("report");
        tree.put("name", report.title());
        tree.put("provenance", report.provenance().tree());
        tree.put("seed", report.provenance().seeds().first());
        tree.put("fingerprint", report.fingerprint());
        tree.put("outcome", report.outcome().name().toLowerCase(Locale.ROOT));
        tree.put("stopReason", report.stopReason().name().toLowerCase(Locale.ROOT));
        tree.put("virtualTime", report.virtualTime());
        tree.put("events", report.events());
        tree.put(
                "violations",
                report.violations().stream().map(Report.Violation::toString).toList());
        tree.put("podCount", report.journey().pods().size());
        tree.put("podsReady", report.journey().ready());
        tree.put("stages", stages(report.latency()));
        tree.put("attribution", AttributionText.trees(report.attribution()));
        tree.put(
                "faults",
                report.journey().faults().stream().map(JsonReport::fault).toList());
        if (!report.loads().isEmpty()) {
            tree.put("loads", report.loads().stream().map(LoadText::tree).toList());
        }
        tree.put(
                "objectives",
                Objective.of(report.journey(), report.rates()).stream()
                        .map(RateText::tree)
                        .toList());
        tree.put(
                "parameters",
                report.parameters().stream().map(JsonReport::parameter).toList());
        tree.put("rates", RateText.tree(report.rates()));
        tree.put("metrics", report.metrics().stream().map(JsonReport::metric).toList());
        tree.put("pods", report.journey().pods().stream().map(JsonReport::pod).toList());
        return tree;
    }

    private static Map<String, Object> parameter(Parameter parameter) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", parameter.name());
        tree.put("value", parameter.value());
        tree.put("origin", parameter.origin().name().toLowerCase(Locale.ROOT));
        tree.put("source", parameter.source());
        return tree;
    }

    private static Map<String, Object> metric(MetricSeries series) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("name", series.name());
        values.put("labels", series.labels());
        values.put("count", series.count());
        values.put("sum", series.sum());
        values.put("buckets", series.buckets());
        return values;
    }

    /** The report as indented JSON. */
    public static String render(Report report) {
        return MAPPER.writeValueAsString(tree(report)) + "\n";
    }

    /**
     * The beginning of every result for programs.
     *
     * @param command the sub-command whose form it has
     */
    public static Map<String, Object> document(String command) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("formatVersion", FORMAT);
        tree.put("command", command);
        return tree;
    }

    /** The stages, by their keys. */
    public static Map<String, Object> stages(LatencyReport report) {
        Map<String, Object> stages = new LinkedHashMap<>();
        for (StageLatency latency : report.stages()) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("count", latency.count());
            values.put("wanted", latency.wanted());
            values.put("missing", latency.missing());
            values.put("p50", nanos(latency.p50()));
            values.put("p90", nanos(latency.p90()));
            values.put("p99", nanos(latency.p99()));
            values.put("p99.9", nanos(latency.p999()));
            values.put("max", nanos(latency.max()));
            values.put("mean", nanos(latency.mean()));
            stages.put(latency.stage().key(), values);
        }
        return stages;
    }

    private static long nanos(double micros) {
        return Math.round(micros * VirtualTime.MICROSECOND);
    }

    private static Map<String, Object> fault(FaultSpan fault) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kind", fault.kind());
        values.put("target", fault.target());
        values.put("opened", fault.opened());
        values.put("closed", fault.closed().isPresent() ? fault.closed().getAsLong() : null);
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
        values.put("points", points);
        return values;
    }
}
