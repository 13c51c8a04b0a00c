package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeCapacityTest {

    @Test
    void what_is_left_out_keeps_its_default() {
        String text = "{timeline: [], cluster: {nodeCapacity: {cpu: \"8\", example.com/gpu: 2}}}";

        assertThat(ScenarioCodec.read("s.yaml", text).cluster().nodeCapacity())
                .containsEntry("cpu", "8")
                .containsEntry("example.com/gpu", "2")
                .containsEntry("memory", "16Gi")
                .containsEntry("pods", "110");
    }
}
