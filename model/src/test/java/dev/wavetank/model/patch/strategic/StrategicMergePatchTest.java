package dev.wavetank.model.patch.strategic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.schema.Schema;
import org.junit.jupiter.api.Test;

class StrategicMergePatchTest {
    private static final StrategicMergePatch PATCHES = new StrategicMergePatch(Schema.load());

    @Test
    void containers_are_merged_by_name_and_new_ones_come_first() {
        assertPatched(
                "{'containers': [{'name': 'a', 'image': 'x:1', 'tty': true}, {'name': 'b'}]}",
                "{'containers': [{'name': 'c'}, {'name': 'a', 'image': 'x:2'}]}",
                "{'containers': [{'name': 'c'}, {'name': 'a', 'image': 'x:2', 'tty': true}, {'name': 'b'}]}");
    }

    @Test
    void lists_without_a_strategy_are_replaced() {
        assertPatched(
                "{'tolerations': [{'key': 'a'}], 'nodeSelector': {'a': 'b'}}",
                "{'tolerations': [{'key': 'b'}], 'nodeSelector': {'c': 'd'}}",
                "{'tolerations': [{'key': 'b'}], 'nodeSelector': {'a': 'b', 'c': 'd'}}");
    }

    @Test
    void directives_delete_and_replace() {
        assertPatched(
                "{'containers': [{'name': 'a'}, {'name': 'b'}]}",
                "{'containers': [{'name': 'a', '$patch': 'delete'}]}",
                "{'containers': [{'name': 'b'}]}");
        assertPatched(
                "{'containers': [{'name': 'a'}, {'name': 'b'}]}",
                "{'containers': [{'name': 'c'}, {'$patch': 'replace'}]}",
                "{'containers': [{'name': 'c'}]}");
        assertPatched(
                "{'securityContext': {'runAsUser': 1, 'fsGroup': 2}}",
                "{'securityContext': {'$patch': 'replace', 'fsGroup': 3}}",
                "{'securityContext': {'fsGroup': 3}}");
        assertPatched(
                "{'securityContext': {'runAsUser': 1}}",
                "{'securityContext': {'$patch': 'delete'}}",
                "{'securityContext': {}}");
    }

    @Test
    void a_volume_keeps_only_the_keys_that_are_retained() {
        assertPatched(
                "{'volumes': [{'name': 'v', 'emptyDir': {}}]}",
                "{'volumes': [{'$retainKeys': ['name', 'hostPath'], 'name': 'v', 'hostPath': {'path': '/x'}}]}",
                "{'volumes': [{'name': 'v', 'hostPath': {'path': '/x'}}]}");
        assertThat(PATCHES.diff(
                        "PodSpec",
                        Json.object("{'volumes': [{'name': 'v', 'emptyDir': {}}]}"),
                        Json.object("{'volumes': [{'name': 'v', 'hostPath': {'path': '/x'}}]}")))
                .isEqualTo(Json.object("{'volumes': [{'emptyDir': null, 'hostPath': {'path': '/x'}, 'name': 'v',"
                        + " '$retainKeys': ['hostPath', 'name']}], '$setElementOrder/volumes': [{'name': 'v'}]}"));
    }

    @Test
    void finalizers_are_a_set_with_an_order() {
        assertThat(PATCHES.apply(
                        "ObjectMeta",
                        Json.object("{'finalizers': ['a', 'b', 'c']}"),
                        Json.object("{'$deleteFromPrimitiveList/finalizers': ['a'],"
                                + " '$setElementOrder/finalizers': ['d', 'b'], 'finalizers': ['d']}")))
                .isEqualTo(Json.object("{'finalizers': ['d', 'b', 'c']}"));
    }

    @Test
    void the_order_of_a_patch_holds_for_what_it_names() {
        assertPatched(
                "{'containers': [{'name': 'a'}, {'name': 's'}, {'name': 'b'}]}",
                "{'$setElementOrder/containers': [{'name': 'b'}, {'name': 'a'}]}",
                "{'containers': [{'name': 's'}, {'name': 'b'}, {'name': 'a'}]}");
    }

    @Test
    void what_the_server_does_not_understand_it_calls_by_its_name() {
        assertRefused(
                500, "map: map[image:x] does not contain declared merge key: name", "{'containers': [{'image': 'x'}]}");
        assertRefused(
                500, "unknown patch type: nope in map: map[$patch:nope]", "{'securityContext': {'$patch': 'nope'}}");
        assertRefused(
                500,
                "merging lists cannot yet be specified in the patch",
                "{'containers': [{'$patch': 'merge', 'name': 'a'}]}");
        assertRefused(400, "invalid patch format of retainKeys", "{'securityContext': {'$retainKeys': 'x'}}");
        assertRefused(
                422,
                "the server rejected our request due to an error in our request",
                "{'securityContext': {'$retainKeys': ['fsGroup'], 'runAsUser': 1}}");
        assertRefused(
                500,
                "The order in patch list:\n[map[name:b] map[name:a]]\n doesn't match $setElementOrder list:\n"
                        + "[map[name:a] map[name:b]]\n",
                "{'containers': [{'name': 'b'}, {'name': 'a'}],"
                        + " '$setElementOrder/containers': [{'name': 'a'}, {'name': 'b'}]}");
    }

    @Test
    void a_value_of_another_type_is_refused_after_the_merge() {
        PatchException refusal = catchThrowableOfType(
                PatchException.class,
                () -> PATCHES.apply("Deployment", Json.object("{}"), Json.object("{'spec': {'replicas': 'x'}}")));
        assertThat(refusal.reason()).isEqualTo(StatusReason.INVALID);
        assertThat(refusal)
                .hasMessage(" \"\" is invalid: patch: Invalid value: \"map[spec:map[replicas:x]]\":"
                        + " unrecognized type: int32");
        assertThat(refusal.detail())
                .isEqualTo("Invalid value: \"map[spec:map[replicas:x]]\": unrecognized type: int32");
        assertRefused(
                422,
                " \"\" is invalid: patch: Invalid value: \"map[hostname:1]\": cannot convert int64 to string",
                "{'hostname': 1}");
        assertRefused(
                422,
                " \"\" is invalid: patch: Invalid value: \"map[securityContext:[]]\": "
                        + "cannot restore struct from: slice",
                "{'securityContext': []}");
    }

    @Test
    void a_three_way_patch_leaves_alone_what_others_have_set() {
        assertThat(PATCHES.threeWay(
                        "PodSpec",
                        Json.object("{'containers': [{'name': 'a', 'image': '1'}, {'name': 'b'}], 'hostname': 'h'}"),
                        Json.object("{'containers': [{'name': 'a', 'image': '2'}]}"),
                        Json.object("{'containers': [{'name': 'a', 'image': '1'}, {'name': 'b'}, {'name': 'sidecar'}],"
                                + " 'hostname': 'h', 'nodeName': 'n'}")))
                .isEqualTo(
                        Json.object("{'containers': [{'name': 'a', 'image': '2'}, {'name': 'b', '$patch': 'delete'}],"
                                + " '$setElementOrder/containers': [{'name': 'a'}], 'hostname': null}"));
    }

    private static void assertPatched(String podSpec, String patch, String expected) {
        assertThat(PATCHES.apply("PodSpec", Json.object(podSpec), Json.object(patch)))
                .isEqualTo(Json.object(expected));
    }

    private static void assertRefused(int code, String message, String patch) {
        PatchException refusal = catchThrowableOfType(
                PatchException.class,
                () -> PATCHES.apply(
                        "PodSpec",
                        Json.object("{'containers': [{'name': 'a'}], 'securityContext': {'runAsUser': 0}}"),
                        Json.object(patch)));
        assertThat(refusal).as(patch).hasMessage(message);
        assertThat(refusal.reason().code()).isEqualTo(code);
    }
}
