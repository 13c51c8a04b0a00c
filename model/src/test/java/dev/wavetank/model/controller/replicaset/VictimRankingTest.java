package dev.wavetank.model.controller.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodContainerStatusBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Victim orders as recorded from Kubernetes 1.20. */
class VictimRankingTest {

    private static final Instant NOW = VirtualTime.EPOCH.plusSeconds(100);

    @Test
    void synthetic_status_gives_the_recorded_order() {
        List<Pod> pods = List.of(
                pod("a", "g1", "Running", 0, 0),
                pod("b", "g2", "Running", 0, 5),
                pod("c", "g3", "Running", 50, 0),
                pod("d", "g4", "Running", 1, 0),
                pod("e", "g5", "Unknown", -1, 0),
                pod("f", "g6", "Running", -1, 0),
                pod("g", "g7", "Running", -1, 3),
                pod("h", "g8", "Pending", -1, 0),
                pod("i", null, "Pending", -1, 0),
                pod("j", "g1", "Running", 2, 0));

        assertThat(order(pods, List.of())).containsExactly("i", "h", "e", "g", "f", "c", "j", "d", "b", "a");
    }

    @Test
    void pods_on_the_fullest_node_go_before_younger_ones() {
        List<Pod> pods = List.of(
                pod("1a", "hollow-1", "Running", 1, 0),
                pod("1b", "hollow-1", "Running", 2, 0),
                pod("1c", "hollow-1", "Running", 3, 0),
                pod("2a", "hollow-2", "Running", 4, 0),
                pod("2b", "hollow-2", "Running", 5, 0),
                pod("3a", "hollow-3", "Running", 9, 0));
        List<Pod> left = new ArrayList<>(pods);
        List<String> victims = new ArrayList<>();
        while (left.size() > 1) {
            Pod victim = new VictimRanking(KubernetesVersion.V1_20)
                    .victims(left, left, 1, NOW)
                    .get(0);
            victims.add(victim.metadata().name());
            left.remove(victim);
        }

        assertThat(victims).containsExactly("1c", "2b", "1b", "3a", "2a");
    }

    @Test
    void without_an_owner_the_newest_ready_pod_goes_whatever_its_node() {
        List<Pod> pods = List.of(
                pod("full-node-old", "n1", "Running", 1, 0),
                pod("full-node-older", "n1", "Running", 0, 0),
                pod("other-node-new", "n2", "Running", 9, 0));

        assertThat(order(pods, List.of())).startsWith("other-node-new");
    }

    @Test
    void a_lower_deletion_cost_goes_first_since_v1_22() {
        Pod cheap = costing(pod("cheap", "n1", "Running", 1, 0), "-5");
        Pod dear = costing(pod("dear", "n2", "Running", 50, 0), "7");
        Pod wrong = costing(pod("wrong", "n2", "Running", 9, 0), "much");
        List<Pod> pods = List.of(dear, wrong, cheap);

        assertThat(new VictimRanking(KubernetesVersion.V1_32).victims(pods, List.of(), 2, NOW))
                .containsExactly(cheap, wrong);
        assertThat(new VictimRanking(KubernetesVersion.V1_20).victims(pods, List.of(), 2, NOW))
                .containsExactly(dear, wrong);
    }

    @Test
    void ages_of_the_same_magnitude_count_as_equal_since_v1_22_and_the_uid_decides() {
        Pod older = named(pod("older", "n1", "Running", 0, 0), "a-uid");
        Pod younger = named(pod("younger", "n2", "Running", 20, 0), "b-uid");
        Pod youngest = named(pod("youngest", "n3", "Running", 99, 0), "c-uid");
        List<Pod> pods = List.of(younger, older, youngest);

        assertThat(new VictimRanking(KubernetesVersion.V1_32).victims(pods, List.of(), 2, NOW))
                .containsExactly(youngest, older);
        assertThat(new VictimRanking(KubernetesVersion.V1_20).victims(pods, List.of(), 2, NOW))
                .containsExactly(youngest, younger);
    }

    @Test
    void before_v1_19_nobody_looks_at_nodes() {
        List<Pod> pods = List.of(
                pod("full-node-old", "n1", "Running", 1, 0),
                pod("full-node-older", "n1", "Running", 0, 0),
                pod("other-node-new", "n2", "Running", 9, 0));

        assertThat(new VictimRanking(KubernetesVersion.V1_8).victims(pods, pods, 1, NOW))
                .extracting(pod -> pod.metadata().name())
                .containsExactly("other-node-new");
    }

    private static Pod costing(Pod pod, String cost) {
        return pod.withMetadata(pod.metadata()
                .withUid(pod.metadata().name())
                .withAnnotations(Map.of("controller.kubernetes.io/pod-deletion-cost", cost)));
    }

    private static Pod named(Pod pod, String uid) {
        return pod.withMetadata(pod.metadata().withUid(uid));
    }

    private static List<String> order(List<Pod> pods, List<Pod> related) {
        List<Pod> left = new ArrayList<>(pods);
        List<String> order = new ArrayList<>();
        while (!left.isEmpty()) {
            Pod victim = new VictimRanking(KubernetesVersion.V1_20)
                    .victims(left, related, 1, NOW)
                    .get(0);
            order.add(victim.metadata().name());
            left.remove(victim);
        }
        return order;
    }

    /** A pod that is ready since {@code readyAt} seconds after the epoch, or not ready when that is negative. */
    private static Pod pod(String name, String node, String phase, int readyAt, int restarts) {
        Pod.Condition ready = new Pod.Condition(
                "Ready", readyAt < 0 ? "False" : "True", null, Timestamps.EPOCH.plusSeconds(readyAt), null, null);
        Pod.Status status = PodStatusBuilder.builder()
                .phase(phase)
                .conditions(List.of(ready))
                .containerStatuses(List.of(PodContainerStatusBuilder.builder()
                        .restartCount(restarts)
                        .build()))
                .build();
        return PodBuilder.builder()
                .metadata(ObjectMetaBuilder.builder()
                        .namespace("default")
                        .name(name)
                        .creationTimestamp(Timestamps.EPOCH)
                        .build())
                .spec(PodSpecBuilder.builder().nodeName(node).build())
                .status(status)
                .build();
    }
}
