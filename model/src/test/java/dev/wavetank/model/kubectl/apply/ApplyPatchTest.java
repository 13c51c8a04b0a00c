package dev.wavetank.model.kubectl.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ApplyPatchTest {

    private static final Schema SCHEMA = ApiSchema.of(KubernetesVersion.V1_32);

    private static ApplyPatch patch(String apiVersion, String kind, String last, String wanted, String live) {
        GenericObject object = new GenericObject(apiVersion, kind, ObjectMeta.named("default", "a"), Map.of());
        return ApplyPatch.of(SCHEMA, object, tree(last), tree(wanted), tree(live));
    }

    private static Map<String, Object> tree(String yaml) {
        return YamlReader.read("test", yaml).get(0).root();
    }

    @Test
    void lists_of_kubernetes_kinds_are_merged_by_key() {
        ApplyPatch patch = patch(
                "v1",
                "Pod",
                "{spec: {containers: [{name: a, image: x}, {name: old, image: x}]}}",
                "{spec: {containers: [{name: a, image: z}]}}",
                "{spec: {containers: [{name: a, image: x, imagePullPolicy: Always}, {name: old}, {name: sidecar}]}}");
        assertThat(patch.type()).isEqualTo("application/strategic-merge-patch+json");
        assertThat(patch.tree())
                .isEqualTo(tree("{spec: {$setElementOrder/containers: [{name: a}],"
                        + " containers: [{name: a, image: z}, {$patch: delete, name: old}]}}"));
    }

    @Test
    void lists_of_custom_kinds_are_replaced() {
        ApplyPatch patch = patch(
                "example.com/v1",
                "Foo",
                "{spec: {items: [{name: a}], gone: 1, inner: {x: 1, y: 2}}}",
                "{spec: {items: [{name: b}], inner: {x: 1}}}",
                "{spec: {items: [{name: a}, {name: c}], gone: 1, other: 2, inner: {x: 1, y: 2, z: 3}}}");
        assertThat(patch.type()).isEqualTo("application/merge-patch+json");
        assertThat(patch.tree()).isEqualTo(tree("{spec: {items: [{name: b}], gone: null, inner: {y: null}}}"));
    }

    @Test
    void nothing_is_sent_when_all_is_as_wanted() {
        String wanted = "{spec: {replicas: 1}}";
        assertThat(patch("example.com/v1", "Foo", wanted, wanted, "{spec: {replicas: 1, other: 2}}")
                        .tree())
                .isEmpty();
        assertThat(patch("apps/v1", "Deployment", wanted, wanted, "{spec: {replicas: 1, paused: true}}")
                        .tree())
                .isEmpty();
    }
}
