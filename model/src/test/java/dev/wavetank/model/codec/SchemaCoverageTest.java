package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.kinds.BuiltInKinds;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every field that Kubernetes knows survives in the kinds that have a record. */
class SchemaCoverageTest {

    /** Some types contain themselves; nothing worth testing is deeper. */
    private static final int DEPTH = 9;

    /** Fields of closed records, refused aloud, see below; and one that takes objects only. */
    private static final List<String> REFUSED =
            List.of("ContainerStateTerminated.signal", "ObjectReference.fieldPath", "ControllerRevision.data");

    private final Schema schema = Schema.load();
    private final ObjectCodec codec = new ObjectCodec();

    @ParameterizedTest
    @MethodSource("kinds")
    void an_object_with_every_field_survives(ResourceType resource) {
        String apiVersion = resource.apiVersion();
        String kind = resource.kind();
        String type = schema.typeOf(apiVersion, kind).orElseThrow();
        Map<String, Object> tree = struct(type, DEPTH);
        tree.put("apiVersion", apiVersion);
        tree.put("kind", kind);
        assertThat(schema.check(type, tree)).isEmpty();
        assertThat(codec.encode(codec.decode(tree))).isEqualTo(tree);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "status.containerStatuses[0].state.terminated.signal | {\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                        + "\"status\":{\"containerStatuses\":[{\"state\":{\"terminated\":{\"signal\":9}}}]}}"
            })
    void a_field_that_would_be_lost_is_refused(String path, String json) {
        Map<String, Object> tree = codec.tree(json);
        assertThatThrownBy(() -> codec.decode(tree))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(tree.get("kind") + " in version \"v1\": " + path
                        + ": the model has no place for this field; leave it out");
    }

    static List<ResourceType> kinds() {
        return BuiltInKinds.ALL.stream().map(BuiltInKinds.BuiltInKind::resource).toList();
    }

    private Map<String, Object> struct(String type, int depth) {
        Map<String, Object> tree = new LinkedHashMap<>();
        schema.fields(type).forEach((name, field) -> {
            Object value = value(field.type(), depth - 1);
            if (value != null && !REFUSED.contains(type + "." + name)) {
                tree.put(name, value);
            }
        });
        return tree;
    }

    private Object value(FieldType type, int depth) {
        return switch (type.shape()) {
            case STRING, ANY -> "text";
            case BOOL -> true;
            case INT32, INT64 -> 7L;
            case FLOAT64 -> 1.5;
            case BYTES -> "AAAA";
            case TIME -> type.name().contains("000000") ? "2026-11-20T19:43:10.120000Z" : "2026-11-20T19:43:10Z";
            case QUANTITY -> "100m";
            case INT_OR_STRING -> "25%";
            case STRUCT -> depth == 0 ? null : struct(type.name(), depth);
            case LIST -> list(type, depth);
            case MAP -> map(type, depth);
        };
    }

    private List<Object> list(FieldType type, int depth) {
        Object item = value(type.element(), depth);
        List<Object> list = new ArrayList<>();
        list.add(item);
        return item == null ? null : list;
    }

    private Map<String, Object> map(FieldType type, int depth) {
        Object item = value(type.element(), depth);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("some.key/x", item);
        return item == null ? null : map;
    }
}
