package dev.wavetank.properties.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.properties.oracle.StoredObjects.Stored;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An end state keeps what somebody asked for, and nothing that chance decides. */
class EndStateTest {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private static final String SET = "00000000-0000-4000-8000-000000000001";
    private static final String OTHER = "00000000-0000-4000-8000-000000000002";

    @Test
    void names_uids_times_and_nodes_of_equals_do_not_matter() {
        EndState one = state(
                set(SET, 3), pod("web-bcdfg", SET, "node-1", "Running"), pod("web-hjklm", SET, "node-2", "Failed"));
        EndState two = state(
                set(OTHER, 9),
                pod("web-zzzzz", OTHER, "node-3", "Failed"),
                pod("web-x2456", OTHER, "node-3", "Running"));

        assertThat(one.differences(two)).isEmpty();
        assertThat(one).isEqualTo(two);
        assertThat(one.objects())
                .containsExactly("pods/default/web-#1", "pods/default/web-#2", "replicasets.apps/default/web");
        assertThat(one.fields())
                .containsEntry(
                        "pods/default/web-#1 metadata.ownerReferences[0].uid", "uid of replicasets.apps/default/web")
                .containsEntry("pods/default/web-#1 metadata.creationTimestamp", "(instant)")
                .containsEntry("pods/default/web-#1 status.phase", "Failed")
                .containsEntry("replicasets.apps/default/web status.observedGeneration", "latest");
    }

    @Test
    void an_owner_that_is_gone_matters() {
        EndState owned = state(set(SET, 1), pod("web-bcdfg", SET, "node-1", "Running"));
        EndState orphaned = state(set(SET, 1), pod("web-bcdfg", OTHER, "node-1", "Running"));

        assertThat(owned.differences(orphaned))
                .containsExactly("pods/default/web-#1 metadata.ownerReferences[0].uid:"
                        + " expected 'uid of replicasets.apps/default/web', was 'uid of nobody'");
    }

    @Test
    void one_more_of_equals_matters() {
        EndState one = state(set(SET, 1), pod("web-bcdfg", SET, "node-1", "Running"));
        EndState two = state(
                set(SET, 1), pod("web-bcdfg", SET, "node-1", "Running"), pod("web-hjklm", SET, "node-1", "Running"));

        assertThat(one.differences(two)).contains("pods/default/web-#2 status.phase: expected absent, was 'Running'");
        assertThat(one.without(field -> field.startsWith("pods/")))
                .isEqualTo(two.without(field -> field.startsWith("pods/")));
    }

    @Test
    void many_differences_are_cut_short() {
        EndState some = state(set(SET, 1), pod("web-bcdfg", SET, "node-1", "Running"));

        assertThat(some.differences(state())).hasSize(13).last().asString().matches("and [0-9]+ more");
    }

    private static EndState state(Stored... objects) {
        return Normalization.of(List.of(objects));
    }

    private static Stored set(String uid, int generation) {
        return stored(Resources.REPLICA_SETS, """
                {"apiVersion": "apps/v1", "kind": "ReplicaSet",
                 "metadata": {"namespace": "default", "name": "web", "uid": "%s", "generation": %d,
                  "creationTimestamp": "2026-01-01T00:00:0%2$dZ", "resourceVersion": "%2$d"},
                 "spec": {"replicas": 2, "selector": {}}, "status": {"replicas": 2, "observedGeneration": %2$d}}
                """.formatted(uid, generation));
    }

    private static Stored pod(String name, String owner, String node, String phase) {
        return stored(Resources.PODS, """
                {"apiVersion": "v1", "kind": "Pod",
                 "metadata": {"namespace": "default", "name": "%s", "generateName": "web-",
                  "creationTimestamp": "2026-01-01T00:00:00Z",
                  "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "%s"}]},
                 "spec": {"nodeName": "%s", "containers": []}, "status": {"phase": "%s"}}
                """.formatted(name, owner, node, phase));
    }

    private static Stored stored(ResourceType resource, String json) {
        return new Stored(resource, CODEC.decode(CODEC.tree(json)));
    }
}
