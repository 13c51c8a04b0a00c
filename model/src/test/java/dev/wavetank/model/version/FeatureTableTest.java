package dev.wavetank.model.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.apiserver.resource.ResourceTable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of features, and the versions that have them. */
class FeatureTableTest {

    @ParameterizedTest
    @EnumSource
    void a_version_is_read_as_it_is_written(KubernetesVersion version) {
        assertThat(KubernetesVersion.parse(version.toString())).isSameAs(version);
        assertThat(KubernetesVersion.parse(version.toString().substring(1))).isSameAs(version);
        assertThat(version.toString()).isEqualTo("v1." + version.minor());
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.7", "v1.37", "v1.99", "banana", "", "v", "V1_32", "v1.032", "v2.32", "1"})
    void an_unknown_version_is_refused_with_the_range(String text) {
        assertThatThrownBy(() -> KubernetesVersion.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("there is no Kubernetes version '" + text + "' here: use one from v1.8 to v1.36");
    }

    @ParameterizedTest
    @CsvSource({
        "JOB_TRACKING, V1_20, false",
        "JOB_TRACKING, V1_25, true",
        "JOB_TRACKING, V1_35, true",
        "INITIALIZERS, V1_8, true",
        "INITIALIZERS, V1_13, true",
        "INITIALIZERS, V1_14, false",
        "HOLLOW_NODES, V1_19, false",
        "HOLLOW_NODES, V1_20, true",
        "HOLLOW_NODES, V1_21, false",
        "WATCH_LIST_CLIENT, V1_34, false",
    })
    void a_version_has_a_feature_from_since_until_before_until(
            Feature feature, KubernetesVersion version, boolean has) {
        assertThat(version.has(feature)).isEqualTo(has);
        assertThat(version.features().contains(feature)).isEqualTo(has);
    }

    @ParameterizedTest
    @EnumSource
    void a_feature_says_what_changes_and_where_that_is_written(Feature feature) {
        assertThat(feature.change()).matches("[A-Z].*[.)]").doesNotContain("  ");
        assertThat(feature.source()).isNotEmpty();
        assertThat(feature.area()).isNotEmpty();
        assertThat(feature.gate()).matches("([A-Z][A-Za-z0-9]+(, )?)*");
        boolean differs = feature.versions().since() != KubernetesVersion.OLDEST
                || feature.versions().until() != null;
        assertThat(differs).as("some version lacks it").isTrue();
    }

    @Test
    void ranges_are_read_checked_and_shown() {
        assertThat(VersionRange.of("v1.26", "")).hasToString("since v1.26");
        assertThat(VersionRange.of(null, "v1.14")).hasToString("before v1.14");
        assertThat(VersionRange.of("v1.20", "v1.21")).hasToString("only v1.20");
        assertThat(VersionRange.of("v1.20", "v1.23")).hasToString("v1.20 to v1.22");
        assertThatThrownBy(() -> VersionRange.of("v1.21", "v1.21"))
                .hasMessage("the range ends at v1.21, but begins at v1.21");
    }

    @Test
    void a_malformed_table_is_refused() {
        String line = "JOB_TRACKING | v1.26 | | | A finalizer. | KEP-2307";
        assertThatThrownBy(() -> new FeatureTable(List.of(line, line)))
                .hasMessage("features.txt has two lines for JOB_TRACKING");
        assertThatThrownBy(() -> new FeatureTable(List.of(line)))
                .hasMessageStartingWith("features.txt has no line for [");
        assertThatThrownBy(() -> new FeatureTable(List.of("JOB_TRACKING | v1.26")))
                .hasMessage("a line of features.txt has 6 fields, not: JOB_TRACKING | v1.26");
    }

    @Test
    void what_is_derived_from_a_version_is_made_once() {
        PerVersion<Object> made = new PerVersion<>(version -> new Object());
        assertThat(made.of(KubernetesVersion.V1_20)).isSameAs(made.of(KubernetesVersion.V1_20));
        assertThat(made.of(KubernetesVersion.V1_20)).isNotSameAs(made.of(KubernetesVersion.V1_21));
    }

    /** Dates of the deprecation guide, and of changelogs. */
    @ParameterizedTest
    @CsvSource({
        "apps, v1beta1, deployments, V1_8, V1_15",
        "apps, v1, deployments, V1_9, V1_36",
        "extensions, v1beta1, deployments, V1_8, V1_15",
        "coordination.k8s.io, v1, leases, V1_14, V1_36",
        "events.k8s.io, v1beta1, events, V1_9, V1_24",
        "extensions, v1beta1, ingresses, V1_8, V1_21",
        "batch, v1, cronjobs, V1_21, V1_36",
        "batch, v1beta1, cronjobs, V1_8, V1_24",
        "policy, v1, poddisruptionbudgets, V1_21, V1_36",
        "policy, v1beta1, podsecuritypolicies, V1_10, V1_24",
        "autoscaling, v2beta2, horizontalpodautoscalers, V1_12, V1_25",
        "autoscaling, v2, horizontalpodautoscalers, V1_23, V1_36",
        "discovery.k8s.io, v1beta1, endpointslices, V1_17, V1_24",
        "storage.k8s.io, v1, csistoragecapacities, V1_24, V1_36",
        "flowcontrol.apiserver.k8s.io, v1, flowschemas, V1_29, V1_36",
        "rbac.authorization.k8s.io, v1beta1, roles, V1_8, V1_21",
    })
    void a_resource_is_served_by_the_versions_that_served_it(
            String group, String version, String plural, KubernetesVersion first, KubernetesVersion last) {
        assertThat(KubernetesVersion.all())
                .filteredOn(one ->
                        ResourceTable.of(one).find(group, version, plural).isPresent())
                .first()
                .isEqualTo(first);
        assertThat(KubernetesVersion.all())
                .filteredOn(one ->
                        ResourceTable.of(one).find(group, version, plural).isPresent())
                .last()
                .isEqualTo(last);
    }
}
