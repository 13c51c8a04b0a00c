package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ManifestReader;
import dev.wavetank.model.codec.NullValues;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A null at any place is read as Go reads it, then judged; and any JSON value as a patch gets an answer. */
class NullValuesProperties {

    private static final String JSON = "application/json";
    private static final ObjectCodec CODEC = new ObjectCodec();

    @ParameterizedTest
    @EnumSource(names = {"V1_8", "V1_32"})
    void a_null_in_any_list_or_map_of_any_kind_is_answered(KubernetesVersion version) {
        LoneServer server = new LoneServer(version);
        Schema schema = ApiSchema.of(version);
        ManifestReader reader = new ManifestReader(schema, CODEC);
        List<String> failures = new ArrayList<>();
        int places = 0;
        for (ServedKind kind : schema.kinds()) {
            if (kind.plural().isEmpty()) {
                continue;
            }
            for (List<Object> path : places(schema, kind.type())) {
                places++;
                Map<String, Object> tree = withNull(kind, path);
                String target = (kind.group().isEmpty() ? "/api/v1" : "/apis/" + kind.apiVersion())
                        + (kind.namespaced() ? "/namespaces/default/" : "/")
                        + kind.plural();
                HttpResponse answer = server.send("POST", target, JSON, CODEC.json(tree));
                if (answer.code() == 0 || !server.panics().isEmpty()) {
                    failures.add(kind.kind() + path + " " + server.panics());
                    server = new LoneServer(version);
                }
                for (Manifest manifest : reader.read("input", CODEC.json(tree))) {
                    server.send(new ApiRequest.Create(
                            manifest.resource(),
                            kind.namespaced() ? "default" : "",
                            "typed",
                            "",
                            NullValues.decoded(schema, CODEC, manifest.object())));
                }
                if (!server.panics().isEmpty()) {
                    failures.add("typed " + kind.kind() + path + " " + server.panics());
                    server = new LoneServer(version);
                }
            }
        }
        assertThat(failures).isEmpty();
        assertThat(places).isGreaterThan(300);
    }

    /** The way to each list and map of a type; into lists, and not twice through one field of a type. */
    private static List<List<Object>> places(Schema schema, String type) {
        List<List<Object>> places = new ArrayList<>();
        collect(schema, type, List.of(), new LinkedHashSet<>(), places);
        return places;
    }

    private static void collect(
            Schema schema, String type, List<Object> before, Set<Field> seen, List<List<Object>> places) {
        for (Field field : schema.fields(type).values()) {
            if (field.name().equals("managedFields") || !seen.add(field)) {
                continue;
            }
            List<Object> path = new ArrayList<>(before);
            path.add(field.name());
            FieldType inner = field.type();
            while (inner.shape() == FieldType.Shape.LIST || inner.shape() == FieldType.Shape.MAP) {
                path.add(inner.shape() == FieldType.Shape.LIST ? 0 : "key");
                places.add(List.copyOf(path));
                inner = inner.element();
            }
            if (inner.shape() == FieldType.Shape.STRUCT) {
                collect(schema, inner.name(), path, seen, places);
            }
        }
    }

    private static Map<String, Object> withNull(ServedKind kind, List<Object> path) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", "x");
        tree.put("apiVersion", kind.apiVersion());
        tree.put("kind", kind.kind());
        tree.put("metadata", metadata);
        Object at = tree;
        for (int i = 0; i < path.size(); i++) {
            Object next = i + 1 == path.size()
                    ? null
                    : path.get(i + 1) instanceof Integer ? new ArrayList<>() : new LinkedHashMap<>();
            at = put(at, path.get(i), next);
        }
        return tree;
    }

    @SuppressWarnings("unchecked") // as made above
    private static Object put(Object at, Object step, Object next) {
        if (step instanceof Integer) {
            ((List<Object>) at).add(next);
            return next;
        }
        Map<String, Object> map = (Map<String, Object>) at;
        if (next == null || !map.containsKey((String) step)) {
            map.put((String) step, next);
        }
        return map.get((String) step);
    }

    @Provide
    Arbitrary<Object> values() {
        Arbitrary<Object> plain = Arbitraries.of(Arrays.asList(
                null, "notjson", "", 5L, -1.5, true, List.of(), List.of(1L), Map.of("op", "replace"), Map.of("a", 1L)));
        return Arbitraries.recursive(
                () -> plain,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(3).map(list -> (Object) list),
                        Arbitraries.maps(
                                        Arbitraries.of("op", "path", "value", "metadata", "data", "$patch", "labels"),
                                        inner)
                                .ofMaxSize(3)
                                .map(map -> (Object) map)),
                0,
                3);
    }

    @Property(tries = 60)
    void any_value_as_a_patch_is_answered_on_the_wire_and_in_process(@ForAll("values") Object patch) {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        String maps = "/api/v1/namespaces/default/configmaps";
        server.send("POST", maps, JSON, "{\"metadata\":{\"name\":\"c\"},\"data\":{\"a\":\"b\"}}");
        for (String type : List.of("merge-patch", "strategic-merge-patch", "json-patch")) {
            String media = "application/" + type + "+json";
            HttpResponse answer = server.send("PATCH", maps + "/c", media, CODEC.sortedValue(patch));
            assertThat(answer.code()).as(type + " " + patch).isBetween(200, 599);
            assertThat(GoJsonReader.parse(answer.body())).isInstanceOf(Map.class);
            server.send(new ApiRequest.Patch(
                    new ResourceType("", "v1", "ConfigMap", "configmaps", true),
                    "default",
                    "c",
                    "",
                    new ApiRequest.Change.Document(media, patch)));
            assertThat(server.panics()).as(type + " " + patch).isEmpty();
        }
    }
}
