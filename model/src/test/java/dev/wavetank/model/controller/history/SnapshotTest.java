package dev.wavetank.model.controller.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.ControllerRevisionBuilder;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/**
 * Templates as ControllerRevisions keep them: {@code getPatch} of {@code pkg/controller/statefulset} and {@code
 * pkg/controller/daemon}, {@code HashControllerRevision} and {@code EqualRevision} of {@code
 * pkg/controller/history/controller_history.go}, Kubernetes 1.20.
 */
class SnapshotTest {

    static PodTemplateSpec template(String image, String... labels) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String label : labels) {
            all.put(label, "x");
        }
        return new PodTemplateSpec(
                ObjectMetaBuilder.builder().labels(all).build(),
                PodSpecBuilder.builder()
                        .containers(List.of(ContainerBuilder.builder()
                                .name("c")
                                .image(image)
                                .build()))
                        .build());
    }

    @Test
    void a_template_survives_the_way_into_a_revision_and_back() {
        PodTemplateSpec template = template("v1", "app");
        ControllerRevision revision = ControllerRevisionBuilder.builder()
                .metadata(ObjectMetaBuilder.builder().name("a").build())
                .data(Snapshot.of(template).data())
                .build();
        assertThat(Snapshot.of(revision).template()).isEqualTo(template);
        assertThat(Snapshot.of(revision).isSameAs(Snapshot.of(template))).isTrue();
    }

    @Test
    void the_patch_replaces_the_template_and_nothing_else() {
        Map<String, Object> data = Snapshot.of(template("v1", "app")).data();
        assertThat(data).containsOnlyKeys("spec");
        assertThat(data.get("spec"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsOnlyKeys("template")
                .extractingByKey("template", InstanceOfAssertFactories.MAP)
                .containsEntry("$patch", "replace");
    }

    @Test
    void a_template_without_metadata_in_a_revision_has_empty_metadata() {
        Map<String, Object> data = Map.of("spec", Map.of("template", Map.of("spec", Map.of())));
        ControllerRevision revision = ControllerRevisionBuilder.builder()
                .metadata(ObjectMetaBuilder.builder().name("a").build())
                .data(data)
                .build();
        assertThat(Snapshot.of(revision).template().metadata().labels()).isEmpty();
    }

    @Test
    void equal_templates_are_the_same_whatever_the_order_of_their_maps() {
        Snapshot one = Snapshot.of(template("v1", "a", "b"));
        Snapshot other = Snapshot.of(template("v1", "b", "a"));
        assertThat(one.isSameAs(other)).isTrue();
        assertThat(one.hash(0)).isEqualTo(other.hash(0));
    }

    @Test
    void another_template_is_not_the_same() {
        Snapshot one = Snapshot.of(template("v1", "a"));
        for (PodTemplateSpec other : List.of(template("v2", "a"), template("v1", "b"))) {
            assertThat(one.isSameAs(Snapshot.of(other))).isFalse();
            assertThat(one.hash(0)).isNotEqualTo(Snapshot.of(other).hash(0));
        }
    }

    @Test
    void a_collision_changes_the_hash() {
        Snapshot snapshot = Snapshot.of(template("v1", "a"));
        assertThat(List.of(snapshot.hash(0), snapshot.hash(1), snapshot.hash(2)))
                .doesNotHaveDuplicates()
                .allMatch(hash -> hash.matches("[bcdfghjklmnpqrstvwxz2456789]{1,10}"));
    }

    @Test
    void the_hash_is_fnv_1_over_the_text_and_the_collision_count() {
        // FNV-1 of "a0" by hand: ((offset * prime ^ 0x61) * prime) ^ 0x30, then its decimal text in safe letters.
        int hash = ((0x811C9DC5 * 0x01000193 ^ 0x61) * 0x01000193) ^ 0x30;
        assertThat(new Snapshot(Map.of(), "a").hash(0)).isEqualTo(SafeLetters.ofHash(hash));
    }
}
