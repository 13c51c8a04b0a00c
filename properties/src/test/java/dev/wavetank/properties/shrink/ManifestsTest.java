package dev.wavetank.properties.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestsTest {

    private static final Scenario SCENARIO = ScenarioCodec.read("test", """
            cluster: {nodes: 1, settings: {kube-apiserver.token-auth-file: tokens.csv}}
            timeline:
            - {at: 0s, kubectl: apply -f app.yaml}
            - {at: 1s, kubectl: scale deployment/web --replicas=9}
            files:
              app.yaml: |
                # two objects
                {apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: b}}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, labels: {x: y}}
                spec: {replicas: 4, template: {spec: {containers: [{name: a, image: i}, {name: b, image: i}]}}}
              tokens.csv: |
                secret,alice,1
            """);
    private static final Manifests MANIFESTS = Manifests.of(SCENARIO);

    @Test
    void a_file_that_is_no_manifest_has_no_documents() {
        assertThat(MANIFESTS.documents())
                .containsExactly(new Place("app.yaml", List.of(0)), new Place("app.yaml", List.of(1)));
    }

    @Test
    void what_identifies_an_object_is_never_left_out() {
        assertThat(MANIFESTS.fields(1)).extracting(Place::last).containsExactly("data", "spec");
        assertThat(MANIFESTS.fields(2)).extracting(Place::last).containsExactly("a", "labels", "replicas", "template");
    }

    @Test
    void places_are_left_out_whatever_stands_beside_them() {
        Scenario rest = MANIFESTS.without(List.of(
                new Place("app.yaml", List.of(0)),
                new Place("app.yaml", List.of(1, "metadata", "labels")),
                new Place("app.yaml", List.of(1, "spec", "template", "spec", "containers", 0))));

        assertThat(rest.files().get("app.yaml")).isEqualTo("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web}
                spec: {replicas: 4, template: {spec: {containers: [{name: b, image: i}]}}}
                """);
        assertThat(rest.files().get("tokens.csv")).isEqualTo(SCENARIO.files().get("tokens.csv"));
    }

    @Test
    void nothing_left_out_keeps_the_text() {
        assertThat(MANIFESTS.without(List.of())).isEqualTo(SCENARIO);
    }

    @Test
    void sizes_are_those_of_manifests_and_commands() {
        assertThat(Size.all(SCENARIO)).containsExactly(new Size("replicas", 4), new Size("replicas", 9));

        Scenario smaller = Size.resized(SCENARIO, List.of(1L, 2L));

        assertThat(Size.all(smaller)).extracting(Size::value).containsExactly(1L, 2L);
        assertThat(Size.resized(SCENARIO, List.of(4L, 9L))).isEqualTo(SCENARIO);
    }

    @Test
    void a_file_that_only_a_setting_named_goes_with_it() {
        ClusterSpec bare = ClusterItem.only(SCENARIO.cluster(), List.of());

        assertThat(bare).isEqualTo(ClusterSpec.ofNodes(1));
        assertThat(UnusedFiles.without(SCENARIO, SCENARIO.withCluster(bare)).files())
                .containsOnlyKeys("app.yaml");
        assertThat(ClusterItem.only(SCENARIO.cluster(), ClusterItem.all(SCENARIO.cluster())))
                .isEqualTo(SCENARIO.cluster());
    }
}
