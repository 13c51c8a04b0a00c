package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.scenario.StaticManifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticManifestsTest {

    private static Scenario scenario(String staticPod) {
        return ScenarioCodec.read("s.yaml", """
                cluster: {nodes: 1, staticPods: [%s]}
                timeline: [{at: 1s, kubectl: get pods}]
                files:
                  pod.yaml: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}"
                  unnamed.yaml: "{apiVersion: v1, kind: Pod, spec: {containers: [{image: i}]}}"
                  map.yaml: "{apiVersion: v1, kind: ConfigMap, metadata: {name: m}}"
                """.formatted(staticPod));
    }

    @Test
    void a_scenario_that_is_written_and_read_has_the_same_manifests() {
        Scenario scenario = scenario("{node: node-1, manifest: pod.yaml, path: p, at: 2s, until: 1m}");

        assertThat(scenario.cluster().shape().staticPods())
                .containsExactly(
                        new StaticManifest("node-1", "pod.yaml", "file", "p", 2_000_000_000L, 60_000_000_000L));
        assertThat(ScenarioCodec.read("s.yaml", ScenarioCodec.write(scenario))).isEqualTo(scenario);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{manifest: none.yaml} | the scenario has no file 'none.yaml'",
                "{manifest: unnamed.yaml} | metadata.name: Required value, spec.containers[0].name: Required value",
                "{manifest: map.yaml} | map.yaml must hold one pod",
                "{manifest: pod.yaml, node: node-7} | there is no node 'node-7'",
                "{manifest: pod.yaml, at: 2m, until: 1m} | must be removed later than it is written",
                "{manifest: pod.yaml, form: 1m} | form"
            })
    void a_mistake_is_refused(String staticPod, String text) {
        assertThatThrownBy(() -> new StaticManifests(scenario(staticPod))).hasMessageContaining(text);
    }
}
