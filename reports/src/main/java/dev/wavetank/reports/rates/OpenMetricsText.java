package dev.wavetank.reports.rates;

import dev.wavetank.reports.metrics.MetricSeries;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;

/**
 * Series and histograms in the text form of OpenMetrics 1.0, for tools that import samples of a time: every value has
 * its virtual time, in seconds from the start of the run.
 */
public final class OpenMetricsText {

    private OpenMetricsText() {}

    /**
     * The text. Series become gauges, API calls summaries; histograms come last.
     *
     * @param histograms of the kubelets, those of one name one after the other
     */
    public static String render(Rates rates, List<MetricSeries> histograms, double end) {
        StringBuilder text = new StringBuilder();
        String family = "";
        for (RateSeries series : rates.series()) {
            if (!series.name().equals(family)) {
                family = series.name();
                text.append("# TYPE wavetank_").append(family).append(" gauge\n");
                text.append("# HELP wavetank_").append(family).append(' ');
                text.append(series.kind().unit()).append(".\n");
            }
            for (int i = 0; i < series.values().size(); i++) {
                double value = series.values().get(i);
                if (!Double.isNaN(value)) {
                    text.append("wavetank_").append(series.title()).append(' ').append(number(value));
                    text.append(' ').append(seconds((i + 1) * rates.width())).append('\n');
                }
            }
        }
        calls(rates, text);
        histograms(histograms, text, end);
        return text.append("# EOF\n").toString();
    }

    private static void calls(Rates rates, StringBuilder text) {
        if (rates.calls().isEmpty()) {
            return;
        }
        text.append("# TYPE wavetank_api_call_seconds summary\n# UNIT wavetank_api_call_seconds seconds\n");
        for (CallLatency call : rates.calls()) {
            String labels =
                    "verb=\"" + call.verb() + "\",resource=\"" + call.resource() + "\",scope=\"" + call.scope() + '"';
            quantile(text, labels, "0.5", call.p50());
            quantile(text, labels, "0.9", call.p90());
            quantile(text, labels, "0.99", call.p99());
            text.append("wavetank_api_call_seconds_count{").append(labels).append("} ");
            text.append(call.count()).append('\n');
        }
    }

    private static void quantile(StringBuilder text, String labels, String quantile, long micros) {
        text.append("wavetank_api_call_seconds{")
                .append(labels)
                .append(",quantile=\"")
                .append(quantile);
        text.append("\"} ").append(number(micros / 1e6)).append('\n');
    }

    private static void histograms(List<MetricSeries> histograms, StringBuilder text, double end) {
        String family = "";
        for (MetricSeries one : histograms) {
            if (!one.name().equals(family)) {
                family = one.name();
                text.append("# TYPE ").append(family).append(" histogram\n");
            }
            StringBuilder labels = new StringBuilder();
            one.labels()
                    .forEach((name, value) ->
                            labels.append(name).append("=\"").append(value).append("\","));
            one.buckets()
                    .forEach((bound, count) -> text.append(one.name())
                            .append("_bucket{")
                            .append(labels)
                            .append("le=\"")
                            .append(bound.equals("+Inf") ? bound : number(Double.parseDouble(bound)))
                            .append("\"} ")
                            .append(count)
                            .append(' ')
                            .append(number(end))
                            .append('\n'));
            String all = labels.isEmpty() ? "" : "{" + labels.substring(0, labels.length() - 1) + "}";
            text.append(one.name()).append("_count").append(all).append(' ').append(one.count());
            text.append(' ').append(number(end)).append('\n');
            text.append(one.name()).append("_sum").append(all).append(' ').append(number(one.sum()));
            text.append(' ').append(number(end)).append('\n');
        }
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
    }

    /** With a point, as the canonical form of bounds has it. */
    private static String number(double value) {
        return String.format(Locale.ROOT, "%s", (double) Math.round(value * 1e6) / 1e6);
    }
}
