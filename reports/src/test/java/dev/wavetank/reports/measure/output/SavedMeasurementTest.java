package dev.wavetank.reports.measure.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.trace.hop.Spent;
import dev.wavetank.reports.JsonReport;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.Division;
import dev.wavetank.reports.measure.LoadCount;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.Replication;
import dev.wavetank.reports.measure.StageSamples;
import dev.wavetank.reports.measure.TimeSpent;
import dev.wavetank.sim.liveness.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SavedMeasurementTest {

    private static final SavedMeasurement SAVED = new SavedMeasurement(
            "app.yaml",
            "0123",
            7,
            "v1.32, 3 nodes, default settings",
            new Measurement(List.of(
                    new Replication(
                            -3,
                            Outcome.UNKNOWN,
                            List.of("Convergence: \"late\""),
                            3,
                            List.of("pod/default/a"),
                            1,
                            Map.of(Stage.POD_STARTUP, new StageSamples(new long[] {30, 10, 10}, 2)),
                            Map.of("web", new LoadCount(100, 3)),
                            new Division(
                                    new TimeSpent(2, Map.of(Spent.PULL_QUEUE, 70L, Spent.COMMIT, 5L)),
                                    new TimeSpent(1, Map.of(Spent.COMMIT, 5L))),
                            true),
                    new Replication(4, Outcome.HELD, List.of(), 0, List.of(), 0, Map.of(), Map.of()))));

    private static String written() {
        Map<String, Object> tree = JsonReport.document("measure");
        tree.putAll(SAVED.tree());
        return JsonMapper.shared().writeValueAsString(tree);
    }

    @Test
    void is_read_as_it_was_written() {
        assertThat(SavedMeasurement.read(written())).isEqualTo(SAVED);
        assertThat(written()).contains("\"microsDeltas\":[10,0,20]");
    }

    @Test
    void what_is_damaged_is_refused_in_a_sentence() {
        String whole = written();
        for (int end = 1; end < whole.length(); end += 7) {
            String cut = whole.substring(0, end);
            assertThatThrownBy(() -> SavedMeasurement.read(cut))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("is not JSON, at line 1");
        }
        refused("[10,0,20]", "[10,-1,20]", "is damaged: microsDeltas[1] must be a whole number, not negative");
        refused("[10,0,20]", "[10,0.5,20]", "is damaged: microsDeltas[1] must be a whole number, not negative");
        refused("\"never\":2", "\"ever\":2", "is damaged: the field never is missing");
        refused("\"outcome\":\"held\"", "\"outcome\":\"hold\"", "is damaged: there is no outcome 'hold'");
        refused("\"pull-queue\"", "\"pull\"", "is damaged: no time is spent on 'pull'");
        refused("\"pods\":2", "\"pods\":-2", "is damaged: timeSpent.pods must be a whole number, not negative");
        refused("\"seed\":4", "\"seed\":-3", "seed -3 is in it twice");
        refused(
                "pod_startup",
                "pod_start",
                "there is no stage 'pod_start': did you mean 'pod_startup'? wavetank stages" + " lists them");
        refused(
                "\"command\":\"measure\"",
                "\"command\":\"run\"",
                "is no saved measurement: make one with wavetank" + " measure FILE --save measure.json");
    }

    private static void refused(String part, String other, String sentence) {
        String damaged = written().replace(part, other);
        assertThat(damaged).isNotEqualTo(written());
        assertThatThrownBy(() -> SavedMeasurement.read(damaged)).hasMessage(sentence);
    }
}
