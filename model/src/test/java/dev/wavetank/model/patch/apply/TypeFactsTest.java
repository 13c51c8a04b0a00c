package dev.wavetank.model.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.patch.Json;
import dev.wavetank.model.schema.ApiType;
import dev.wavetank.model.schema.Field;
import dev.wavetank.model.schema.FieldType;
import dev.wavetank.model.schema.MergeMarker;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.schema.ZeroValues;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the table of the API types says about a field fits what it says about others. */
class TypeFactsTest {
    private static final Schema SCHEMA = ApiSchema.of(KubernetesVersion.V1_32);
    private static final Topology TOPOLOGY = new Topology(SCHEMA, KubernetesVersion.V1_32);

    @Test
    void a_list_that_is_patched_by_a_key_is_owned_by_that_key() {
        List<String> exceptions = new ArrayList<>();
        for (ApiType type : SCHEMA.types()) {
            for (Field field : type.fields().values()) {
                MergeMarker marker = field.marker();
                String key = field.patch().key();
                boolean keyed = marker.kind() == MergeMarker.Kind.LIST_MAP
                        && marker.keys().contains(key);
                boolean set = marker.kind() == MergeMarker.Kind.LIST_SET;
                if (field.patch().merges() && !(key.isEmpty() ? set : keyed)) {
                    exceptions.add(type.name() + "." + field.name());
                }
            }
        }
        assertThat(exceptions).containsExactlyInAnyOrder("JobStatus.conditions", "PodStatus.hostIPs");
    }

    @Test
    void a_patch_strategy_and_a_marker_fit_the_type_of_their_field() {
        for (ApiType type : SCHEMA.types()) {
            for (Field field : type.fields().values()) {
                FieldType.Shape shape = field.type().shape();
                String name = type.name() + "." + field.name();
                if (field.patch().merges()) {
                    assertThat(shape).as(name).isEqualTo(FieldType.Shape.LIST);
                }
                switch (field.marker().kind()) {
                    case LIST_MAP, LIST_SET -> assertThat(shape).as(name).isEqualTo(FieldType.Shape.LIST);
                    case MAP_ATOMIC -> assertThat(shape).as(name).isEqualTo(FieldType.Shape.MAP);
                    case STRUCT_GRANULAR -> assertThat(shape).as(name).isEqualTo(FieldType.Shape.STRUCT);
                    case STRUCT_ATOMIC -> throw new AssertionError(name + " has a marker of types");
                    case NONE -> {}
                }
            }
        }
    }

    @Test
    void keys_are_fields_of_the_items() {
        int lists = 0;
        for (ApiType type : SCHEMA.types()) {
            for (Field field : type.fields().values()) {
                if (field.marker().kind() == MergeMarker.Kind.LIST_MAP) {
                    assertThat(SCHEMA.fields(field.type().element().name()))
                            .as(type.name() + "." + field.name())
                            .containsKeys(field.marker().keys().toArray(new String[0]));
                    lists++;
                }
            }
        }
        assertThat(lists).isGreaterThan(40);
    }

    @Test
    void a_key_that_is_left_out_counts_with_its_default() {
        assertThat(TOPOLOGY.field(TOPOLOGY.root("Container"), "ports").keys())
                .isEqualTo(Json.object("{'containerPort': null, 'protocol': 'TCP'}"));
        assertThat(TOPOLOGY.field(TOPOLOGY.root("ServiceSpec"), "ports").keys())
                .isEqualTo(Json.object("{'port': null, 'protocol': 'TCP'}"));
        assertThat(TOPOLOGY.field(TOPOLOGY.root("PodSpec"), "topologySpreadConstraints")
                        .keys())
                .isEqualTo(Json.object("{'topologyKey': null, 'whenUnsatisfiable': null}"));
    }

    @Test
    void a_marker_counts_since_its_version() {
        Topology old = new Topology(SCHEMA, KubernetesVersion.V1_20);
        assertThat(old.field(old.root("PodSpec"), "nodeSelector").kind()).isEqualTo(Node.Kind.MAP);
        assertThat(TOPOLOGY.field(TOPOLOGY.root("PodSpec"), "nodeSelector")).isEqualTo(Node.LEAF);
        assertThat(old.field(old.root("Event"), "involvedObject").kind()).isEqualTo(Node.Kind.STRUCT);
        assertThat(TOPOLOGY.field(TOPOLOGY.root("Event"), "involvedObject")).isEqualTo(Node.LEAF);
        assertThat(TOPOLOGY.field(TOPOLOGY.root("PersistentVolumeSpec"), "claimRef")
                        .kind())
                .isEqualTo(Node.Kind.STRUCT);
    }

    @Test
    void a_new_object_of_every_kind_fits_its_type() {
        ZeroValues zeros = new ZeroValues(SCHEMA);
        for (ServedKind kind : SCHEMA.kinds()) {
            Map<String, Object> object = zeros.of(kind.type());
            assertThat(SCHEMA.check(kind.type(), object)).as(kind.kind()).isEmpty();
            assertThat(object).as(kind.kind()).containsKey("metadata");
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
