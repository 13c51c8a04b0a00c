package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A controller manager may lose its lease before its controllers work only where its rate limit is too low. */
class LateStartTest {

    private static final Map<String, String> RARE = Map.of("kube-controller-manager.kube-api-qps", "0.1");

    private static LateStart after(int transitions, KubernetesVersion version, Map<String, String> settings) {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        LateStart start = new LateStart(new ClusterSpec(standard.nodes(), standard.nodeCapacity(), version, settings));
        start.observe(Scheme.parse("""
                {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: kube-controller-manager, uid: l},
                  spec: {leaseTransitions: %d}}
                """.formatted(transitions), Lease.class));
        return start;
    }

    @Test
    void with_one_request_in_ten_seconds_discovery_takes_longer_than_a_lease_lasts() {
        assertThat(after(1, KubernetesVersion.V1_20, RARE).obstacle())
                .contains("a controller manager loses its lease before its controllers work: it may send 0.1 requests a"
                        + " second");
    }

    @Test
    void the_first_manager_to_lead_has_nothing_to_wait_for() {
        assertThat(after(0, KubernetesVersion.V1_20, RARE).obstacle()).isEmpty();
    }

    @Test
    void a_recent_manager_reads_discovery_at_once_and_needs_tokens_only_for_accounts_of_its_own() {
        assertThat(after(1, KubernetesVersion.V1_32, RARE).obstacle()).isEmpty();
        assertThat(after(
                                1,
                                KubernetesVersion.V1_32,
                                Map.of(
                                        "kube-controller-manager.kube-api-qps", "0.1",
                                        "kube-apiserver.authorization-mode", "Node,RBAC"))
                        .obstacle())
                .isPresent();
    }

    @Test
    void a_lease_that_can_be_renewed_is_kept() {
        assertThat(after(1, KubernetesVersion.V1_20, Map.of()).obstacle()).isEmpty();
        assertThat(after(1, KubernetesVersion.V1_20, Map.of("kube-controller-manager.kube-api-qps", "1"))
                        .obstacle())
                .isEmpty();
        assertThat(after(
                                1,
                                KubernetesVersion.V1_20,
                                Map.of(
                                        "kube-controller-manager.kube-api-qps", "0.1",
                                        "kube-controller-manager.leader-elect", "false"))
                        .obstacle())
                .isEmpty();
    }
}
