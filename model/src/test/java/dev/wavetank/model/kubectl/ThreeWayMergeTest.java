package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.ObjectCodec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreeWayMergeTest {

    private final ObjectCodec codec = new ObjectCodec();

    @Test
    void fields_that_the_server_filled_in_are_left_alone() {
        assertPatch(
                "{}",
                "{containers: [{name: a, image: x}]}",
                "{containers: [{name: a, image: x, imagePullPolicy: Always}], dnsPolicy: y}",
                "{}");
    }

    @Test
    void an_item_is_changed_in_place() {
        assertPatch(
                "{containers: [{name: a, image: x}]}",
                "{containers: [{name: a, image: z}]}",
                "{containers: [{name: a, image: x, imagePullPolicy: Always}]}",
                "{containers: [{name: a, image: z, imagePullPolicy: Always}]}");
    }

    @Test
    void an_item_of_somebody_else_keeps_its_place() {
        assertPatch(
                "{containers: [{name: a}]}",
                "{containers: [{name: a}, {name: b}]}",
                "{containers: [{name: sidecar}, {name: a}]}",
                "{containers: [{name: sidecar}, {name: a}, {name: b}]}");
        assertPatch("{}", "{containers: [{name: a}]}", "{containers: [{name: sidecar}, {name: a}]}", "{}");
    }

    @Test
    void items_follow_the_wanted_order() {
        assertPatch(
                "{env: [{name: a}, {name: b}]}",
                "{env: [{name: b}, {name: a}]}",
                "{env: [{name: a}, {name: b}, {name: c}]}",
                "{env: [{name: b}, {name: a}, {name: c}]}");
    }

    @Test
    void an_item_that_was_taken_out_goes() {
        assertPatch(
                "{volumes: [{name: a}, {name: b}]}",
                "{volumes: [{name: b}]}",
                "{volumes: [{name: a}, {name: b}, {name: token}]}",
                "{volumes: [{name: b}, {name: token}]}");
    }

    @Test
    void ports_are_told_apart_by_number_unless_two_have_the_same() {
        assertPatch("{}", "{ports: [{containerPort: 80}]}", "{ports: [{containerPort: 80, protocol: TCP}]}", "{}");
        assertPatch(
                "{}",
                "{ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}",
                "{ports: [{port: 53, protocol: UDP}, {port: 53, protocol: TCP}]}",
                "{}");
    }

    @Test
    void lists_without_a_key_are_replaced() {
        assertPatch("{args: [a]}", "{args: [b, c]}", "{args: [a, z]}", "{args: [b, c]}");
    }

    @Test
    void a_removed_field_is_deleted_once() {
        assertPatch("{a: 1, b: 2}", "{b: 2}", "{a: 1, b: 2}", "{a: null}");
        assertPatch("{a: 1, b: 2}", "{b: 2}", "{b: 2}", "{}");
        assertPatch("{m: {a: 1, b: 2}}", "{m: {b: 2}}", "{m: {a: 1, b: 2, c: 3}}", "{m: {a: null}}");
    }

    private void assertPatch(String last, String wanted, String live, String patch) {
        Map<String, Object> change = ThreeWayMerge.patch(tree(last), tree(wanted), tree(live));
        assertThat(codec.json(change)).isEqualTo(codec.json(tree(patch)));
        Map<String, Object> after = FakeApiServer.merged(tree(live), change);
        assertThat(ThreeWayMerge.patch(tree(wanted), tree(wanted), after))
                .as("applied again")
                .isEmpty();
    }

    private static Map<String, Object> tree(String yaml) {
        return dev.wavetank.model.yaml.YamlReader.read("test", yaml).get(0).root();
    }
}
