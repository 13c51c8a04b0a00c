package dev.wavetank.properties.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenarios drawn from seeds. */
class ScenariosTest {

    private static final List<String> KINDS = List.of(
            "kind: Deployment", "kind: StatefulSet", "kind: DaemonSet", "kind: Job", "kind: CronJob", "kind: Pod,");

    @Test
    void a_seed_has_one_scenario_which_can_be_written_and_read() {
        for (long seed = 1; seed <= 50; seed++) {
            Scenario scenario = Scenarios.of(seed);
            assertThat(Scenarios.of(seed)).isEqualTo(scenario);
            assertThat(ScenarioCodec.read("written", ScenarioCodec.write(scenario)))
                    .isEqualTo(scenario);
        }
    }

    @Test
    void every_kind_of_workload_is_drawn_soon() {
        List<String> texts = new ArrayList<>();
        for (long seed = 1; seed <= 60; seed++) {
            texts.add(Scenarios.of(seed).files().values().toString());
        }
        assertThat(KINDS).allSatisfy(kind -> assertThat(texts).anyMatch(text -> text.contains(kind)));
    }

    @Test
    void without_faults_nothing_breaks() {
        for (long seed = 1; seed <= 12; seed++) {
            RunResult run = ScenarioRun.of(Scenarios.of(seed), seed, ClusterParts.DEFAULT);
            assertThat(run.violations()).as("scenario %d", seed).isEmpty();
        }
    }
}
