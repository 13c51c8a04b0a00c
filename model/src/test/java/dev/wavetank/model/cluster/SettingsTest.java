package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Meanings;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    private static ClusterFlags flags(Map<String, String> settings) {
        ClusterSpec spec = new ClusterSpec(1, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, settings);
        return ClusterFlags.of(spec, new TreeMap<>(), new TreeSet<>());
    }

    @ParameterizedTest
    @CsvSource({
        "kube-scheduler.kube-api-qps, many, 'kube-scheduler.kube-api-qps must be a number, was ''many'''",
        "kube-scheduler.kube-api-qps, NaN, 'kube-scheduler.kube-api-qps must be a number, was ''NaN'''",
        "kubelet.kube-api-burst, 1.5, 'kubelet.kube-api-burst must be a whole number, was ''1.5'''",
        "kubelet.kube-api-burst, -1, 'kubelet.kube-api-burst must be at least 0, was -1'",
        "kubelet.node-status-update-frequency, 0s, 'kubelet.node-status-update-frequency must be at least 1ms, was 0s'",
        "kubelet.node-lease-duration, 3ns, 'kubelet.node-lease-duration must be at least 1ms, or 0s for no leases,"
                + " was 3ns'",
        "network.latency, 0s, 'network.latency must be a latency such as 300us or 2ms, longer than nothing, was 0s'",
        "kube-apiserver.decode-time, 0s, 'kube-apiserver.decode-time must be a latency such as 300us or 2ms, longer than"
                + " nothing, was 0s'",
        "kube-apiserver.cpus, 0, 'kube-apiserver.cpus must be at least 1, was 0'",
        "kube-apiserver.request-timeout, 0s, 'kube-apiserver.request-timeout must be at least 1ms, was 0s'",
        "etcd.quota-backend-bytes, -1, 'etcd.quota-backend-bytes must be at least 0, was -1'",
        "kube-controller-manager.leader-elect, perhaps, 'kube-controller-manager.leader-elect must be true or false,"
                + " was ''perhaps'''",
        "kube-controller-manager.unhealthy-zone-threshold, 7, 'kube-controller-manager.unhealthy-zone-threshold must be"
                + " at most 1, was 7'",
    })
    void a_value_that_makes_no_sense_is_refused_by_the_name_of_the_setting(String name, String value, String message) {
        assertThatThrownBy(() -> flags(Map.of(name, value))).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"0.5, 4, 0.5, 4", "0, 0, 5, 10", "0, 7, 5, 7", "-1, 30, 0, 0"})
    void clients_are_limited_as_client_go_reads_its_flags(String qps, String burst, double expected, int bucket) {
        Map<String, String> settings =
                Map.of("kube-controller-manager.kube-api-qps", qps, "kube-controller-manager.kube-api-burst", burst);

        assertThat(flags(settings).controllerManager()).isEqualTo(new RateLimit(expected, bucket));
    }

    @Test
    void a_span_of_nothing_needs_no_unit() {
        assertThat(flags(Map.of("kube-controller-manager.min-resync-period", "0"))
                        .controllers()
                        .values())
                .containsValue("0");
    }

    @Test
    void a_setting_that_nobody_reads_is_unknown() {
        assertThatThrownBy(() -> flags(Map.of("kube-scheduler.colour", "blue")))
                .hasMessage("there is no setting 'kube-scheduler.colour': the settings of kube-scheduler are"
                        + " algorithm-provider, config, count, kube-api-burst, kube-api-qps, leader-elect, leader-elect-lease-duration,"
                        + " leader-elect-renew-deadline, leader-elect-retry-period, policy-config-file (wavetank"
                        + " settings lists all of them)");
        assertThatThrownBy(() -> flags(Map.of("colour", "blue")))
                .hasMessageStartingWith("there is no setting 'colour': a setting has the form component.flag, ");
    }

    @ParameterizedTest
    @CsvSource({
        "kube-scheduler.kube-api-qp, kube-scheduler.kube-api-qps",
        "kube-schedular.kube-api-qps, kube-scheduler.kube-api-qps",
        "lease-duration, kubelet.node-lease-duration",
    })
    void a_misspelt_setting_gets_a_suggestion(String written, String meant) {
        assertThatThrownBy(() -> flags(Map.of(written, "1")))
                .hasMessageStartingWith("there is no setting '" + written + "': did you mean '" + meant + "'?");
    }

    @Test
    void every_setting_that_is_read_has_a_meaning_and_no_other() {
        assertThat(Meanings.read(Setting.class, "settings.txt").keySet())
                .containsExactlyElementsOf(
                        ClusterFlags.defaults(ClusterSpec.DEFAULT).keySet());
    }

    @Test
    void a_default_can_be_set_and_changes_nothing() {
        Map<String, String> settings = new TreeMap<>();
        for (Setting setting : Setting.all(ClusterSpec.DEFAULT)) {
            boolean isText = setting.standard().isEmpty() || setting.standard().equals("none");
            if (!isText) {
                settings.put(setting.name(), setting.standard());
            }
        }

        assertThat(settings).hasSizeGreaterThan(80);
        assertThat(flags(settings)).isEqualTo(flags(Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exactly 50ms | exactly 50ms",
                "exactly 0s | exactly 0s",
                "30ms to 80ms | 30ms to 80ms",
                "2s (99 of 100 below 15s) | 2s (99 of 100 below 15s)",
                "2s | 2s (99 of 100 below 12s)",
            })
    void a_latency_is_read_in_the_forms_in_which_it_is_printed(String written, String shown) {
        assertThat(LatencyText.of(flags(Map.of("container-runtime.start-time", written))
                        .node()
                        .latencies()
                        .containerStart()))
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "80ms to 30ms | ' must begin with the shorter of its two spans, was 80ms to 30ms'",
                "2s (99 of 100 below 1s) | ' must have a 99th percentile that is not below its median, was 2s (99 of 100"
                        + " below 1s)'",
                "soon | : 'soon' is not a span of time: write a number and a unit, such as 250ms, 1.5s, 10m or 1h30m;"
                        + " a latency may also be '30ms to 80ms', '300us (99 of 100 below 2ms)', 'exactly 50ms' or"
                        + " 'quantiles 1ms 2ms 9ms'",
            })
    void a_latency_of_another_form_is_refused(String written, String why) {
        assertThatThrownBy(() -> flags(Map.of("container-runtime.start-time", written)))
                .hasMessageStartingWith("container-runtime.start-time" + why);
    }

    @Test
    void every_latency_of_a_node_says_where_its_default_comes_from() {
        assertThat(Setting.all(ClusterSpec.DEFAULT))
                .filteredOn(setting ->
                        setting.name().matches("container-runtime\\.busy-processors|.*-time|registry.latency")
                                && !setting.name().startsWith("kube-apiserver."))
                .hasSizeGreaterThan(12)
                .noneMatch(setting -> setting.source().isEmpty());
    }

    @Test
    void sizes_of_images_need_a_quantity() {
        assertThatThrownBy(() -> flags(Map.of("registry.image-sizes", "nginx")))
                .hasMessage("registry.image-sizes must be images with their sizes, such as nginx=70Mi,ml/*=4Gi, was"
                        + " 'nginx'");
        assertThatThrownBy(() -> flags(Map.of("registry.image-sizes", "nginx=big")))
                .hasMessage("registry.image-sizes: 'big' is no quantity of bytes, such as 70Mi or 100M");
        assertThat(flags(Map.of("registry.image-sizes", "nginx=100M"))
                        .node()
                        .kubelet()
                        .registry()
                        .transfer()
                        .sizes())
                .containsEntry("nginx", 100_000_000L);
    }

    @Test
    void the_version_and_the_size_of_a_cluster_decide_defaults() {
        ClusterSpec large =
                new ClusterSpec(5000, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_20, new TreeMap<>());

        assertThat(Setting.all(large))
                .filteredOn(setting -> setting.name().endsWith("node-monitor-grace-period")
                        || setting.name().endsWith(".max-requests-inflight"))
                .extracting(Setting::standard)
                .containsExactly("3000", "40s");
    }
}
