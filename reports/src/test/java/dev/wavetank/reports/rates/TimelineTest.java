package dev.wavetank.reports.rates;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelineTest {

    private static final long SECOND = VirtualTime.SECOND;

    private final Timeline timeline = new Timeline();

    @Test
    void a_rate_is_what_happened_by_the_length_of_its_interval() {
        timeline.count(0, "commits");
        timeline.count(SECOND / 20, "commits");
        timeline.count(SECOND / 4, "commits");

        RateSeries series = timeline.series(SECOND * 3 / 10).get(0);

        assertThat(series.values()).containsExactly(20.0, 0.0, 10.0);
        assertThat(series.total()).isEqualTo(3);
        assertThat(series.peak()).isEqualTo(20);
    }

    @Test
    void a_level_is_the_mean_over_its_interval() {
        timeline.level(SECOND / 20, SECOND * 3 / 20, 4, "depth", "queue", "pods");

        RateSeries series = timeline.series(SECOND * 2 / 10).get(0);

        assertThat(series.values()).containsExactly(2.0, 2.0);
        assertThat(series.title()).isEqualTo("depth{queue=\"pods\"}");
    }

    @Test
    void a_mean_of_nothing_is_no_number() {
        timeline.waited(SECOND / 20, SECOND, "wait");
        timeline.waited(SECOND / 20, 3 * SECOND, "wait");
        timeline.count(SECOND * 3 / 20, "commits");

        List<Double> values = timeline.series(SECOND * 2 / 10).get(1).values();

        assertThat(values).containsExactly(2.0, Double.NaN);
    }

    @Test
    void a_long_run_has_longer_intervals_and_loses_nothing() {
        for (int i = 0; i < 3_600; i++) {
            timeline.count(i * SECOND, "commits");
            timeline.level(i * SECOND, i * SECOND + SECOND / 2, 1, "level");
        }

        List<RateSeries> series = timeline.series(3_600 * SECOND);

        assertThat(series.get(0).values()).hasSizeLessThanOrEqualTo(Timeline.INTERVALS_MAX);
        assertThat(series.get(0).total()).isEqualTo(3_600);
        assertThat(series.get(1).total()).isCloseTo(1_800, org.assertj.core.data.Offset.offset(1e-6));
        assertThat(timeline.width()).isEqualTo(SECOND * 128 / 10);
    }
}
