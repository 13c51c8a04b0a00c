package dev.wavetank.model.patch.strategic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.Shapes;
import dev.wavetank.model.schema.Schema;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Invariants of strategic merge patch. */
class StrategicMergePatchProperties {
    private static final StrategicMergePatch PATCHES = new StrategicMergePatch(Schema.load());
    private static final String TYPE = "Deployment";

    @Property(tries = 300)
    void a_patch_between_two_objects_makes_the_one_the_other(
            @ForAll("deployments") Map<String, Object> from, @ForAll("deployments") Map<String, Object> to) {
        assertThat(PATCHES.apply(TYPE, from, PATCHES.diff(TYPE, from, to))).isEqualTo(to);
    }

    @Property(tries = 300)
    void a_patch_between_two_objects_can_be_applied_twice(
            @ForAll("deployments") Map<String, Object> from, @ForAll("deployments") Map<String, Object> to) {
        assertThat(PATCHES.apply(TYPE, to, PATCHES.diff(TYPE, from, to))).isEqualTo(to);
    }

    @Property(tries = 300)
    void between_equal_objects_there_is_no_patch_and_no_patch_changes_nothing(
            @ForAll("deployments") Map<String, Object> object) {
        assertThat(PATCHES.diff(TYPE, object, JsonTree.copy(object))).isEmpty();
        assertThat(PATCHES.apply(TYPE, object, new LinkedHashMap<>())).isEqualTo(object);
        assertThat(PATCHES.threeWay(TYPE, object, object, object)).isEmpty();
    }

    @Property(tries = 300)
    void an_object_patched_with_itself_is_itself(@ForAll("deployments") Map<String, Object> object) {
        assertThat(PATCHES.apply(TYPE, object, object)).isEqualTo(object);
    }

    @Property(tries = 300)
    void when_nobody_else_changed_the_object_the_three_way_patch_makes_it_as_wanted(
            @ForAll("deployments") Map<String, Object> last, @ForAll("deployments") Map<String, Object> wanted) {
        Map<String, Object> patch = PATCHES.threeWay(TYPE, last, wanted, last);
        assertThat(PATCHES.apply(TYPE, last, patch)).isEqualTo(wanted);
    }

    @Property(tries = 300)
    void after_a_three_way_patch_the_next_one_changes_nothing(
            @ForAll("deployments") Map<String, Object> last,
            @ForAll("deployments") Map<String, Object> wanted,
            @ForAll("deployments") Map<String, Object> live) {
        Map<String, Object> after = PATCHES.apply(TYPE, live, PATCHES.threeWay(TYPE, last, wanted, live));
        assertThat(PATCHES.apply(TYPE, after, PATCHES.threeWay(TYPE, wanted, wanted, after)))
                .isEqualTo(after);
    }

    @Provide
    Arbitrary<Map<String, Object>> deployments() {
        return Shapes.deployments();
    }
}
