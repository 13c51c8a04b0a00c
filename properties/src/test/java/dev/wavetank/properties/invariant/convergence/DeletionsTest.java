package dev.wavetank.properties.invariant.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.properties.invariant.Obstacles;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is being deleted and does not go. */
class DeletionsTest {

    private final ObservedPods pods = new ObservedPods();
    private final Deletions deletions = new Deletions(pods, new Obstacles());

    private static ConfigMap configMap(String finalizers) {
        return Scheme.parse("""
                {apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: team, uid: c,
                  deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [%s]}}
                """.formatted(finalizers), ConfigMap.class);
    }

    private static Namespace namespace() {
        return Scheme.parse("""
                {apiVersion: v1, kind: Namespace, metadata: {name: team, uid: n,
                  deletionTimestamp: "2026-01-01T00:00:00Z"}, spec: {finalizers: [kubernetes]}}
                """, Namespace.class);
    }

    private void node(String ready) {
        deletions.observe(Scheme.parse("""
                {apiVersion: v1, kind: Node, metadata: {name: node-1, uid: node-1},
                  status: {conditions: [{type: Ready, status: "%s"}]}}
                """.formatted(ready), Node.class), false);
    }

    @Test
    void a_finalizer_of_somebody_else_holds_an_object_and_its_namespace() {
        deletions.observe(configMap("example.com/keep"), false);
        deletions.observe(namespace(), false);

        Optional<String> held = Optional.of("configmap/team/settings is held by the finalizer example.com/keep");
        assertThat(deletions.gaps())
                .extracting(Gap::name, Gap::obstacle)
                .containsExactly(tuple("configmap/team/settings", held), tuple("namespace/team", held));
    }

    @Test
    void kubernetes_own_finalizers_are_no_excuse() {
        deletions.observe(configMap("foregroundDeletion"), false);

        assertThat(deletions.gaps()).extracting(Gap::obstacle).containsExactly(Optional.empty());
    }

    @Test
    void a_claim_stays_while_a_pod_uses_it() {
        PersistentVolumeClaim claim = Scheme.parse("""
                {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: team, uid: c,
                  deletionTimestamp: "2026-01-01T00:00:00Z", finalizers: [kubernetes.io/pvc-protection]}, spec: {}}
                """, PersistentVolumeClaim.class);
        deletions.observe(claim, false);
        assertThat(deletions.gaps()).extracting(Gap::obstacle).containsExactly(Optional.empty());

        pods.observe(Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: team, uid: p}, spec: {containers: [],
                  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]}, status: {phase: Running}}
                """, Pod.class), null, false);
        assertThat(deletions.gaps())
                .extracting(Gap::obstacle)
                .containsExactly(Optional.of("pod team/web uses persistentvolumeclaim/team/data"));
    }

    @Test
    void nothing_is_missing_when_it_is_gone() {
        deletions.observe(configMap("example.com/keep"), false);
        deletions.observe(configMap(""), true);

        assertThat(deletions.gaps()).isEmpty();
    }

    @Test
    void a_pod_waits_for_its_kubelet_and_a_node_that_is_not_ready_has_none() {
        pods.observe(Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: team, uid: p,
                  deletionTimestamp: "2026-01-01T00:00:00Z"}, spec: {nodeName: node-1, containers: []}}
                """, Pod.class), null, false);

        node("True");
        assertThat(deletions.gaps()).extracting(Gap::obstacle).containsExactly(Optional.empty());
        node("Unknown");
        assertThat(deletions.gaps()).extracting(Gap::obstacle).containsExactly(Optional.of("node node-1 is not ready"));
    }
}
