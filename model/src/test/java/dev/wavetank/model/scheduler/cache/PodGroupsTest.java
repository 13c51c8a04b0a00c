package dev.wavetank.model.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodGroup;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.trace.Trace;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The groups of a snapshot against a look at all of its pods, while the cache changes. */
class PodGroupsTest {

    private static final int NODES = 4;
    private static final int PODS = 12;

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final CacheSnapshot snapshot = new CacheSnapshot();
    private final Random draw = new Random(5);
    private SchedulerCache cache;

    @BeforeEach
    void fill() {
        Components components = new Components(simulation);
        components.add("kube-scheduler", context -> () -> cache = new SchedulerCache(context, KubernetesVersion.V1_20));
        components.startAll();
        simulation.run(RunLimits.until(0));
        for (int i = 0; i < NODES; i++) {
            cache.put(node("node-" + i));
        }
    }

    private static Node node(String name) {
        return NodeBuilder.builder().metadata(ObjectMeta.named(null, name)).build();
    }

    private Pod pod() {
        Pod pod = TestCluster.pod("web", "500m");
        ObjectMeta metadata = pod.metadata()
                .withNamespace(draw.nextInt(4) == 0 ? "other" : "default")
                .withUid("uid-" + draw.nextInt(PODS))
                .withLabels(Map.of("app", "app-" + draw.nextInt(2), "hash", "hash-" + draw.nextInt(2)));
        if (draw.nextInt(4) == 0) {
            metadata = metadata.withDeletionTimestamp(Instant.EPOCH);
        }
        return pod.withMetadata(metadata).withSpec(pod.spec().withNodeName("node-" + draw.nextInt(NODES)));
    }

    private void change() {
        int kind = draw.nextInt(20);
        if (kind < 12) {
            cache.put(pod());
        } else if (kind < 18) {
            cache.forget("uid-" + draw.nextInt(PODS));
        } else if (kind < 19) {
            cache.remove(node("node-" + draw.nextInt(NODES)));
        } else {
            cache.put(node("node-" + draw.nextInt(NODES)));
        }
    }

    private Map<String, Long> counted(String namespace, String label, String value) {
        Map<String, Long> counts = new TreeMap<>();
        for (NodeInfo node : snapshot.nodes()) {
            node.pods().stream()
                    .map(info -> info.pod().metadata())
                    .filter(pod -> !pod.isDeleting())
                    .filter(pod -> pod.namespace().equals(namespace))
                    .filter(pod -> value.equals(pod.labels().get(label)))
                    .forEach(pod -> counts.merge(pod.labels().get("hash") + " on " + node.name(), 1L, Long::sum));
        }
        return counts;
    }

    private Map<String, Long> found(String namespace, String label, String value) {
        Map<String, Long> counts = new TreeMap<>();
        for (PodGroup group : snapshot.podsWith(namespace, label, value)) {
            assertThat(group.byNode()).isNotEmpty();
            group.byNode()
                    .forEach((node, count) ->
                            counts.merge(group.labels().get("hash") + " on " + node, count, Long::sum));
        }
        return counts;
    }

    @Test
    void the_groups_hold_the_pods_that_the_nodes_have() {
        int seen = 0;
        for (int step = 0; step < 3000; step++) {
            change();
            if (draw.nextInt(3) == 0) {
                cache.update(snapshot);
                Map<String, Long> expected = counted("default", "app", "app-1");
                assertThat(found("default", "app", "app-1")).as("step %d", step).isEqualTo(expected);
                assertThat(found("other", "hash", "hash-0"))
                        .as("step %d", step)
                        .isEqualTo(counted("other", "hash", "hash-0"));
                seen += expected.size();
            }
        }
        assertThat(seen).isGreaterThan(500);
    }

    @Test
    void a_group_without_pods_is_forgotten() {
        cache.put(pod().withMetadata(
                        TestCluster.pod("web", "1").metadata().withUid("uid-1").withLabels(Map.of("a", "b"))));
        cache.update(snapshot);
        assertThat(snapshot.podsWith("default", "a", "b")).hasSize(1);
        cache.forget("uid-1");
        cache.update(snapshot);
        assertThat(snapshot.podsWith("default", "a", "b")).isEmpty();
    }
}
