package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectCodecTest {

    private final ObjectCodec codec = new ObjectCodec();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cassandra.yaml",
                "cockroachdb.yaml",
                "guestbook-replicationcontrollers.yaml",
                "guestbook.yaml",
                "microservices-shop.yaml",
                "final-deployment.json",
                "final-node.json",
                "final-pods.json",
                "final-replicasets.json"
            })
    void every_object_of_a_file_survives_the_way_there_and_back(String file) {
        List<Map<String, Object>> objects = objects(file);
        assertThat(objects).isNotEmpty();
        for (Map<String, Object> tree : objects) {
            Map<String, Object> back = codec.encode(codec.decode(tree));
            assertThat(Trees.normal(back)).as(codec.json(tree)).isEqualTo(Trees.normal(tree));
            assertThat(back.keySet()).startsWith("apiVersion", "kind", "metadata");
        }
    }

    @Test
    void modelled_kinds_become_records_and_others_generic_objects() {
        KubernetesObject policy =
                decode("{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}}");
        assertThat(policy).isInstanceOf(GenericObject.class);
        assertThat(objects("final-deployment.json").stream().map(codec::decode))
                .hasOnlyElementsOfType(Deployment.class);
        assertThat(decode("apiVersion: v1\nkind: Pod\nmetadata: {name: a}")).isInstanceOf(Pod.class);
    }

    @Test
    void a_number_where_kubernetes_has_a_quantity_becomes_text() {
        Pod pod = (Pod) decode("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    resources:
                      requests: {cpu: 1}
                      limits: {cpu: 0.5}
                """);
        assertThat(pod.spec().containers().get(0).resources().requests()).containsEntry("cpu", "1");
        assertThat(pod.spec().containers().get(0).resources().limits()).containsEntry("cpu", "0.5");
    }

    @Test
    void an_empty_struct_that_was_given_is_kept_and_an_absent_one_stays_absent() {
        String given = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"containers\":"
                + "[{\"name\":\"a\",\"resources\":{},\"readinessProbe\":{}}],\"securityContext\":{}},\"status\":{}}";
        assertThat(codec.json(codec.decode(codec.tree(given)))).isEqualTo(given);
        String absent = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}";
        assertThat(codec.json(codec.decode(codec.tree(absent)))).isEqualTo(absent);
    }

    @Test
    void whole_numbers_in_trees_are_longs() {
        Map<String, Object> tree = codec.encode(decode(
                "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: 3, unknown: {m: 4}}}"));
        assertThat(tree.get("spec"))
                .isEqualTo(codec.tree("{\"replicas\":3,\"unknown\":{\"m\":4}}"))
                .extracting("replicas")
                .isEqualTo(3L);
    }

    @Test
    void a_micro_time_keeps_its_six_decimals() {
        String json = "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"a\"},"
                + "\"eventTime\":\"2026-11-20T19:43:10.120000Z\"}";
        KubernetesObject event = codec.decode(codec.tree(json));
        assertThat(event).isInstanceOf(ApiEvent.class);
        assertThat(codec.json(event)).isEqualTo(json);
    }

    @Test
    void a_field_whose_name_is_a_java_keyword_keeps_its_name() {
        String json = "{\"apiVersion\":\"v1\",\"kind\":\"LimitRange\",\"metadata\":{\"name\":\"a\"},"
                + "\"spec\":{\"limits\":[{\"type\":\"Container\",\"default\":{\"cpu\":\"1\"}}]}}";
        KubernetesObject range = codec.decode(codec.tree(json));
        assertThat(range).isInstanceOf(LimitRange.class);
        assertThat(codec.json(range)).isEqualTo(json);
    }

    @Test
    void repeated_text_is_one_instance() {
        Pod first = (Pod) codec.decode(codec.tree("{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                + "\"metadata\":{\"name\":\"a\",\"labels\":{\"app\":\"web\"}}}"));
        Pod second = (Pod) codec.decode(codec.tree("{\"apiVersion\":\"v1\",\"kind\":\"Pod\","
                + "\"metadata\":{\"name\":\"b\",\"labels\":{\"app\":\"web\"}}}"));
        assertThat(first.metadata().labels().get("app"))
                .isSameAs(second.metadata().labels().get("app"));
    }

    @Test
    void a_record_does_not_change_with_the_tree_it_was_read_from() {
        Map<String, Object> tree = codec.tree(
                "{\"apiVersion\":\"v1\",\"kind\":\"Service\",\"metadata\":{\"name\":\"a\"},\"spec\":{\"type\":\"x\"}}");
        KubernetesObject service = codec.decode(tree);
        String before = codec.json(service);
        ((Map<?, ?>) tree.get("spec")).clear();
        assertThat(codec.json(service)).isEqualTo(before);
    }

    @Test
    void a_value_that_does_not_fit_is_refused_with_its_place() {
        assertThatThrownBy(() ->
                        decode("{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicas: three}}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("Deployment in version \"apps/v1\": spec.replicas: ");
        assertThatThrownBy(() -> decode("kind: Pod")).hasMessage("apiVersion not set");
    }

    @Test
    void sorted_and_indented_json_look_as_kubectl_prints_them() {
        Map<String, Object> tree = codec.tree("{\"b\":[1,{}],\"a\":{\"d\":null,\"c\":[]}}");
        assertThat(codec.sortedJson(tree)).isEqualTo("{\"a\":{\"c\":[],\"d\":null},\"b\":[1,{}]}");
        assertThat(codec.prettyJson(tree)).isEqualTo("""
                        {
                            "a": {
                                "c": [],
                                "d": null
                            },
                            "b": [
                                1,
                                {}
                            ]
                        }""");
    }

    private KubernetesObject decode(String yaml) {
        return codec.decode(YamlReader.read("test", yaml).get(0).root());
    }

    @SuppressWarnings("unchecked") // items of a list of objects are objects
    private static List<Map<String, Object>> objects(String file) {
        List<Map<String, Object>> objects = new ArrayList<>();
        for (YamlDocument document : YamlReader.read(file, text(file))) {
            if (document.root().get("items") instanceof List<?> items) {
                items.forEach(item -> objects.add(typed((Map<String, Object>) item, document.root())));
            } else {
                objects.add(document.root());
            }
        }
        return objects;
    }

    /** The items of a list that a server sent have no type of their own. */
    private static Map<String, Object> typed(Map<String, Object> item, Map<String, Object> list) {
        item.put("apiVersion", list.get("apiVersion"));
        item.put("kind", ((String) list.get("kind")).replace("List", ""));
        return item;
    }

    private static String text(String file) {
        try (InputStream stream = ObjectCodecTest.class.getResourceAsStream(file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
