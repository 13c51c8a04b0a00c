package dev.wavetank.model.apiserver.registry.update;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.patch.JsonMergePatch;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Patches of annotations come to the same as on the way over the tree of the object. */
class AnnotationPatchTest {

    private static final ObjectCodec CODEC = new ObjectCodec();

    @Test
    void it_adds_changes_and_removes_as_a_merge_patch_does() {
        ConfigMap before = map("kept", "1", "changed", "2", "gone", "3");
        Map<String, Object> annotations = new LinkedHashMap<>();
        annotations.put("changed", "4");
        annotations.put("gone", null);
        annotations.put("added", "5");
        annotations.put("never", null);
        Map<String, Object> tree = metadata("annotations", annotations);

        assertThat(AnnotationPatch.changes(tree)).isTrue();
        assertThat(AnnotationPatch.apply(tree, before))
                .isEqualTo(CODEC.decode(JsonMergePatch.apply(CODEC.encode(before), tree)))
                .isEqualTo(map("kept", "1", "changed", "4", "added", "5"));
    }

    @Test
    void whatever_changes_more_goes_the_long_way() {
        Map<String, Object> more = new LinkedHashMap<>(metadata("annotations", Collections.emptyMap()));
        more.put("data", Collections.emptyMap());

        assertThat(AnnotationPatch.changes(more)).isFalse();
        assertThat(AnnotationPatch.changes(metadata("labels", Collections.emptyMap())))
                .isFalse();
        assertThat(AnnotationPatch.changes(metadata("annotations", Collections.singletonMap("a", 1L))))
                .isFalse();
        assertThat(AnnotationPatch.changes(metadata("annotations", null))).isFalse();
    }

    private static Map<String, Object> metadata(String field, Object value) {
        return Collections.singletonMap("metadata", Collections.singletonMap(field, value));
    }

    private static ConfigMap map(String... annotations) {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < annotations.length; i += 2) {
            all.put(annotations[i], annotations[i + 1]);
        }
        return new ConfigMap(ObjectMeta.named("default", "a").withAnnotations(all), null, null);
    }
}
