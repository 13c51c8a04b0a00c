package dev.wavetank.model.kubelet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.kubelet.source.ManifestSource;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticPodsTest {

    private final TestCluster cluster = new TestCluster(7, SchedulerSettings.DEFAULT);
    private ManifestDirectory manifests;

    @BeforeEach
    void start() {
        cluster.addNodes(1, "1");
        manifests = cluster.manifests.get("node-0");
        cluster.start();
    }

    private void runFor(long seconds) {
        cluster.runFor(seconds * VirtualTime.SECOND);
    }

    private void deleteMirror() {
        cluster.send(
                new ApiRequest.Delete(Resources.PODS, "default", "proxy-node-0", ApiRequest.DeleteOptions.DEFAULT));
    }

    private static Pod manifest(String cpu) {
        return TestCluster.pod("proxy", cpu);
    }

    @Test
    void the_api_shows_a_mirror_that_the_node_owns() {
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);

        Pod mirror = cluster.pod("proxy-node-0");
        assertThat(mirror.isReady()).isTrue();
        assertThat(mirror.metadata().ownerReferences())
                .extracting(OwnerReference::kind, OwnerReference::name)
                .containsExactly(tuple("Node", "node-0"));
        assertThat(mirror.metadata().annotations())
                .containsEntry("kubernetes.io/config.source", "file")
                .containsEntry(
                        "kubernetes.io/config.mirror",
                        mirror.metadata().annotations().get("kubernetes.io/config.hash"));
        assertThat(mirror.uid()).isNotEqualTo(mirror.metadata().annotations().get("kubernetes.io/config.hash"));
    }

    @ParameterizedTest
    @CsvSource({"NFS, file", "HTTP, http"})
    void a_manifest_whose_changes_nothing_reports_is_found_every_20_s(ManifestSource source, String annotation) {
        runFor(61);
        manifests.write("proxy.yaml", manifest(null), source);
        runFor(17);
        assertThat(cluster.pod("proxy-node-0")).isNull();

        runFor(4);
        assertThat(cluster.pod("proxy-node-0").metadata().annotations())
                .containsEntry("kubernetes.io/config.source", annotation);
        manifests.remove("proxy.yaml");
        runFor(60);
        assertThat(cluster.pod("proxy-node-0")).isNull();
    }

    @Test
    void a_deleted_mirror_is_made_anew_and_the_pod_runs_on() {
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);
        Pod first = cluster.pod("proxy-node-0");

        deleteMirror();
        runFor(20);

        Pod second = cluster.pod("proxy-node-0");
        assertThat(second.uid()).isNotEqualTo(first.uid());
        assertThat(second.status().containerStatuses()).isEqualTo(first.status().containerStatuses());
        assertThat(second.isReady()).isTrue();
    }

    @Test
    void another_manifest_is_another_pod_which_waits_for_the_end_of_the_first() {
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);
        Pod first = cluster.pod("proxy-node-0");

        manifests.write("proxy.yaml", manifest("100m"));
        runFor(60);

        Pod second = cluster.pod("proxy-node-0");
        assertThat(second.uid()).isNotEqualTo(first.uid());
        assertThat(second.isReady()).isTrue();
        assertThat(second.status().containerStatuses().get(0).containerID())
                .isNotEqualTo(first.status().containerStatuses().get(0).containerID());
    }

    @Test
    void a_removed_manifest_takes_its_pod_and_the_mirror_with_it() {
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);

        manifests.remove("proxy.yaml");
        runFor(60);

        assertThat(cluster.pod("proxy-node-0")).isNull();
        assertThat(cluster.runtimes.setUnready(TestCluster.key("proxy-node-0"), false))
                .as("something of it runs")
                .isFalse();
    }

    @Test
    void a_manifest_that_went_while_the_kubelet_was_down_leaves_nothing() {
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);

        cluster.components.crash(Kubelet.nameOn("node-0"));
        manifests.remove("proxy.yaml");
        cluster.components.restart(Kubelet.nameOn("node-0"));
        runFor(60);

        assertThat(cluster.pod("proxy-node-0")).isNull();
        assertThat(cluster.runtimes.setUnready(TestCluster.key("proxy-node-0"), false))
                .isFalse();
    }

    @Test
    void a_static_pod_runs_without_an_api_server() {
        cluster.components.crash("kube-apiserver");
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);
        assertThat(cluster.runtimes.setUnready(TestCluster.key("proxy-node-0"), false))
                .as("it runs")
                .isTrue();

        cluster.components.restart("kube-apiserver");
        runFor(120);

        List<Pod> pods = cluster.pods();
        assertThat(pods).extracting(pod -> pod.metadata().name()).containsExactly("proxy-node-0");
        assertThat(pods.get(0).isReady()).isTrue();
    }

    @Test
    void a_restarted_kubelet_keeps_the_static_pod_that_runs() {
        manifests.write("proxy.yaml", manifest(null));
        runFor(60);
        Pod before = cluster.pod("proxy-node-0");

        cluster.components.crash(Kubelet.nameOn("node-0"));
        cluster.components.restart(Kubelet.nameOn("node-0"));
        runFor(60);

        Pod after = cluster.pod("proxy-node-0");
        assertThat(after.uid()).isEqualTo(before.uid());
        assertThat(after.status().containerStatuses()).isEqualTo(before.status().containerStatuses());
    }
}
