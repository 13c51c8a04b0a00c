package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples with add-ons, read, written and read again. */
class AddOnCodecTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "admission-webhook.yaml",
                "initializers.yaml",
                "rolling-update.yaml",
                "slow-start.yaml",
                "webhook-authorization.yaml"
            })
    void reading_what_was_written_gives_an_equal_scenario(String example) throws IOException {
        Scenario scenario = ScenarioCodec.read(example, Files.readString(Path.of("..", "examples", example)));

        assertThat(scenario.cluster().addOns()).isNotEmpty();
        assertThat(ScenarioCodec.read(example, ScenarioCodec.write(scenario))).isEqualTo(scenario);
        assertThat(ComponentNames.of(scenario.cluster()))
                .contains(scenario.cluster().addOns().get(0).component());
    }

    @Test
    void leases_in_etcd_are_written_and_read() {
        Scenario scenario = ScenarioCodec.read(
                "leases.yaml", "cluster: {addOns: [{kind: flannel, leases: etcd, ttl: 5m}]}\ntimeline: []\n");

        assertThat(scenario.cluster().addOns())
                .containsExactly(new PodNetworkAddOn(PodNetworkAddOn.FLANNEL, "vxlan", 5 * VirtualTime.MINUTE));
        assertThat(ScenarioCodec.read("leases.yaml", ScenarioCodec.write(scenario)))
                .isEqualTo(scenario);
    }
}
