package dev.wavetank.reports.measure.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterDifferenceTest {

    private static final String DEFAULTS = "v1.36, 3 nodes, default settings";

    @Test
    void names_a_setting_without_its_component() {
        assertDifference(
                "v1.36, 3 nodes, kubelet.registry-qps=5",
                "v1.36, 3 nodes, kubelet.registry-qps=50",
                "registry-qps=5",
                "registry-qps=50");
    }

    @Test
    void a_setting_that_one_has_not_is_as_by_default() {
        assertDifference(
                DEFAULTS, "v1.36, 3 nodes, kubelet.registry-qps=50", "registry-qps by default", "registry-qps=50");
    }

    @Test
    void settings_of_one_name_keep_their_components() {
        assertDifference(
                "v1.36, 3 nodes, a.kube-api-qps=5, b.kube-api-qps=5",
                "v1.36, 3 nodes, a.kube-api-qps=6, b.kube-api-qps=7",
                "a.kube-api-qps=5, b.kube-api-qps=5",
                "a.kube-api-qps=6, b.kube-api-qps=7");
    }

    @Test
    void names_versions_nodes_and_known_bugs() {
        assertDifference(DEFAULTS, "v1.8, 1 node, default settings", "v1.36, 3 nodes", "v1.8, 1 node");
        assertDifference(
                DEFAULTS,
                "v1.36, 3 nodes, with the known bugs no-slow-start, default settings",
                "without the known bugs no-slow-start",
                "with the known bugs no-slow-start");
    }

    @Test
    void nothing_and_too_much_are_no_name() {
        assertDifference(DEFAULTS, DEFAULTS, "", "");
        assertDifference(DEFAULTS, "v1.35, 3 nodes, a.a=1, a.b=2, a.c=3", "", "");
    }

    private static void assertDifference(String base, String other, String ofBase, String ofOther) {
        assertThat(ClusterDifference.of(base, other)).isEqualTo(new ClusterDifference(ofBase, ofOther));
    }
}
