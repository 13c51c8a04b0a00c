package dev.wavetank.model.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The controllers beside those of a real Kubernetes 1.20.2: the same users do the same things at the same times, on
 * ten hollow nodes. What is compared is told by {@link Comparison}, what may differ by {@link Case}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ControllerConformanceGoldenTest {

    private final List<Row> rows = new ArrayList<>();

    /** One line of the table. */
    private record Row(Case played, Comparison comparison, int onTime, int timed, List<String> late) {

        String line() {
            return String.format(
                    Locale.ROOT,
                    "%-29s | %-11s | %-11s | %-8s | %s",
                    played.scenario(),
                    comparison.requests(),
                    comparison.texts(),
                    onTime + " of " + timed,
                    played.explanation());
        }
    }

    @BeforeAll
    void play() {
        for (Case played : Case.ALL_CASES) {
            rows.add(play(played));
        }
        System.out.printf(
                Locale.ROOT,
                "%-29s | %-11s | %-11s | %-8s | %s%n",
                "scenario",
                "requests",
                "texts",
                "in time",
                "why what differs may");
        rows.forEach(row -> System.out.println(row.line()));
    }

    private static Row play(Case played) {
        Recording recording = Recording.read(played.scenario());
        Observed recorded = played.part(recording.observed());
        double last =
                recorded.requests().stream().mapToDouble(Sent::millis).max().orElseThrow();
        Row best = null;
        for (int seed = 1;
                seed <= played.seeds() && (best == null || best.comparison().unequal() > 0);
                seed++) {
            Observed simulated = played.part(new Replay(recording, Prologues.of(played.scenario()))
                    .run(seed, (long) last + played.tail(), ClusterParts.DEFAULT));
            Row row = row(played, recorded, simulated);
            if (best == null || row.comparison().unequal() < best.comparison().unequal()) {
                best = row;
            }
        }
        return best;
    }

    private static Row row(Case played, Observed recorded, Observed simulated) {
        Map<String, Timings.Timing> expected = Timings.of(played.scenario(), recorded);
        Map<String, Timings.Timing> found = Timings.of(played.scenario(), simulated);
        List<String> late = new ArrayList<>();
        expected.forEach((what, timing) -> {
            Timings.Timing here = found.get(what);
            if (here == null || Math.abs(here.millis() - timing.millis()) > timing.band()) {
                late.add(what + ": recorded " + timing + ", simulated " + here);
            }
        });
        return new Row(
                played, new Comparison(recorded, simulated), expected.size() - late.size(), expected.size(), late);
    }

    @Test
    void requests_are_the_recorded_ones() {
        for (Row row : rows) {
            assertThat(row.comparison().requests().unequal())
                    .as(row.line() + "\n"
                            + String.join("\n", row.comparison().requests().differences()))
                    .isLessThanOrEqualTo(row.played().requests());
        }
    }

    @Test
    void conditions_events_refusals_and_final_objects_are_the_recorded_ones() {
        for (Row row : rows) {
            assertThat(row.comparison().texts().unequal())
                    .as(row.line() + "\n"
                            + String.join("\n", row.comparison().texts().differences()))
                    .isLessThanOrEqualTo(row.played().texts());
        }
    }

    @Test
    void what_the_rules_time_is_in_time() {
        for (Row row : rows) {
            assertThat(row.late()).as(row.line()).isEmpty();
        }
    }

    @Test
    void every_difference_has_an_explanation() {
        for (Row row : rows) {
            boolean differs = row.comparison().unequal() > 0;
            assertThat(differs && row.played().explanation().isEmpty())
                    .as(row.line())
                    .isFalse();
        }
    }
}
