package dev.wavetank.reports.rates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.reports.metrics.MetricSeries;
import dev.wavetank.reports.rates.RateSeries.Kind;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Reads the text with a small parser of OpenMetrics 1.0, by the grammar of its specification. */
class OpenMetricsTextTest {

    private static final String NUMBER = "[+-]?(?:\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|Inf)|NaN";
    private static final Pattern LABELS = Pattern.compile("(?:[a-zA-Z_]\\w*=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\",?)*");
    private static final Pattern SAMPLE = Pattern.compile(
            "([a-zA-Z_:][\\w:]*)(?:\\{(.*)})? (" + NUMBER + ")(?: (\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?))?");

    private record Sample(String name, String labels, double value, double time) {}

    private static List<Sample> parse(String text) {
        assertThat(text).endsWith("# EOF\n");
        List<Sample> samples = new ArrayList<>();
        TreeSet<String> families = new TreeSet<>();
        Map<String, Double> latest = new LinkedHashMap<>();
        String family = "";
        for (String line : text.substring(0, text.length() - "# EOF\n".length()).split("\n")) {
            if (line.startsWith("# ")) {
                String[] words = line.split(" ", 4);
                assertThat(words[1]).isIn("TYPE", "HELP", "UNIT");
                if (words[1].equals("TYPE")) {
                    family = words[2];
                    assertThat(families.add(family))
                            .as("family once: " + family)
                            .isTrue();
                    assertThat(words[3]).isIn("gauge", "summary", "histogram");
                }
                assertThat(words[2]).isEqualTo(family);
                continue;
            }
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            assertThat(sample.group(1)).startsWith(family);
            String labels = sample.group(2) == null ? "" : sample.group(2);
            assertThat(LABELS.matcher(labels).matches()).as(line).isTrue();
            double time = sample.group(4) == null ? 0 : Double.parseDouble(sample.group(4));
            Double before = latest.put(sample.group(1) + labels, time);
            assertThat(before == null || before < time)
                    .as("times ascend: " + line)
                    .isTrue();
            samples.add(new Sample(sample.group(1), labels, Double.parseDouble(sample.group(3)), time));
        }
        return samples;
    }

    @Test
    void series_have_their_virtual_time_and_hostile_labels_are_escaped() {
        RateSeries commits = new RateSeries("etcd_commits", Map.of(), Kind.RATE, 3, List.of(20.0, Double.NaN, 10.0));
        RateSeries depth =
                new RateSeries("workqueue_depth", Map.of("queue", "a\"b\\c\nd"), Kind.LEVEL, 1, List.of(0.5));
        CallLatency call = new CallLatency("create", "pods", "resource", 7, 1_000, 2_000, 3_000, 4_000);
        MetricSeries histogram = new MetricSeries(
                "kubelet_pod_start_duration_seconds", Map.of("instance", "node-1"), Map.of("+Inf", 2L), 1.5, 2);

        List<Sample> samples = parse(OpenMetricsText.render(
                new Rates(VirtualTime.SECOND / 10, List.of(commits, depth), List.of(call), List.of()),
                List.of(histogram),
                42));

        assertThat(samples)
                .contains(
                        new Sample("wavetank_etcd_commits", "", 20, 0.1),
                        new Sample("wavetank_etcd_commits", "", 10, 0.3),
                        new Sample("wavetank_workqueue_depth", "queue=\"a\\\"b\\\\c\\nd\"", 0.5, 0.1),
                        new Sample("kubelet_pod_start_duration_seconds_sum", "instance=\"node-1\"", 1.5, 42))
                .hasSize(3 + 4 + 3);
    }

    @Test
    void nothing_is_a_valid_text() {
        assertThat(OpenMetricsText.render(Rates.NONE, List.of(), 0)).isEqualTo("# EOF\n");
    }
}
