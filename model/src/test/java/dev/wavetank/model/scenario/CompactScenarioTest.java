package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CompactScenarioTest {

    private static final Scenario SCENARIO = ScenarioCodec.read("test", """
            name: test
            timeline:
            - at: 1s
              kubectl: [patch, pod, web, -p, '{"a": null}']
            - at: 2s
              kubectl: [annotate, pod, web, "a=it's two"]
            files:
              web.yaml: |
                kind: Pod
                metadata: {name: web}
            faults:
            - {kind: componentCrash, at: 5s, for: 2s, component: etcd}
            """);

    @Test
    void a_compact_text_is_the_same_scenario_on_fewer_lines() {
        String text = ScenarioCodec.compact(SCENARIO);

        assertThat(text).contains("- {at: 2s, kubectl: ").contains("{kind: componentCrash, at: 5s, for: 2s, ");
        assertThat(ScenarioCodec.read("compact", text)).isEqualTo(SCENARIO);
    }
}
