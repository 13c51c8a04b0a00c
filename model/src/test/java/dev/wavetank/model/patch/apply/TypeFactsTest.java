package dev.wavetank.model.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.patch.Json;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The data files agree with the schema and with each other. */
class TypeFactsTest {
    private static final Schema SCHEMA = Schema.load();
    private static final Topology TOPOLOGY = new Topology(SCHEMA, Map.of(), KubernetesVersion.V1_32);

    @Test
    void every_type_with_a_marker_is_in_the_schema() {
        assertThat(SCHEMA.typeNames()).containsAll(TOPOLOGY.markedTypes());
        assertThat(SCHEMA.typeNames())
                .containsAll(TypeLines.read("mergekeys.txt").keySet());
        assertThat(SCHEMA.typeNames()).containsAll(TypeLines.read("zeros.txt").keySet());
    }

    @Test
    void a_list_that_is_patched_by_a_key_is_owned_by_that_key() {
        Map<String, String> exceptions = new TreeMap<>();
        TypeLines.read("mergekeys.txt")
                .forEach((type, words) -> words.forEach(word -> {
                    String field = word.substring(0, word.indexOf(':'));
                    Node node = TOPOLOGY.field(TOPOLOGY.root(type), field);
                    if (word.endsWith(")")) {
                        String key = word.substring(word.indexOf('(') + 1, word.length() - 1);
                        if (!node.keys().containsKey(key)) {
                            exceptions.put(type + "." + field, node.kind().name());
                        }
                    } else if (word.endsWith(":merge") && node.kind() != Node.Kind.SET) {
                        exceptions.put(type + "." + field, node.kind().name());
                    }
                }));
        assertThat(exceptions).containsOnlyKeys("JobStatus.conditions", "PodStatus.hostIPs");
    }

    @Test
    void keys_are_fields_of_the_items() {
        for (String type : TOPOLOGY.markedTypes()) {
            SCHEMA.fields(type).forEach((name, fieldType) -> {
                Node node = TOPOLOGY.field(TOPOLOGY.root(type), name);
                if (node.kind() == Node.Kind.KEYED_LIST) {
                    assertThat(SCHEMA.fields(fieldType.element().name()).keySet())
                            .as(type + "." + name)
                            .containsAll(node.keys().keySet());
                }
                if (node.kind() == Node.Kind.SET) {
                    assertThat(fieldType.shape()).as(type + "." + name).isEqualTo(FieldType.Shape.LIST);
                }
            });
        }
    }

    @Test
    void a_new_object_of_every_kind_fits_its_type() {
        Zeros zeros = new Zeros(SCHEMA);
        for (ServedKind kind : SCHEMA.kinds()) {
            Map<String, Object> object = zeros.of(kind.type());
            assertThat(SCHEMA.check(kind.type(), object)).as(kind.kind()).isEmpty();
            boolean stored = SCHEMA.fields(kind.type()).containsKey("metadata")
                    && !kind.kind().equals("Eviction");
            assertThat(object.containsKey("metadata")).as(kind.kind()).isEqualTo(stored);
        }
        assertThat(zeros.of("Deployment"))
                .isEqualTo(
                        Json.object("{'metadata': {'creationTimestamp': null}, 'status': {}, 'spec': {'selector': null,"
                                + " 'strategy': {}, 'template': {'metadata': {'creationTimestamp': null},"
                                + " 'spec': {'containers': null}}}}"));
    }

    @Test
    void of_a_custom_resource_all_maps_are_granular_and_all_lists_are_owned_as_a_whole() {
        FieldOwnership ownership = new FieldOwnership(SCHEMA, KubernetesVersion.V1_32);
        Write write = Write.object("Widget", "x.io/v1", "a", "2026-11-20T19:43:10Z");
        Map<String, Object> config = Json.object("{'apiVersion': 'x.io/v1', 'kind': 'Widget',"
                + " 'metadata': {'name': 'w'}, 'spec': {'size': 1, 'parts': [{'name': 'p'}]}}");
        ApplyResult.Applied result = (ApplyResult.Applied) ownership.applied(write, false, Json.object("{}"), config);
        assertThat(ManagedFields.of(result.object()).all().paths())
                .isEqualTo(List.of(".spec", ".spec.parts", ".spec.size"));
    }
}
