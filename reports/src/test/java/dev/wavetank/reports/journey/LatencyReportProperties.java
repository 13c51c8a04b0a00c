package dev.wavetank.reports.journey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.trace.Milestone.Point;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class LatencyReportProperties {

    private static final long HOUR = 3_600_000_000_000L;

    /** Merging loses no sample and invents none: it is the report over all pods together. */
    @Property(tries = 200)
    void merging_is_counting_all_samples_together(
            @ForAll @Size(max = 30) List<@LongRange(min = 0, max = HOUR) Long> some,
            @ForAll @Size(max = 30) List<@LongRange(min = 0, max = HOUR) Long> others) {
        List<Long> all = Stream.concat(some.stream(), others.stream()).toList();

        LatencyReport merged = report(some).merge(report(others));

        assertThat(merged.stages()).isEqualTo(report(all).stages());
        assertThat(count(merged)).isEqualTo(some.size() + others.size());
    }

    /** A merge leaves both parts as they were. */
    @Property(tries = 100)
    void merging_changes_neither_part(
            @ForAll @Size(min = 1, max = 10) List<@LongRange(min = 0, max = HOUR) Long> some,
            @ForAll @Size(min = 1, max = 10) List<@LongRange(min = 0, max = HOUR) Long> others) {
        LatencyReport one = report(some);
        LatencyReport other = report(others);

        one.merge(other);

        assertThat(count(one)).isEqualTo(some.size());
        assertThat(count(other)).isEqualTo(others.size());
    }

    private static long count(LatencyReport report) {
        return report.stage(Stage.CREATE_TO_SCHEDULE).map(StageLatency::count).orElse(0L);
    }

    private static LatencyReport report(List<Long> nanos) {
        List<PodJourney> pods = nanos.stream()
                .map(each -> new PodJourney(
                        "pod/default/web", List.of(), Map.of(Point.POD_CREATED, 0L, Point.SCHEDULED, each)))
                .toList();
        return LatencyReport.of(new Journey(pods, List.of()));
    }
}
