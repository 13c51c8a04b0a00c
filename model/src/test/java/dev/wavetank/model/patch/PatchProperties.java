package dev.wavetank.model.patch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Invariants of JSON patch and merge patch. */
class PatchProperties {

    @Property
    void a_json_patch_between_two_trees_makes_the_one_the_other(
            @ForAll("trees") Map<String, Object> from, @ForAll("trees") Map<String, Object> to) {
        assertThat(JsonPatch.apply(from, JsonDiff.between(from, to))).isEqualTo(to);
    }

    @Property
    void a_merge_patch_between_two_trees_makes_the_one_the_other(
            @ForAll("trees") Map<String, Object> from, @ForAll("trees") Map<String, Object> to) {
        assertThat(JsonMergePatch.apply(from, JsonMergePatch.diff(from, to))).isEqualTo(to);
    }

    @Property
    void between_equal_trees_there_is_no_patch(@ForAll("trees") Map<String, Object> tree) {
        assertThat(JsonDiff.between(tree, JsonTree.copy(tree))).isEmpty();
        assertThat(JsonMergePatch.diff(tree, JsonTree.copy(tree))).isEmpty();
    }

    @Property
    void an_empty_patch_changes_nothing(@ForAll("trees") Map<String, Object> tree) {
        assertThat(JsonPatch.apply(tree, List.of())).isEqualTo(tree);
        assertThat(JsonMergePatch.apply(tree, new LinkedHashMap<>())).isEqualTo(tree);
    }

    @Property
    void a_merge_patch_applied_twice_is_a_merge_patch_applied_once(
            @ForAll("trees") Map<String, Object> tree, @ForAll("trees") Map<String, Object> patch) {
        Map<String, Object> once = JsonMergePatch.apply(tree, patch);
        assertThat(JsonMergePatch.apply(once, patch)).isEqualTo(once);
    }

    @Property
    void what_is_patched_stays_as_it_was(
            @ForAll("trees") Map<String, Object> from, @ForAll("trees") Map<String, Object> to) {
        Map<String, Object> before = JsonTree.copy(from);
        JsonPatch.apply(from, JsonDiff.between(from, to));
        JsonMergePatch.apply(from, to);
        assertThat(from).isEqualTo(before);
    }

    @Example
    void a_merge_patch_removes_by_null_and_replaces_lists() {
        assertThat(JsonMergePatch.apply(
                        Json.object("{'a': {'b': 1, 'c': 2}, 'd': [1, 2]}"),
                        Json.object("{'a': {'b': null, 'x': {'y': null, 'z': 1}}, 'd': [3]}")))
                .isEqualTo(Json.object("{'a': {'c': 2, 'x': {'z': 1}}, 'd': [3]}"));
    }

    @Provide
    Arbitrary<Map<String, Object>> trees() {
        return Shapes.trees();
    }
}
