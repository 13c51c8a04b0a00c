package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that send no packets make no tables for them. */
class UnaskedNetworkTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "{kind: flannel, backend: vxlan}", "{kind: calico}"})
    void where_addresses_lead_is_worked_out_when_somebody_asks(String addOn) {
        Cluster cluster = Cluster.of(
                ScenarioCodec.read(
                        "quiet.yaml",
                        "cluster: {profile: v1.36, nodes: 3, addOns: [" + addOn + "]}\n"
                                + "timeline: [{at: 0s, kubectl: run web --image=nginx}]\n"),
                1,
                ClusterParts.DEFAULT);
        cluster.run(RunLimits.until(VirtualTime.MINUTE));

        assertThat(cluster.podNetwork().isAsked()).isFalse();

        ClusterNetwork.Place web = cluster.podNetwork().place(new ObjectKey("default", "web"));
        assertThat(cluster.podNetwork().exchange(web, "172.16.0.12", 84).succeeds())
                .isTrue();
        assertThat(cluster.podNetwork().isAsked()).isTrue();
    }
}
