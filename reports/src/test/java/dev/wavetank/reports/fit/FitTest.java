package dev.wavetank.reports.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.wavetank.reports.fit.Fit.Shape;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FitTest {

    private static final Distribution KNOWN =
            new Distribution.LogNormal(300 * VirtualTime.MILLISECOND, 8 * VirtualTime.SECOND);

    private static List<Double> draw(Distribution distribution, int count) {
        RandomStream stream = new RandomStreams(5).stream("fit");
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            seconds.add((double) distribution.sample(stream) / VirtualTime.SECOND);
        }
        return seconds;
    }

    private static String histogram(List<Double> seconds) {
        StringBuilder text = new StringBuilder();
        for (double bound = 0.005; bound < 800; bound *= 2.5) {
            double limit = bound;
            text.append("kubelet_runtime_operations_duration_seconds_bucket{operation_type=\"stop_container\",le=\"")
                    .append(bound)
                    .append("\"} ")
                    .append(seconds.stream().filter(each -> each <= limit).count())
                    .append('\n');
        }
        return text
                + "kubelet_runtime_operations_duration_seconds_bucket{operation_type=\"stop_container\",le=\"+Inf\"} "
                + seconds.size() + "\n";
    }

    @Test
    void finds_the_distribution_that_the_samples_come_from() {
        LogNormalFit fit = LogNormalFit.of(Observed.of("s", "w", draw(KNOWN, 4_000)));

        assertThat(fit.median()).isCloseTo(0.3, within(0.02));
        assertThat(fit.p99()).isCloseTo(8, within(0.8));
        assertThat(fit.isGood()).isTrue();
    }

    @Test
    void finds_it_from_the_counts_of_a_histogram_too() {
        Observed observed =
                PrometheusSamples.read(histogram(draw(KNOWN, 4_000))).get(0);
        LogNormalFit fit = LogNormalFit.of(observed);

        assertThat(observed.setting()).isEqualTo("container-runtime.stop-time");
        assertThat(observed.count()).isEqualTo(4_000);
        assertThat(fit.median()).isCloseTo(0.3, within(0.03));
        assertThat(fit.p99()).isCloseTo(8, within(1.2));
        assertThat(fit.isGood()).isTrue();
    }

    @Test
    void says_what_is_not_log_normal_and_takes_what_was_observed() {
        List<Double> two = new ArrayList<>(draw(new Distribution.Uniform(1_000_000, 2_000_000), 500));
        two.addAll(draw(new Distribution.Uniform(1_000_000_000, 1_100_000_000), 500));

        Fit fit = Fit.of(Observed.of("s", "w", two), Shape.BEST);

        assertThat(fit.isEmpirical()).isTrue();
        assertThat(fit.goodness()).endsWith("does not fit");
        assertThat(fit.value("f")).startsWith("quantiles 1ms").endsWith("fitted to f (1000 samples)");
    }

    @Test
    void samples_in_one_bucket_say_nothing_of_their_shape() {
        Fit fit = Fit.of(
                new Observed("s", "w", List.of(0.1, 0.5, Double.POSITIVE_INFINITY), List.of(0L, 40L, 0L), false),
                Shape.BEST);

        assertThat(fit.isEmpirical()).isTrue();
        assertThat(fit.goodness()).contains("fewer than three buckets");
        assertThat(fit.value("f")).startsWith("quantiles 100ms 120ms").contains(" 500ms fitted");
    }

    @Test
    void reads_the_recorded_audit_log_of_a_real_cluster() throws IOException {
        try (InputStream in = getClass().getResourceAsStream("audit-sample.jsonl")) {
            List<Observed> all = AuditSamples.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));

            assertThat(all).extracting(Observed::setting).contains("etcd.commit-latency");
            assertThat(all.get(0).count()).isEqualTo(120);
            assertThat(all.get(0).quantile(0.5)).isBetween(0.001, 0.010);
        }
    }

    @Test
    void reads_pulls_from_the_events_of_kubelets() {
        String event = "{\"stage\":\"ResponseComplete\",\"verb\":\"create\",\"objectRef\":{\"resource\":\"events\"},"
                + "\"responseStatus\":{\"code\":201},\"requestObject\":{\"message\":"
                + "\"Successfully pulled image \\\"nginx\\\" in 1m2.5s (1m3s including waiting)\"},"
                + "\"requestReceivedTimestamp\":\"2026-11-22T13:33:58.700591Z\","
                + "\"stageTimestamp\":\"2026-11-22T13:33:58.704553Z\"}";

        List<Observed> all = AuditSamples.read(event);

        assertThat(all.get(1).setting()).isEqualTo("registry.pull-time");
        assertThat(all.get(1).bounds()).containsExactly(62.5);
        assertThat(all.get(0).bounds().get(0)).isCloseTo(0.003962, within(1e-9));
    }

    @Test
    void names_the_line_that_it_cannot_read() {
        assertThatThrownBy(() -> AuditSamples.read("\n{\"stage\":"))
                .hasMessage("line 2: expected an event of audit.k8s.io as JSON");
        assertThatThrownBy(() -> PrometheusSamples.read(
                        "etcd_request_duration_seconds_bucket{operation=\"create\",le=\"0.1\"} many"))
                .hasMessageStartingWith("line 1: expected a bound and a count");
    }
}
