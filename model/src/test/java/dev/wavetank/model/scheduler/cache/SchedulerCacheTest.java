package dev.wavetank.model.scheduler.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.TestCluster;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.trace.Trace;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchedulerCacheTest {

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final CacheSnapshot snapshot = new CacheSnapshot();
    private SchedulerCache cache;

    private void start(KubernetesVersion version) {
        Components components = new Components(simulation);
        components.add("kube-scheduler", context -> () -> cache = new SchedulerCache(context, version));
        components.startAll();
        simulation.run(RunLimits.until(0));
        cache.put(node("node-0"));
    }

    private static Node node(String name) {
        Map<String, String> amounts = Map.of("cpu", "4", "memory", "4Gi", "pods", "10");
        return NodeBuilder.builder()
                .metadata(ObjectMeta.named(null, name))
                .status(new Node.Status(amounts, amounts, null, null))
                .build();
    }

    private static Pod pod(String uid) {
        Pod pod = TestCluster.pod("web", "500m");
        return pod.withMetadata(pod.metadata().withUid(uid));
    }

    private static Pod bound(Pod pod) {
        return pod.withSpec(pod.spec().withNodeName("node-0"));
    }

    private NodeInfo seen() {
        cache.update(snapshot);
        return snapshot.node("node-0");
    }

    private void runFor(long seconds) {
        simulation.run(RunLimits.until(simulation.now() + seconds * VirtualTime.SECOND));
    }

    @Test
    void an_assumed_pod_counts_at_once_and_once_only() {
        start(KubernetesVersion.V1_32);
        assertThat(cache.assume(PodInfo.of(pod("u1"), KubernetesVersion.DEFAULT), "node-0"))
                .isNull();
        assertThat(seen().requestedCpu()).isEqualTo(500);
        cache.put(bound(pod("u1")));
        assertThat(seen().requestedCpu()).isEqualTo(500);
        assertThat(cache.isAssumed("u1")).isFalse();
        assertThat(seen().pods()).hasSize(1);
    }

    @Test
    void a_pod_that_is_known_cannot_be_assumed() {
        start(KubernetesVersion.V1_20);
        cache.put(bound(pod("u1")));
        assertThat(cache.assume(PodInfo.of(pod("u1"), KubernetesVersion.DEFAULT), "node-0"))
                .isEqualTo("pod u1 is in the cache, so can't be assumed");
    }

    @Test
    void a_pod_that_was_created_again_under_the_same_name_is_another_pod() {
        start(KubernetesVersion.V1_32);
        cache.assume(PodInfo.of(pod("old"), KubernetesVersion.DEFAULT), "node-0");
        assertThat(cache.assume(PodInfo.of(pod("new"), KubernetesVersion.DEFAULT), "node-0"))
                .isNull();
        assertThat(seen().requestedCpu()).isEqualTo(1000);
        cache.forget("old");
        assertThat(seen().requestedCpu()).isEqualTo(500);
    }

    @Test
    void a_bound_pod_that_is_never_seen_is_forgotten_after_thirty_seconds_until_v1_22() {
        start(KubernetesVersion.V1_22);
        cache.assume(PodInfo.of(pod("u1"), KubernetesVersion.DEFAULT), "node-0");
        runFor(60);
        assertThat(seen().pods()).as("its binding is not finished").hasSize(1);
        cache.finishBinding("u1");
        runFor(29);
        assertThat(seen().pods()).hasSize(1);
        runFor(3);
        assertThat(seen().pods()).isEmpty();
    }

    @Test
    void later_releases_never_forget_it() {
        start(KubernetesVersion.V1_23);
        cache.assume(PodInfo.of(pod("u1"), KubernetesVersion.DEFAULT), "node-0");
        cache.finishBinding("u1");
        runFor(600);
        assertThat(seen().pods()).hasSize(1);
    }

    @Test
    void a_snapshot_does_not_follow_the_cache_until_it_is_updated() {
        start(KubernetesVersion.V1_32);
        NodeInfo before = seen();
        cache.assume(PodInfo.of(pod("u1"), KubernetesVersion.DEFAULT), "node-0");
        cache.put(node("node-1"));
        assertThat(before.pods()).isEmpty();
        assertThat(snapshot.nodes()).hasSize(1);
        assertThat(seen().pods()).hasSize(1);
        assertThat(snapshot.nodes()).extracting(NodeInfo::name).isEqualTo(List.of("node-0", "node-1"));
    }

    @Test
    void pods_of_a_deleted_node_count_again_when_the_node_is_back() {
        start(KubernetesVersion.V1_32);
        cache.put(bound(pod("u1")));
        cache.remove(node("node-0"));
        assertThat(seen()).isNull();
        cache.put(node("node-0"));
        assertThat(seen().requestedCpu()).isEqualTo(500);
    }

    @Test
    void sums_are_back_where_they_were_when_a_pod_has_gone() {
        start(KubernetesVersion.V1_32);
        NodeInfo empty = seen().trial();
        cache.put(bound(pod("u1")));
        assertThat(seen().scoredMemory()).isPositive();
        cache.forget("u1");
        assertThat(List.of(seen().requestedCpu(), seen().scoredMemory()))
                .isEqualTo(List.of(empty.requestedCpu(), empty.scoredMemory()));
    }
}
