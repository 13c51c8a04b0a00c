package dev.wavetank.reports;

import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.journey.StageLatency;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The percentile curves as data for the chart: on the x axis {@code 1 / (1 - percentile)}, so that every further
 * nine has the same width; on the y axis milliseconds.
 */
final class PercentileCurves {

    private static final int POINTS_PER_NINE = 20;
    private static final int SHOWN_STEPS_MAX = 4;

    private PercentileCurves() {}

    /** The curves as JSON that is safe inside a script element. */
    static String json(LatencyReport latency) {
        List<StageLatency> stages = latency.stages();
        long samplesMax = stages.stream().mapToLong(StageLatency::count).max().orElse(0);
        List<Double> shares = shares(samplesMax);
        List<Stage> shown = shown(stages);
        List<Map<String, Object>> series = new ArrayList<>();
        for (StageLatency stage : stages) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("key", stage.stage().key());
            values.put("title", stage.stage().title());
            values.put("total", !stage.stage().isStep());
            values.put("shown", shown.contains(stage.stage()));
            values.put("millis", curve(latency, stage, shares));
            series.add(values);
        }
        Map<String, Object> curves = new LinkedHashMap<>();
        curves.put("x", shares);
        curves.put("series", series);
        return JsonMapper.shared().writeValueAsString(curves).replace("<", "\\u003c");
    }

    /** From the 0th percentile to the last that the number of samples can distinguish, one nine at the least. */
    private static List<Double> shares(long samples) {
        List<Double> shares = new ArrayList<>();
        double last = StrictMath.log10(Math.max(10, samples)) * POINTS_PER_NINE;
        for (int i = 0; i <= StrictMath.ceil(last); i++) {
            shares.add(StrictMath.pow(10, Math.min(i, last) / POINTS_PER_NINE));
        }
        return shares;
    }

    private static List<Double> curve(LatencyReport latency, StageLatency stage, List<Double> shares) {
        List<Double> millis = new ArrayList<>();
        for (double share : shares) {
            boolean known = share <= Math.max(10, stage.count()) + 1e-6;
            double percentile = share < stage.count() ? 100 * (1 - 1 / share) : 100; // in the end the maximum
            millis.add(known ? latency.atPercentile(stage.stage(), percentile) / 1_000.0 : null);
        }
        return millis;
    }

    /** At first the reader sees the pod startup and the steps that cost most. */
    private static List<Stage> shown(List<StageLatency> stages) {
        List<Stage> shown = new ArrayList<>(stages.stream()
                .filter(stage -> stage.stage().isStep())
                .sorted(Comparator.comparingLong(StageLatency::p99).reversed())
                .limit(SHOWN_STEPS_MAX)
                .map(StageLatency::stage)
                .toList());
        shown.add(Stage.POD_STARTUP);
        return shown;
    }
}
