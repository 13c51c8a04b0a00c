package dev.wavetank.reports.measure.page;

import dev.wavetank.reports.HtmlTemplates;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Estimate;
import dev.wavetank.reports.measure.Interval;
import dev.wavetank.reports.measure.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The percentile curves of measurements with their intervals, as data for the chart: on the x axis {@code 1 / (1 -
 * percentile)}, so that every further nine has the same width; on the y axis milliseconds.
 */
final class CurveData {

    /** More curves than this cannot be told apart. */
    static final int LINES_MAX = 6;

    private static final int POINTS_PER_NINE = 12;
    private static final double PER_CENT = 100;

    /** A percentile with fewer samples beyond it is decided by single pods. */
    private static final int BEYOND_MIN = 5;

    private CurveData() {}

    /**
     * A curve.
     *
     * @param label for people
     * @param measurement its samples
     */
    record Line(String label, Measurement measurement) {}

    /**
     * The curves as JSON that is safe inside a script element.
     *
     * @param stages the one to be shown at first before the others
     */
    static String json(List<Stage> stages, List<Line> lines) {
        List<Map<String, Object>> charts = new ArrayList<>();
        for (Stage stage : stages) {
            charts.add(chart(stage, lines));
        }
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("labels", lines.stream().map(Line::label).toList());
        data.put("charts", charts);
        return HtmlTemplates.inScript(JsonMapper.shared().writeValueAsString(data));
    }

    private static Map<String, Object> chart(Stage stage, List<Line> lines) {
        long samples = lines.stream()
                .mapToLong(
                        line -> line.measurement().estimate(stage, PER_CENT / 2).count())
                .max()
                .orElse(0);
        List<Double> shares = shares(samples);
        List<Map<String, Object>> curves = new ArrayList<>();
        for (Line line : lines) {
            List<@Nullable Double> millis = new ArrayList<>();
            List<@Nullable Double> low = new ArrayList<>();
            List<@Nullable Double> high = new ArrayList<>();
            for (Estimate estimate : line.measurement()
                    .estimates(
                            stage,
                            shares.stream()
                                    .map(share -> PER_CENT * (1 - 1 / share))
                                    .toList())) {
                Interval interval = estimate.interval();
                millis.add(millis(estimate.micros()));
                low.add(interval == null ? null : millis(interval.low()));
                high.add(interval == null ? null : millis(interval.high()));
            }
            Map<String, Object> curve = new LinkedHashMap<>();
            curve.put("millis", millis);
            curve.put("low", low);
            curve.put("high", high);
            curves.add(curve);
        }
        Map<String, Object> chart = new LinkedHashMap<>();
        chart.put("stage", stage.key());
        chart.put("title", stage.title());
        chart.put("x", shares);
        chart.put("curves", curves);
        return chart;
    }

    /** From the 0th percentile to the last that the samples support, one nine at the least. */
    private static List<Double> shares(long samples) {
        double last = StrictMath.log10(Math.max(10, (double) samples / BEYOND_MIN)) * POINTS_PER_NINE;
        List<Double> shares = new ArrayList<>();
        for (int i = 0; i < StrictMath.ceil(last) + 1; i++) {
            shares.add(StrictMath.pow(10, Math.min(i, last) / POINTS_PER_NINE));
        }
        return shares;
    }

    private static @Nullable Double millis(double micros) {
        return Double.isInfinite(micros) || Double.isNaN(micros) ? null : Math.round(micros) / 1_000.0;
    }
}
