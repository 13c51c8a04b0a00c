package dev.wavetank.model.controller.replicaset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.apps.ReplicaSetSpecBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.RandomStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReplicasTest {

    private static final Instant NOW = VirtualTime.EPOCH.plusSeconds(100);
    private static final Map<String, String> WEB = Map.of("app", "web");
    private static final Map<String, String> ALL_LABELS = Map.of("app", "web", "hash", "1");

    private static ReplicaSet set(int minReadySeconds) {
        ObjectMeta metadata = ObjectMeta.named("default", "web");
        return ReplicaSetBuilder.builder()
                .metadata(metadata)
                .spec(ReplicaSetSpecBuilder.builder()
                        .replicas(3)
                        .minReadySeconds(minReadySeconds)
                        .selector(new LabelSelector(WEB, null))
                        .template(new PodTemplateSpec(metadata.withLabels(ALL_LABELS), null))
                        .build())
                .build();
    }

    private static Pod pod(Map<String, String> labels, String phase, boolean ready) {
        Pod.Condition condition =
                new Pod.Condition("Ready", ready ? "True" : "False", null, Timestamps.EPOCH, null, null);
        return PodBuilder.builder()
                .metadata(ObjectMeta.named("default", "pod").withLabels(labels))
                .status(PodStatusBuilder.builder()
                        .phase(phase)
                        .conditions(List.of(condition))
                        .build())
                .build();
    }

    private static Map<Replicas.Traits, Integer> counts(List<Pod> pods) {
        Map<Replicas.Traits, Integer> counts = new LinkedHashMap<>();
        for (Pod pod : pods) {
            Replicas.Traits traits = Replicas.Traits.OF_ACTIVE.apply(pod);
            if (traits != null) {
                counts.merge(traits, 1, Integer::sum);
            }
        }
        return counts;
    }

    @Test
    void counts_give_what_looking_at_every_pod_gives() {
        for (int seed = 0; seed < 100; seed++) {
            RandomStream random = RandomStream.of(seed, "pods");
            List<Pod> pods = new ArrayList<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                pods.add(pod(
                        random.pick(List.of(WEB, ALL_LABELS)),
                        random.pick(List.of("Pending", "Running", "Failed", "Succeeded")),
                        random.nextInt(2) == 0));
            }
            List<Pod> active = pods.stream().filter(Pod::isActive).toList();

            assertThat(Replicas.of(set(0), counts(pods))).contains(Replicas.of(set(0), active, NOW));
        }
    }

    @Test
    void every_number_of_the_status_has_its_own_meaning() {
        List<Pod> pods =
                List.of(pod(WEB, "Running", true), pod(ALL_LABELS, "Running", false), pod(WEB, "Pending", false));

        assertThat(Replicas.of(set(0), counts(pods))).contains(new Replicas(3, 1, 1, 1, null));
        assertThat(Replicas.of(set(1000), pods, NOW)).isEqualTo(new Replicas(3, 1, 1, 0, null));
    }

    @Test
    void counts_do_not_suffice_when_a_pod_is_to_be_released_or_time_matters() {
        Pod matching = pod(ALL_LABELS, "Running", true);
        Pod relabelled = pod(Map.of("app", "db"), "Running", true);

        assertThat(Replicas.of(set(0), counts(List.of(matching, relabelled)))).isEmpty();
        assertThat(Replicas.of(set(5), counts(List.of(matching)))).isEmpty();
        assertThat(Replicas.of(set(0), counts(List.of(matching)))).isPresent();
    }
}
