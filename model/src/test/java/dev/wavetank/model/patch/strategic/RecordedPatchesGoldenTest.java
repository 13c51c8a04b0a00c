package dev.wavetank.model.patch.strategic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.Schema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Patches that kubectl and kubelets sent to a real Kubernetes 1.20.2 control plane, and what it made of them. */
class RecordedPatchesGoldenTest {
    private static final StrategicMergePatch PATCHES = new StrategicMergePatch(Schema.load());
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    @Test
    void applied_they_make_what_the_server_answered() {
        assertThat(Json.recordedPatches()).hasSizeGreaterThan(4).allSatisfy(recorded -> {
            Map<String, Object> patch = part(recorded, "patch");
            assertThat(PATCHES.apply((String) recorded.get("type"), part(recorded, "before"), patch))
                    .isEqualTo(part(recorded, "after"));
        });
    }

    @Test
    void a_kubelet_sends_the_two_way_patch_of_the_status() {
        List<Map<String, Object>> ofPods = Json.recordedPatches().stream()
                .filter(recorded -> recorded.get("type").equals("Pod"))
                .toList();
        assertThat(ofPods).isNotEmpty().allSatisfy(recorded -> {
            Map<String, Object> from = only("status", part(recorded, "before"));
            Map<String, Object> to = only("status", part(recorded, "after"));
            assertThat(PATCHES.diff("Pod", from, to)).isEqualTo(only("status", part(recorded, "patch")));
        });
    }

    @Test
    void kubectl_set_image_sends_the_two_way_patch_of_the_spec() {
        Map<String, Object> recorded = ofDeployment("nginx");
        assertThat(PATCHES.diff("Deployment", part(recorded, "before"), part(recorded, "after")))
                .isEqualTo(part(recorded, "patch"));
    }

    @Test
    void kubectl_apply_sends_the_three_way_patch() {
        Map<String, Object> recorded = ofDeployment("ap");
        Map<String, Object> live = part(recorded, "before");
        Map<String, Object> last = configuration(live);
        Map<String, Object> wanted = configuration(part(recorded, "patch"));
        part(wanted, "metadata").put("annotations", only(LAST_APPLIED, annotations(part(recorded, "patch"))));
        assertThat(PATCHES.threeWay("Deployment", last, wanted, live)).isEqualTo(part(recorded, "patch"));
    }

    private static Map<String, Object> ofDeployment(String name) {
        return Json.recordedPatches().stream()
                .filter(recorded -> recorded.get("type").equals("Deployment"))
                .filter(recorded ->
                        part(part(recorded, "before"), "metadata").get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Object> configuration(Map<String, Object> object) {
        return new ObjectCodec().tree((String) annotations(object).get(LAST_APPLIED));
    }

    private static Map<String, Object> annotations(Map<String, Object> object) {
        return part(part(object, "metadata"), "annotations");
    }

    private static Map<String, Object> part(Map<String, Object> tree, String field) {
        return JsonTree.map(tree.get(field));
    }

    private static Map<String, Object> only(String field, Map<String, Object> tree) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(field, tree.get(field));
        return result;
    }
}
