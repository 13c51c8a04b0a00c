package dev.wavetank.model.patch.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The managedFields recorded from a real Kubernetes 1.20.2 control plane, made again from the objects themselves. */
class RecordedOwnersGoldenTest {
    private static final FieldOwnership OWNERSHIP = new FieldOwnership(Schema.load(), KubernetesVersion.V1_20);

    @Test
    void a_deployment_created_by_kubectl_and_rolled_out() {
        Map<String, Object> last = Json.recorded("deployment");
        Map<String, Object> created = without(last, "status", "metadata.annotations");
        Map<String, Object> stored = OWNERSHIP.updated(write("Deployment", last, 0), nothing(), sent(created));
        assertRemade(last, OWNERSHIP.updated(write("Deployment", last, 1), stored(stored, created), last(last)));
    }

    @Test
    void a_deployment_whose_image_was_set() {
        Map<String, Object> last = Json.recorded("rolled");
        Map<String, Object> created = without(last, "status", "metadata.annotations");
        Map<String, Object> container =
                JsonTree.map(JsonTree.list(at(created, "spec.template.spec").get("containers"))
                        .get(0));
        container.put("image", "nginx");
        Map<String, Object> patched = without(last, "status", "metadata.annotations");
        Map<String, Object> first = OWNERSHIP.updated(write("Deployment", last, 0), nothing(), sent(created));
        Map<String, Object> second =
                OWNERSHIP.updated(write("Deployment", last, 1), stored(first, created), last(patched));
        assertRemade(last, OWNERSHIP.updated(write("Deployment", last, 2), second, last(last)));
    }

    @Test
    void a_node_registered_by_its_kubelet_and_annotated() {
        Map<String, Object> last = Json.recorded("node");
        Map<String, Object> created = without(last, "metadata.annotations");
        Map<String, Object> first = OWNERSHIP.updated(write("Node", last, 0), nothing(), sent(created));
        assertRemade(last, OWNERSHIP.updated(write("Node", last, 1), stored(first, created), last(last)));
    }

    @Test
    void a_pod_created_by_its_replica_set_and_run_by_its_kubelet() {
        Map<String, Object> last = Json.recorded("pod");
        Map<String, Object> template = without(last, "status", "spec.volumes", "spec.nodeName", "spec.tolerations");
        for (String byAdmission : List.of("serviceAccount", "serviceAccountName", "priority", "preemptionPolicy")) {
            at(template, "spec").remove(byAdmission);
        }
        JsonTree.map(JsonTree.list(at(template, "spec").get("containers")).get(0))
                .remove("volumeMounts");
        Map<String, Object> first = OWNERSHIP.updated(write("Pod", last, 0), nothing(), sent(template));
        Map<String, Object> bound = without(last, "status");
        bound.put(
                "status",
                Json.object("{'phase': 'Pending', 'qosClass': 'BestEffort', 'conditions': [{'type': 'PodScheduled',"
                        + " 'status': 'True', 'lastProbeTime': null, 'lastTransitionTime': '2026-11-20T19:43:28Z'}]}"));
        Map<String, Object> second = OWNERSHIP.updated(write("Pod", last, 1), stored(first, bound), last(last));
        assertRemade(last, second);
    }

    @Test
    void a_replica_set_that_one_controller_created_and_another_reports_on() {
        Map<String, Object> last = Json.recorded("replicaset");
        Map<String, Object> created = without(last, "status");
        Map<String, Object> first = OWNERSHIP.updated(write("ReplicaSet", last, 0), nothing(), sent(created));
        assertRemade(last, OWNERSHIP.updated(write("ReplicaSet", last, 0), stored(first, created), last(last)));
    }

    @Test
    void a_lease_that_is_renewed() {
        Map<String, Object> last = Json.recorded("lease");
        Map<String, Object> created = without(last);
        at(created, "spec").put("renewTime", "2026-11-20T19:46:20.000000Z");
        Map<String, Object> first = OWNERSHIP.updated(write("Lease", last, 0), nothing(), sent(created));
        assertRemade(last, OWNERSHIP.updated(write("Lease", last, 0), stored(first, created), last(last)));
    }

    @Test
    void recorded_sets_are_written_as_they_were_read() {
        for (String name : List.of("deployment", "rolled", "node", "pod", "replicaset", "lease")) {
            Map<String, Object> object = Json.recorded(name);
            assertThat(ManagedFields.of(object).toTree())
                    .asString()
                    .isEqualTo(recorded(object).toString());
        }
    }

    /** The entries have to be the recorded ones to the letter, the order of their fields included. */
    private static void assertRemade(Map<String, Object> recorded, Map<String, Object> remade) {
        assertThat(recorded(remade).toString()).isEqualTo(recorded(recorded).toString());
    }

    private static List<Object> recorded(Map<String, Object> object) {
        return JsonTree.list(at(object, "metadata").get("managedFields"));
    }

    private static Write write(String type, Map<String, Object> object, int entry) {
        Map<String, Object> recorded = JsonTree.map(recorded(object).get(entry));
        return Write.object(type, (String) recorded.get("apiVersion"), (String) recorded.get("manager"), (String)
                recorded.get("time"));
    }

    private static Map<String, Object> nothing() {
        return Json.object("{}");
    }

    /** As a client sends it: without what the server fills in. */
    private static Map<String, Object> sent(Map<String, Object> object) {
        return without(object, "metadata.uid", "metadata.resourceVersion", "metadata.generation");
    }

    /** As a controller sends it back. */
    private static Map<String, Object> last(Map<String, Object> object) {
        return without(object);
    }

    /** The object as it is stored with the owners of what was sent. */
    private static Map<String, Object> stored(Map<String, Object> owned, Map<String, Object> object) {
        return ManagedFields.of(owned).in(object);
    }

    private static Map<String, Object> without(Map<String, Object> object, String... paths) {
        Map<String, Object> result = ManagedFields.stripped(object);
        for (String path : paths) {
            int dot = path.lastIndexOf('.');
            at(result, dot < 0 ? "" : path.substring(0, dot)).remove(path.substring(dot + 1));
        }
        return result;
    }

    private static Map<String, Object> at(Map<String, Object> object, String path) {
        Map<String, Object> result = object;
        for (String name : path.isEmpty() ? List.<String>of() : List.of(path.split("\\."))) {
            result = JsonTree.map(result.get(name));
        }
        return result;
    }
}
