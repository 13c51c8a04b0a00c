package dev.wavetank.model.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wavetank.model.api.StatusReason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class JsonPatchTest {

    @Test
    void each_operation_does_its_work() {
        assertPatched("{'a': 1}", "[{'op': 'add', 'path': '/b', 'value': 2}]", "{'a': 1, 'b': 2}");
        assertPatched("{'a': [1, 3]}", "[{'op': 'add', 'path': '/a/1', 'value': 2}]", "{'a': [1, 2, 3]}");
        assertPatched("{'a': [1]}", "[{'op': 'add', 'path': '/a/-', 'value': 2}]", "{'a': [1, 2]}");
        assertPatched("{'a': [1]}", "[{'op': 'add', 'path': '/a/-1', 'value': 2}]", "{'a': [1, 2]}");
        assertPatched("{'a': [1, 2]}", "[{'op': 'remove', 'path': '/a/0'}]", "{'a': [2]}");
        assertPatched("{'a': [1, 2]}", "[{'op': 'remove', 'path': '/a/-1'}]", "{'a': [1]}");
        assertPatched("{'a': {'b': 1}}", "[{'op': 'replace', 'path': '/a/b', 'value': null}]", "{'a': {'b': null}}");
        assertPatched("{'a': 1}", "[{'op': 'move', 'from': '/a', 'path': '/b'}]", "{'b': 1}");
        assertPatched(
                "{'a': {'x': 1}}", "[{'op': 'copy', 'from': '/a', 'path': '/b'}]", "{'a': {'x': 1}, 'b': {'x': 1}}");
        assertPatched("{'a': 1}", "[{'op': 'test', 'path': '/a', 'value': 1}]", "{'a': 1}");
        assertPatched("{'a': 1}", "[{'op': 'test', 'path': '/b', 'value': null}]", "{'a': 1}");
        assertPatched("{'a': 1}", "[{'op': 'replace', 'path': '', 'value': {'b': 2}}]", "{'b': 2}");
    }

    @Test
    void tilde_zero_and_tilde_one_stand_for_tilde_and_slash() {
        assertPatched(
                "{'metadata': {'labels': {'app.io/name': 'x', 'm~n': 'y', '~1': 'z'}}}",
                "[{'op': 'remove', 'path': '/metadata/labels/app.io~1name'},"
                        + "{'op': 'remove', 'path': '/metadata/labels/m~0n'},"
                        + "{'op': 'remove', 'path': '/metadata/labels/~01'}]",
                "{'metadata': {'labels': {}}}");
    }

    @Test
    void an_operation_that_does_not_apply_is_refused_without_telling_why() {
        for (String operation : List.of(
                "{'op': 'test', 'path': '/spec/replicas', 'value': 99}",
                "{'op': 'replace', 'path': '/spec/nope/x', 'value': 99}",
                "{'op': 'replace', 'path': '/spec/nope', 'value': 99}",
                "{'op': 'remove', 'path': '/spec/nope'}",
                "{'op': 'add', 'path': '/spec/list/2', 'value': 1}",
                "{'op': 'remove', 'path': '/spec/list/-'}",
                "{'op': 'remove', 'path': ''}",
                "{'op': 'add', 'path': 'spec', 'value': 1}",
                "{'op': 'add', 'path': '/spec/x'}",
                "{'op': 'move', 'from': '/spec', 'path': '/spec/x'}",
                "{'op': 'x', 'path': '/spec'}")) {
            PatchException refusal = refusal("{'spec': {'replicas': 1, 'list': [1]}}", "[" + operation + "]");
            assertThat(refusal.reason()).isEqualTo(StatusReason.INVALID);
            assertThat(refusal).hasMessage("the server rejected our request due to an error in our request");
            assertThat(refusal.detail()).isNotEqualTo(refusal.getMessage());
        }
    }

    @Test
    void what_is_no_list_of_operations_is_a_bad_request() {
        PatchException refusal = refusal("{}", "{'op': 'x'}");
        assertThat(refusal.reason()).isEqualTo(StatusReason.BAD_REQUEST);
        assertThat(refusal).hasMessage("json: cannot unmarshal object into Go value of type jsonpatch.Patch");
        assertThat(refusal("{}", "['x']"))
                .hasMessage("json: cannot unmarshal string into Go value of type jsonpatch.Operation");
    }

    @Test
    void ten_thousand_operations_are_enough() {
        Object test = Json.value("{'op': 'test', 'path': '/a', 'value': 1}");
        List<Object> patch = new ArrayList<>(Collections.nCopies(10_000, test));
        assertThat(JsonPatch.apply(Json.object("{'a': 1}"), patch)).isEqualTo(Json.object("{'a': 1}"));
        patch.add(test);
        assertThatThrownBy(() -> JsonPatch.apply(Json.object("{'a': 1}"), patch))
                .hasMessage("The allowed maximum operations in a JSON patch is 10000, got 10001");
    }

    private static void assertPatched(String tree, String patch, String expected) {
        assertThat(JsonPatch.apply(Json.object(tree), Json.value(patch))).isEqualTo(Json.object(expected));
    }

    private static PatchException refusal(String tree, String patch) {
        return catchThrowableOfType(PatchException.class, () -> JsonPatch.apply(Json.object(tree), Json.value(patch)));
    }
}
