package dev.wavetank.properties.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios drawn from seeds. */
@Tag("slow")
class ScenariosTest {

    private static final List<String> KINDS = List.of(
            "kind: Deployment",
            "kind: StatefulSet",
            "kind: DaemonSet",
            "kind: Job",
            "kind: CronJob",
            "kind: Pod,",
            "kind: HorizontalPodAutoscaler",
            "kind: PersistentVolumeClaim",
            "volumeClaimTemplates");

    @Test
    void a_seed_has_one_scenario_which_can_be_written_and_read() {
        for (long seed = 1; seed <= 50; seed++) {
            Scenario scenario = Scenarios.of(seed, KubernetesVersion.DEFAULT);
            assertThat(Scenarios.of(seed, KubernetesVersion.DEFAULT)).isEqualTo(scenario);
            assertThat(ScenarioCodec.read("written", ScenarioCodec.write(scenario)))
                    .isEqualTo(scenario);
        }
    }

    @Test
    void every_kind_of_workload_is_drawn_soon() {
        List<String> texts = new ArrayList<>();
        for (long seed = 1; seed <= 150; seed++) {
            texts.add(Scenarios.of(seed, KubernetesVersion.DEFAULT)
                    .files()
                    .values()
                    .toString());
        }
        assertThat(KINDS).allSatisfy(kind -> assertThat(texts).anyMatch(text -> text.contains(kind)));
    }

    /** Else an old cluster would refuse most of them, and nothing would be tested. */
    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.13", "v1.20", "v1.28"})
    void a_cluster_of_any_version_knows_what_it_is_given(String name) {
        KubernetesVersion version = KubernetesVersion.parse(name);
        Schema schema = ApiSchema.of(version);
        for (long seed = 1; seed <= 60; seed++) {
            Scenario scenario = Scenarios.of(seed, version);
            assertThat(scenario.cluster().profile()).isEqualTo(version);
            scenario.files().forEach((file, text) -> {
                for (YamlDocument document : YamlReader.read(file, text)) {
                    Map<String, Object> tree = document.root();
                    String kind = String.valueOf(tree.get("kind"));
                    ServedKind served = schema.kind(String.valueOf(tree.get("apiVersion")), kind)
                            .orElseThrow(() -> new AssertionError(name + " does not serve " + tree));
                    assertThat(schema.check(served.type(), tree)).as(text).isEmpty();
                }
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.8", "v1.20"})
    void commands_of_any_version_are_understood(String name) {
        KubernetesVersion version = KubernetesVersion.parse(name);
        for (long seed = 1; seed <= 7; seed++) {
            RunResult run = ScenarioRun.of(Scenarios.of(seed, version), seed, ClusterParts.DEFAULT);
            assertThat(run.violations()).as("scenario %d", seed).isEmpty();
            assertThat(run.podsCreated()).as("scenario %d", seed).isPositive();
            assertThat(run.commands())
                    .extracting(CommandResult::stderr)
                    .allSatisfy(error -> assertThat(error)
                            .doesNotContain("unknown flag", "unknown command", "invalid argument", "error validating"));
        }
    }

    @Test
    void without_faults_nothing_breaks() {
        for (long seed = 1; seed <= 12; seed++) {
            RunResult run = ScenarioRun.of(Scenarios.of(seed, KubernetesVersion.DEFAULT), seed, ClusterParts.DEFAULT);
            assertThat(run.violations()).as("scenario %d", seed).isEmpty();
        }
    }
}
