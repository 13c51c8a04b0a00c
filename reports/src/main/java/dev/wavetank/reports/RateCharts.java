package dev.wavetank.reports;

import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.journey.FaultSpan;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.reports.rates.RateRecorder;
import dev.wavetank.reports.rates.RateSeries;
import dev.wavetank.reports.rates.Rates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** What happened over virtual time as data for the charts of the page: of fixed size, however many pods there are. */
final class RateCharts {

    /** More lines than this in one chart cannot be told apart. */
    private static final int LINES_MAX = 6;

    private static final String REFUSED = "refused (429), of all";
    private static final int MARKS_MAX = 40;
    private static final int HEAT_COLUMNS_MAX = 100;
    private static final int HEAT_ROWS_PER_DECADE = 6;
    private static final double NANOS = 1e9;

    private RateCharts() {}

    /** The charts as JSON that is safe inside a script element; empty when nobody watched the run. */
    static String json(Report report) {
        Rates rates = report.rates();
        if (rates.series().isEmpty()) {
            return "";
        }
        List<Map<String, Object>> charts = new ArrayList<>();
        chart("Requests to the API server", "a second", requests(rates), charts);
        chart("Requests in flight", "", rates.of(RateRecorder.IN_FLIGHT), charts);
        chart("Wait for the client's rate limit", "s", rates.of(RateRecorder.THROTTLE), charts);
        chart("Keys waiting in work queues", "", rates.of(RateRecorder.DEPTH), charts);
        chart("Conflicts", "a second", rates.of(RateRecorder.CONFLICTS), charts);
        chart("Delay of watches", "s", rates.of(RateRecorder.WATCH_LAG), charts);
        chart("Commits of etcd", "a second", rates.of(RateRecorder.COMMITS), charts);
        chart("Attempts of the scheduler", "a second", rates.of(RateRecorder.ATTEMPTS), charts);
        chart("Pods ready", "", rates.of(RateRecorder.READY), charts);
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("width", rates.width() / NANOS);
        data.put("charts", charts);
        data.put("heat", heat(report));
        data.put("commands", commands(rates));
        data.put("faults", faults(report));
        return JsonMapper.shared().writeValueAsString(data).replace("<", "\\u003c");
    }

    /** By component, and the refused ones of all together, where there are any. */
    private static List<RateSeries> requests(Rates rates) {
        List<RateSeries> series = new ArrayList<>(
                sums(rates.of(RateRecorder.REQUESTS), each -> each.labels().getOrDefault("component", "")));
        series.addAll(sums(rates.of(RateRecorder.REFUSED), each -> REFUSED));
        return series;
    }

    private static List<RateSeries> sums(List<RateSeries> all, Function<RateSeries, String> name) {
        Map<String, double[]> sums = new TreeMap<>();
        Map<String, Double> totals = new TreeMap<>();
        for (RateSeries each : all) {
            String component = name.apply(each);
            double[] sum = sums.computeIfAbsent(
                    component, key -> new double[each.values().size()]);
            for (int i = 0; i < sum.length; i++) {
                sum[i] += each.values().get(i);
            }
            totals.merge(component, each.total(), Double::sum);
        }
        List<RateSeries> series = new ArrayList<>();
        sums.forEach((component, sum) -> {
            List<Double> values = new ArrayList<>();
            for (double value : sum) {
                values.add(value);
            }
            series.add(new RateSeries(
                    RateRecorder.REQUESTS,
                    Map.of("component", component),
                    RateSeries.Kind.RATE,
                    totals.getOrDefault(component, 0.0),
                    values));
        });
        return series;
    }

    /** Refused requests are few beside all others, and must not be left out for that. */
    private static boolean isRefused(RateSeries series) {
        return series.labels().getOrDefault("component", "").equals(REFUSED);
    }

    /** The largest series; what is left out is said in the title. */
    private static void chart(String title, String unit, List<RateSeries> all, List<Map<String, Object>> charts) {
        List<RateSeries> shown = all.stream()
                .filter(each -> each.peak() > 0)
                .sorted(Comparator.comparing((RateSeries each) -> !isRefused(each))
                        .thenComparing(
                                Comparator.comparingDouble(RateSeries::total).reversed())
                        .thenComparing(RateSeries::title))
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        List<Map<String, Object>> lines = new ArrayList<>();
        for (RateSeries each : shown.subList(0, Math.min(LINES_MAX, shown.size()))) {
            List<Double> values = new ArrayList<>();
            each.values().forEach(value -> values.add(Double.isNaN(value) ? null : Math.round(value * 1e4) / 1e4));
            Map<String, Object> line = new LinkedHashMap<>();
            line.put(
                    "label",
                    each.labels().isEmpty()
                            ? title
                            : String.join(" ", each.labels().values()));
            line.put("values", values);
            lines.add(line);
        }
        int hidden = shown.size() - lines.size();
        Map<String, Object> chart = new LinkedHashMap<>();
        chart.put("title", title + (hidden > 0 ? ", the " + LINES_MAX + " largest of " + shown.size() : ""));
        chart.put("unit", unit);
        chart.put("lines", lines);
        charts.add(chart);
    }

    /** Pods by the time of their creation and their startup, in cells of equal width and equal ratio. */
    private static Map<String, Object> heat(Report report) {
        long width = report.rates().width();
        int intervals = (int) (report.virtualTime() / width) + 1;
        long column = width * Math.max(1, (intervals + HEAT_COLUMNS_MAX - 1) / HEAT_COLUMNS_MAX);
        Map<List<Integer>, Integer> counts = new LinkedHashMap<>();
        for (PodJourney pod : report.journey().pods()) {
            OptionalLong created = pod.at(Point.POD_CREATED);
            OptionalLong seen = pod.at(Point.SEEN_READY);
            if (created.isPresent() && seen.isPresent()) {
                double seconds = Math.max(1e-3, (seen.getAsLong() - created.getAsLong()) / NANOS);
                int row = (int) StrictMath.floor(StrictMath.log10(seconds) * HEAT_ROWS_PER_DECADE);
                counts.merge(List.of((int) (created.getAsLong() / column), row), 1, Integer::sum);
            }
        }
        List<List<Integer>> cells = new ArrayList<>();
        counts.forEach((cell, count) -> cells.add(List.of(cell.get(0), cell.get(1), count)));
        Map<String, Object> heat = new LinkedHashMap<>();
        heat.put("column", column / NANOS);
        heat.put("rowsPerDecade", HEAT_ROWS_PER_DECADE);
        heat.put("end", report.virtualTime() / NANOS);
        heat.put("cells", cells);
        return heat;
    }

    private static List<Map<String, Object>> commands(Rates rates) {
        List<Map<String, Object>> marks = new ArrayList<>();
        for (Rates.Command command :
                rates.commands().subList(0, Math.min(MARKS_MAX, rates.commands().size()))) {
            Map<String, Object> mark = new LinkedHashMap<>();
            mark.put("at", command.at() / NANOS);
            mark.put("words", command.words());
            marks.add(mark);
        }
        return marks;
    }

    private static List<Map<String, Object>> faults(Report report) {
        List<Map<String, Object>> bands = new ArrayList<>();
        for (FaultSpan fault : report.journey().faults()) {
            if (bands.size() == MARKS_MAX) {
                break;
            }
            Map<String, Object> band = new LinkedHashMap<>();
            band.put("from", fault.opened() / NANOS);
            band.put("to", fault.closed().orElse(Math.max(report.virtualTime(), fault.opened())) / NANOS);
            bands.add(band);
        }
        return bands;
    }
}
