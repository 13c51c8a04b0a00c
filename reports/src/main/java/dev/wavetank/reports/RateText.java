package dev.wavetank.reports;

import dev.wavetank.reports.rates.CallLatency;
import dev.wavetank.reports.rates.Objective;
import dev.wavetank.reports.rates.RateRecorder;
import dev.wavetank.reports.rates.RateSeries;
import dev.wavetank.reports.rates.Rates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Rates, API calls and objectives as tables of cells, as CSV and as trees for JSON. */
final class RateText {

    /** Kinds of calls in a table; the rest stands in the JSON. */
    private static final int CALLS_MAX = 20;

    private static final int NANOS = 1_000;

    private RateText() {}

    /** A row for each objective: name, what it measures, samples, p99, limit, and whether the run meets it. */
    static List<List<String>> objectives(List<Objective> objectives) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("OBJECTIVE", "MEASURED", "COUNT", "NEVER", "P99", "LIMIT", "MET"));
        for (Objective each : objectives) {
            rows.add(List.of(
                    each.name(),
                    each.of(),
                    Long.toString(each.count()),
                    Long.toString(each.never()),
                    each.p99().isPresent() ? HumanDuration.ofMicros(each.p99().getAsLong()) : "never",
                    HumanDuration.ofMicros(each.limit()),
                    each.isMet() ? "yes" : "no"));
        }
        return rows;
    }

    /** A row for each kind of API calls, most frequent first. */
    static List<List<String>> calls(Rates rates) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("VERB", "RESOURCE", "SCOPE", "COUNT", "P50", "P90", "P99", "MAX"));
        rates.calls().stream()
                .sorted(Comparator.comparingLong(CallLatency::count).reversed())
                .limit(CALLS_MAX)
                .forEach(call -> rows.add(List.of(
                        call.verb(),
                        call.resource(),
                        call.scope(),
                        Long.toString(call.count()),
                        HumanDuration.ofMicros(call.p50()),
                        HumanDuration.ofMicros(call.p90()),
                        HumanDuration.ofMicros(call.p99()),
                        HumanDuration.ofMicros(call.max()))));
        return rows;
    }

    /** A row for each series but those of single verbs: total and highest value. */
    static List<List<String>> series(Rates rates) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("SERIES", "UNIT", "COUNT", "PEAK"));
        for (RateSeries each : rates.series()) {
            if (!each.name().equals(RateRecorder.REQUESTS)) {
                rows.add(List.of(
                        each.title(),
                        each.kind().unit(),
                        each.kind() == RateSeries.Kind.LEVEL ? "-" : Long.toString(Math.round(each.total())),
                        number(each.peak())));
            }
        }
        return rows;
    }

    /** Cells in columns, the first two to the left. */
    static String columns(List<List<String>> rows, int leftColumns) {
        int[] widths = new int[rows.get(0).size()];
        rows.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : "  ").append(i < leftColumns ? row.get(i) + pad : pad + row.get(i));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** All series as CSV: one row for each interval of each series. Times are seconds of virtual time. */
    static String csv(Rates rates) {
        StringBuilder text = new StringBuilder("series,component,verb,resource,queue,from_seconds,value\n");
        for (RateSeries each : rates.series()) {
            Map<String, String> labels = each.labels();
            StringBuilder head = new StringBuilder(each.name());
            for (String label : List.of("component", "verb", "resource", "queue")) {
                head.append(',').append(quoted(labels.getOrDefault(label, "")));
            }
            for (int i = 0; i < each.values().size(); i++) {
                double value = each.values().get(i);
                if (!Double.isNaN(value)) {
                    text.append(head).append(',').append(String.format(Locale.ROOT, "%.3f", i * rates.width() / 1e9));
                    text.append(',').append(number(value)).append('\n');
                }
            }
        }
        return text.toString();
    }

    private static String quoted(String cell) {
        return cell.matches("[^,\"\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    /** For JSON. Times are nanoseconds; values of series are as their unit says. */
    static Map<String, Object> tree(Rates rates) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("interval", rates.width());
        List<Map<String, Object>> all = new ArrayList<>();
        for (RateSeries each : rates.series()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", each.name());
            one.put("labels", each.labels());
            one.put("unit", each.kind().unit());
            one.put("total", rounded(each.total()));
            List<Double> values = new ArrayList<>();
            each.values().forEach(value -> values.add(Double.isNaN(value) ? null : rounded(value)));
            one.put("values", values);
            all.add(one);
        }
        tree.put("series", all);
        tree.put("calls", rates.calls().stream().map(RateText::tree).toList());
        return tree;
    }

    private static Map<String, Object> tree(CallLatency call) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("verb", call.verb());
        tree.put("resource", call.resource());
        tree.put("scope", call.scope());
        tree.put("count", call.count());
        tree.put("p50", call.p50() * NANOS);
        tree.put("p90", call.p90() * NANOS);
        tree.put("p99", call.p99() * NANOS);
        tree.put("max", call.max() * NANOS);
        return tree;
    }

    /** For JSON, with times in nanoseconds. */
    static Map<String, Object> tree(Objective objective) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", objective.name());
        tree.put("of", objective.of());
        tree.put("count", objective.count());
        tree.put("never", objective.never());
        objective.p99().ifPresent(p99 -> tree.put("p99", p99 * NANOS));
        tree.put("limit", objective.limit() * NANOS);
        tree.put("met", objective.isMet());
        return tree;
    }

    private static double rounded(double value) {
        return Math.round(value * 1e6) / 1e6;
    }

    private static String number(double value) {
        return Double.toString(Math.round(value * 1e4) / 1e4);
    }
}
