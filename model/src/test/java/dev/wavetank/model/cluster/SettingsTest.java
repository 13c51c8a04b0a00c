package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import dev.wavetank.model.kubelet.image.PullSettings;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Meanings;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    private static ClusterFlags flags(Map<String, String> settings) {
        ClusterSpec spec =
                new ClusterSpec(1, ClusterSpec.DEFAULT.nodeCapacity(), ClusterSpec.DEFAULT.profile(), settings);
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
    void well_known_images_have_sizes_when_a_setting_says_so() {
        assertThat(registry(Map.of()).layers("nginx:1.27")).isEmpty();

        ImageRegistry known =
                registry(Map.of("registry.well-known-sizes", "true", "registry.image-sizes", "redis=1M,nginx:mine=2M"));
        assertThat(ImageLayer.sum(known.layers("nginx:1.27").orElseThrow()))
                .as("the total that repo-info gives")
                .isEqualTo(63_110_572);
        assertThat(ImageLayer.sum(known.layers("postgres").orElseThrow())).isEqualTo(162_473_560);
        assertThat(known.layers("postgres").orElseThrow().get(0))
                .as("the base layer")
                .isEqualTo(known.layers("httpd").orElseThrow().get(0));
        assertThat(ImageLayer.sum(known.layers("registry.k8s.io/pause:3.10").orElseThrow()))
                .isEqualTo(320_000);
        assertThat(ImageLayer.sum(known.layers("redis:8").orElseThrow())).isEqualTo(1_000_000);
        assertThat(ImageLayer.sum(known.layers("nginx:mine").orElseThrow())).isEqualTo(2_000_000);
        assertThat(known.layers("mine/nginx")).isEmpty();
    }

    private static ImageRegistry registry(Map<String, String> settings) {
        return flags(settings).node().kubelet().registry();
    }

    @Test
    void settings_of_pulls_fit_each_other() {
        assertThat(flags(Map.of("kubelet.max-parallel-image-pulls", "3"))
                        .node()
                        .kubelet()
                        .pulls()
                        .parallel())
                .isEqualTo(3);
        assertThat(flags(Map.of("kubelet.serialize-image-pulls", "false"))
                        .node()
                        .kubelet()
                        .pulls()
                        .parallel())
                .isEqualTo(PullSettings.UNLIMITED);
        assertThatThrownBy(() ->
                        flags(Map.of("kubelet.max-parallel-image-pulls", "3", "kubelet.serialize-image-pulls", "true")))
                .hasMessage("kubelet.max-parallel-image-pulls cannot be larger than 1 unless"
                        + " kubelet.serialize-image-pulls is false, was 3");
        assertThatThrownBy(() -> flags(Map.of("registry.pull-limit-source", "pod")))
                .hasMessage("registry.pull-limit-source must be node, when each node has an address of its own, or"
                        + " cluster, when all have the same, was 'pod'");
        assertThatThrownBy(() -> ClusterFlags.of(
                        new ClusterSpec(
                                1,
                                ClusterSpec.DEFAULT.nodeCapacity(),
                                KubernetesVersion.parse("v1.26"),
                                new TreeMap<>(Map.of("kubelet.max-parallel-image-pulls", "3"))),
                        Map.of(),
                        Set.of()))
                .hasMessage("kubelet.max-parallel-image-pulls needs v1.27 or later; the cluster is v1.26");
    }

    @Test
    void sizes_of_images_need_a_quantity() {
        assertThatThrownBy(() -> flags(Map.of("registry.image-sizes", "nginx")))
                .hasMessage("registry.image-sizes must be images with their sizes, such as"
                        + " nginx=70Mi,ml/*=4Gi,app=debian:29Mi+5Mi, was 'nginx'");
        assertThatThrownBy(() -> flags(Map.of("registry.image-sizes", "nginx=big")))
                .hasMessage("registry.image-sizes: nginx=big: 'big' is no size: write a quantity of bytes such as 70Mi"
                        + " or 100M, or layers with '+' between them such as debian:29Mi+41Mi");
        assertThatThrownBy(() -> flags(Map.of("registry.image-sizes", "a=base:1M,b=base:2M")))
                .hasMessage("registry.image-sizes: the layer 'base' has two sizes, 1000000 and 2000000 bytes; layers of"
                        + " different content need different names");
        assertThat(flags(Map.of("registry.image-sizes", "nginx=debian:29M+71M"))
                        .node()
                        .kubelet()
                        .registry()
                        .layers("nginx:1"))
                .contains(List.of(new ImageLayer("debian", 29_000_000), new ImageLayer("nginx:1#1", 71_000_000)));
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
