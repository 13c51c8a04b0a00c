package dev.wavetank.reports.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class KubeletMetricsTest {

    private static List<MetricSeries> metrics(String profile) {
        Cluster cluster =
                Cluster.of(ScenarioCodec.read("metrics.yaml", """
                cluster: {nodes: 1, profile: %s}
                timeline:
                - {at: 1s, kubectl: apply -f pod.yaml}
                files:
                  pod.yaml: |
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: web}
                    spec:
                      nodeName: node-1
                      containers: [{name: app, image: nginx}]
                faults:
                - {kind: sandboxFailure, node: node-1, at: 0s, for: 3s}
                """.formatted(profile)), 1, ClusterParts.DEFAULT);
        KubeletMetrics metrics = new KubeletMetrics(KubernetesVersion.parse(profile));
        cluster.simulation().trace().addSink(metrics);
        cluster.run(RunLimits.UNTIL_QUIESCENT);
        return metrics.series();
    }

    private static MetricSeries one(List<MetricSeries> all, String name, String operation) {
        return all.stream()
                .filter(one -> one.name().equals(name)
                        && one.labels().getOrDefault("operation_type", "").equals(operation))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void calls_of_the_runtime_are_counted_by_operation_with_the_buckets_of_kubernetes() {
        List<MetricSeries> metrics = metrics("v1.32");

        MetricSeries sandboxes = one(metrics, "kubelet_runtime_operations_duration_seconds", "run_podsandbox");
        assertThat(sandboxes.count()).isEqualTo(2);
        assertThat(sandboxes.sum()).isBetween(0.4, 1.2);
        assertThat(sandboxes.labels()).containsEntry("instance", "node-1");
        // As in the dump of a real kubelet.
        assertThat(sandboxes.buckets().keySet())
                .startsWith("0.005", "0.0125", "0.03125", "0.078125", "0.1953125", "0.48828125", "1.220703125")
                .endsWith("745.0580596923828", "+Inf");
        assertThat(one(metrics, "kubelet_runtime_operations_duration_seconds", "pull_image")
                        .count())
                .isEqualTo(1);
    }

    @Test
    void a_pod_start_counts_the_first_sync_and_the_phase_running() {
        MetricSeries starts = one(metrics("v1.32"), "kubelet_pod_start_duration_seconds", "");

        assertThat(starts.count()).isEqualTo(2);
        assertThat(starts.buckets()).containsEntry("0.5", 1L).containsEntry("+Inf", 2L);
        assertThat(one(metrics("v1.20"), "kubelet_pod_start_duration_seconds", "")
                        .buckets())
                .containsKey("0.005");
    }

    @Test
    void a_start_is_measured_from_the_creation_of_the_pod_until_the_kubelet_sees_it_run() {
        MetricSeries total = one(metrics("v1.32"), "kubelet_pod_start_total_duration_seconds", "");
        MetricSeries sli = one(metrics("v1.32"), "kubelet_pod_start_sli_duration_seconds", "");

        assertThat(total.count()).isEqualTo(1);
        assertThat(total.buckets().keySet()).startsWith("0.5", "1", "2").endsWith("2700", "3600", "+Inf");
        assertThat(sli.count()).isEqualTo(1);
        double pulled = one(metrics("v1.32"), "kubelet_runtime_operations_duration_seconds", "pull_image")
                .sum();
        assertThat(total.sum() - sli.sum()).isCloseTo(pulled, Offset.offset(0.01));
    }

    @Test
    void each_histogram_of_starts_is_there_from_its_version_on() {
        assertThat(metrics("v1.25")).noneMatch(one -> one.name().startsWith("kubelet_pod_start_sli"));
        assertThat(metrics("v1.26")).anyMatch(one -> one.name().startsWith("kubelet_pod_start_sli"));
        assertThat(metrics("v1.28")).noneMatch(one -> one.name().startsWith("kubelet_pod_start_total"));
        assertThat(metrics("v1.29")).anyMatch(one -> one.name().startsWith("kubelet_pod_start_total"));
    }

    @Test
    void pods_with_an_account_token_are_stateful_by_the_rules_of_v1_36() {
        assertThat(metrics("v1.36")).noneMatch(one -> one.name().startsWith("kubelet_pod_start_sli"));
        assertThat(metrics("v1.36")).anyMatch(one -> one.name().startsWith("kubelet_pod_start_total"));
    }

    @Test
    void only_failed_syncs_were_measured_before_the_pod_workers_of_v1_22() {
        String name = "kubelet_pod_worker_duration_seconds";

        assertThat(one(metrics("v1.20"), name, "create").count()).isEqualTo(1);
        assertThat(metrics("v1.20"))
                .noneMatch(one -> one.name().equals(name)
                        && one.labels().get("operation_type").equals("sync"));
        assertThat(one(metrics("v1.32"), name, "sync").count()).isPositive();
    }

    @Test
    void the_text_is_that_of_prometheus() {
        String text = PrometheusText.render(List.of(new MetricSeries(
                "kubelet_pleg_relist_duration_seconds",
                new java.util.TreeMap<>(java.util.Map.of("instance", "node-1")),
                new java.util.TreeMap<>(java.util.Map.of("+Inf", 3L)),
                0.25,
                3)));

        assertThat(text).isEqualTo("""
                # HELP kubelet_pleg_relist_duration_seconds [ALPHA] Duration in seconds for relisting pods in PLEG.
                # TYPE kubelet_pleg_relist_duration_seconds histogram
                kubelet_pleg_relist_duration_seconds_bucket{instance="node-1",le="+Inf"} 3
                kubelet_pleg_relist_duration_seconds_sum{instance="node-1"} 0.25
                kubelet_pleg_relist_duration_seconds_count{instance="node-1"} 3
                """);
    }
}
