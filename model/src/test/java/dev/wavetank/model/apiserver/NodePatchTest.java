package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiRequest.Change;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.codec.ObjectCodec;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Typed patches of nodes do what the strategic merge patches do that they stand for. */
class NodePatchTest {

    private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

    private final ApiServerFixture server = ApiServerFixture.started();

    private Node created(String name) {
        Node.Status status = new Node.Status(
                Collections.singletonMap("cpu", "4"),
                null,
                List.of(condition("Ready", "False"), condition("NetworkUnavailable", "False")),
                null);
        Node.Spec spec = new Node.Spec("10.0.0.0/24", null, List.of(taint("old")), null);
        return (Node) server.done(ApiRequest.Create.of(
                Resources.NODES,
                NodeBuilder.builder()
                        .metadata(ObjectMeta.named(null, name))
                        .spec(spec)
                        .status(status)
                        .build()));
    }

    private static Node.Condition condition(String type, String status) {
        return new Node.Condition(type, status, LATER, LATER, "Because", "of " + type);
    }

    private static Node.Taint taint(String key) {
        return new Node.Taint(key, null, "NoSchedule", null);
    }

    private Node patched(Node node, String subresource, Change change) {
        return (Node) server.done(
                new ApiRequest.Patch(Resources.NODES, "", node.metadata().name(), subresource, change));
    }

    private static Change document(Map<String, Object> patch) {
        return new Change.Document("application/strategic-merge-patch+json", patch);
    }

    @SuppressWarnings("unchecked") // an encoded object is a tree of maps
    private static Object part(Node node, String part, String field) {
        return ((Map<String, Object>) new ObjectCodec().encode(node).get(part)).get(field);
    }

    @Test
    void conditions_are_merged_by_type() {
        Node one = created("one");
        Node other = created("other");
        List<Node.Condition> reported = List.of(condition("Ready", "True"), condition("DiskPressure", "False"));
        Node report = one.withStatus(new Node.Status(null, null, reported, null));

        Node typed = patched(one, "status", new Change.NodeConditions(report));
        Node merged = patched(
                other,
                "status",
                document(Collections.singletonMap(
                        "status", Collections.singletonMap("conditions", part(report, "status", "conditions")))));

        assertThat(typed.status()).isEqualTo(merged.status());
        assertThat(typed.spec()).isEqualTo(merged.spec());
        assertThat(typed.status().conditions())
                .extracting(Node.Condition::type)
                .containsExactly("Ready", "DiskPressure", "NetworkUnavailable");
    }

    @Test
    void fields_of_conditions_that_are_not_reported_stay() {
        Node one = created("one");
        Node other = created("other");
        Instant now = LATER.plusSeconds(300);
        List<Node.Condition> reported = List.of(new Node.Condition("Ready", null, now, null, null, null));
        Node report = one.withStatus(new Node.Status(null, null, reported, null));

        Node typed = patched(one, "status", new Change.NodeConditions(report));
        Node merged = patched(
                other,
                "status",
                document(Collections.singletonMap(
                        "status", Collections.singletonMap("conditions", part(report, "status", "conditions")))));

        assertThat(typed.status()).isEqualTo(merged.status());
        assertThat(typed.status().conditions())
                .contains(new Node.Condition("Ready", "False", now, LATER, "Because", "of Ready"));
    }

    @Test
    void taints_are_replaced() {
        Node one = created("one");
        Node other = created("other");
        Node wanted = one.withSpec(new Node.Spec(null, null, List.of(taint("new")), null));

        Node typed = patched(one, "", new Change.NodeTaints(wanted, true));
        Node merged = patched(
                other,
                "",
                document(Collections.singletonMap(
                        "spec", Collections.singletonMap("taints", part(wanted, "spec", "taints")))));

        assertThat(typed.spec()).isEqualTo(merged.spec());
        assertThat(typed.status()).isEqualTo(merged.status());
        assertThat(typed.spec().taints()).containsExactly(taint("new"));
    }

    @Test
    void taints_of_a_node_that_has_changed_are_refused_where_the_writer_says_so() {
        Node read = created("one");
        patched(read, "", new Change.NodeTaints(read.withSpec(new Node.Spec(null, null, List.of(), null)), false));

        ApiResponse late =
                server.send(new ApiRequest.Patch(Resources.NODES, "", "one", "", new Change.NodeTaints(read, true)));

        assertThat(late.code()).isEqualTo(409);
    }
}
