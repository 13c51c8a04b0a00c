package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.core;
import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRestrictionTest {

    private static final ResourceType CLAIMS = core("PersistentVolumeClaim", "persistentvolumeclaims");
    private static final ResourceType CSI_NODES =
            new ResourceType("storage.k8s.io", "v1", "CSINode", "csinodes", false);
    private static final String CLAIM =
            "{\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}";
    private static final String KUBELET = "k";

    private final AdmissionWorld world = world(KubernetesVersion.V1_32);

    private static AdmissionWorld world(KubernetesVersion version) {
        Map<String, User> users = new LinkedHashMap<>();
        users.put(KUBELET, new User("system:node:n1", List.of("system:nodes")));
        users.put("nobody", new User("system:node:", List.of("system:nodes")));
        users.put("", User.master("root"));
        ApiServerConfig config =
                ApiServerConfig.DEFAULT.withTokens(users).withAdmissionPlugins(List.of("NodeRestriction"));
        return new AdmissionWorld(1, config, version, AdmissionWorld.FIRST).start();
    }

    private static ApiRequest create(Pod pod) {
        return ApiRequest.Create.of(Resources.PODS, pod);
    }

    private static Node node(String label) {
        return new Node(ObjectMeta.named(null, "n1").withLabels(Map.of(label, "b")), null, null, null);
    }

    private static Pod mirror(OwnerReference... owners) {
        ObjectMeta metadata = ObjectMeta.named("default", "m")
                .withAnnotations(Map.of("kubernetes.io/config.mirror", "hash"))
                .withOwnerReferences(List.of(owners));
        return pod(metadata).withSpec(pod("m").spec().withNodeName("n1"));
    }

    private static OwnerReference owner(String name, String uid, Boolean controller, Boolean blocks) {
        return new OwnerReference("v1", "Node", name, uid, controller, blocks);
    }

    @Test
    void a_kubelet_makes_mirror_pods_only() {
        assertThat(world.refusal(KUBELET, create(pod("a"))))
                .isEqualTo("403 pods \"a\" is forbidden: pod does not have \"kubernetes.io/config.mirror\""
                        + " annotation, node \"n1\" can only create mirror pods");
        assertThat(world.refusal(
                        KUBELET, create(mirror().withSpec(mirror().spec().withNodeName("n2")))))
                .endsWith("node \"n1\" can only create pods with spec.nodeName set to itself");
    }

    @Test
    void a_mirror_pod_is_owned_by_its_node() {
        String start = "403 pods \"m\" is forbidden: node \"n1\" can only create pods with ";
        Node own = (Node) world.done(ApiRequest.Create.of(Resources.NODES, node("plain")));
        OwnerReference good = owner("n1", own.uid(), true, null);
        assertThat(world.refusal(KUBELET, create(mirror(good, good))))
                .isEqualTo(start + "a single owner reference set to itself");
        assertThat(world.refusal(KUBELET, create(mirror()))).isEqualTo(start + "an owner reference set to itself");
        assertThat(world.refusal(KUBELET, create(mirror(owner("n2", "u", true, null)))))
                .isEqualTo(start + "an owner reference set to itself");
        assertThat(world.refusal(KUBELET, create(mirror(owner("n1", "u", null, null)))))
                .isEqualTo(start + "a controller owner reference set to itself");
        assertThat(world.refusal(KUBELET, create(mirror(owner("n1", "u", true, true)))))
                .endsWith("node \"n1\" must not set blockOwnerDeletion on an owner reference");
        assertThat(world.refusal(KUBELET, create(mirror(owner("n1", "u", true, null)))))
                .endsWith("node n1 UID mismatch: expected u got " + own.uid());
        assertThat(world.done(create(mirror(good))).metadata().name()).isEqualTo("m");
    }

    @ParameterizedTest
    @CsvSource({"V1_16, true, true", "V1_17, true, false", "V1_18, true, false", "V1_19, false, false"})
    void an_owner_is_checked_since_1_17_and_required_since_1_19(
            KubernetesVersion version, boolean mayHaveNone, boolean mayHaveAnother) {
        AdmissionWorld cluster = world(version);
        cluster.done(ApiRequest.Create.of(Resources.NODES, node("plain")));

        assertThat(cluster.send(KUBELET, create(mirror(owner("n2", "u", true, null)))) instanceof ApiResponse.One)
                .isEqualTo(mayHaveAnother);
        Pod other = mirror();
        Pod none = other.withMetadata(other.metadata().withName("none"));
        assertThat(cluster.send(KUBELET, create(none)) instanceof ApiResponse.One)
                .isEqualTo(mayHaveNone);
    }

    @Test
    void a_kubelet_changes_no_labels_along_with_a_status() {
        Pod stored = (Pod) world.done(create(pod("a").withSpec(pod("a").spec().withNodeName("n1"))));
        Pod labeled = stored.withMetadata(stored.metadata().withLabels(Map.of("a", "b")));
        ApiRequest update = new ApiRequest.Update(Resources.PODS, "status", labeled);
        assertThat(world.refusal(KUBELET, update))
                .isEqualTo("403 pods \"a\" is forbidden: node \"n1\" cannot update labels through pod status");
        assertThat(world.done(update).metadata().labels()).containsEntry("a", "b");
    }

    @Test
    void a_mirror_pod_refers_to_nothing() {
        AdmissionWorld old = world(KubernetesVersion.V1_8);
        Pod mirror = mirror();
        assertThat(old.refusal(KUBELET, create(mirror.withSpec(mirror.spec().withServiceAccountName("a")))))
                .endsWith("node \"n1\" can not create pods that reference a service account");
        assertThat(old.refusal(KUBELET, create(withVolume(mirror, "secret", "secretName"))))
                .endsWith("node \"n1\" can not create pods that reference secrets");
        assertThat(old.refusal(KUBELET, create(withVolume(mirror, "configMap", "name"))))
                .endsWith("node \"n1\" can not create pods that reference configmaps");
        assertThat(old.refusal(KUBELET, create(withVolume(mirror, "persistentVolumeClaim", "claimName"))))
                .endsWith("node \"n1\" can not create pods that reference persistentvolumeclaims");
        assertThat(old.send(KUBELET, create(mirror))).isInstanceOf(ApiResponse.One.class);
    }

    private static Pod withVolume(Pod pod, String kind, String field) {
        return pod.withSpec(pod.spec().withVolumes(List.of(Map.of("name", "v", kind, Map.of(field, "x")))));
    }

    @Test
    void a_kubelet_deletes_and_evicts_its_own_pods_and_changes_none() {
        world.done(create(pod("b").withSpec(pod("b").spec().withNodeName("n2"))));
        assertThat(world.refusal(
                        KUBELET,
                        new ApiRequest.Delete(Resources.PODS, "default", "b", ApiRequest.DeleteOptions.DEFAULT)))
                .isEqualTo("403 pods \"b\" is forbidden: node \"n1\" can only delete pods with spec.nodeName set to"
                        + " itself");
        Pod own = (Pod) world.done(create(pod("c").withSpec(pod("c").spec().withNodeName("n1"))));
        assertThat(world.refusal(KUBELET, new ApiRequest.Update(Resources.PODS, "", own)))
                .isEqualTo("403 pods \"c\" is forbidden: unexpected operation \"UPDATE\", node \"n1\" can only create"
                        + " and delete mirror pods");
    }

    @Test
    void labels_of_kubernetes_are_not_the_kubelets() {
        assertThat(world.refusal(
                        KUBELET, ApiRequest.Create.of(Resources.NODES, node("node-restriction.kubernetes.io/a"))))
                .isEqualTo("403 nodes \"n1\" is forbidden: node \"n1\" is not allowed to set the following labels:"
                        + " node-restriction.kubernetes.io/a");
        Node own = (Node) world.done(ApiRequest.Create.of(Resources.NODES, node("kubernetes.io/os")));
        Node changed = own.withMetadata(own.metadata().withLabels(Map.of("x.k8s.io/y", "z")));
        assertThat(world.refusal(KUBELET, new ApiRequest.Update(Resources.NODES, "", changed)))
                .isEqualTo("403 nodes \"n1\" is forbidden: is not allowed to modify labels: x.k8s.io/y");
    }

    @Test
    void of_a_claim_a_kubelet_changes_the_size_only() {
        world.done(ApiRequest.Create.of(CLAIMS, object(CLAIMS, "default", "c", CLAIM)));
        assertThat(world.refusal(KUBELET, new ApiRequest.Update(CLAIMS, "", object(CLAIMS, "default", "c", CLAIM))))
                .isEqualTo("403 persistentvolumeclaims \"c\" is forbidden: may only update PVC status");
        String status = CLAIM.replaceFirst("\\{", "{\"status\":{\"phase\":\"Bound\"},");
        assertThat(world.refusal(
                        KUBELET, new ApiRequest.Update(CLAIMS, "status", object(CLAIMS, "default", "c", status))))
                .startsWith("403 persistentvolumeclaims \"c\" is forbidden: node \"n1\" is not allowed to update fields"
                        + " other than status.capacity and status.conditions");
    }

    @Test
    void a_kubelet_has_a_name_and_a_csi_node_of_that_name() {
        assertThat(world.refusal("nobody", create(pod("a"))))
                .isEqualTo("403 pods \"a\" is forbidden: could not determine node from user \"system:node:\"");
        assertThat(world.refusal(
                        KUBELET,
                        ApiRequest.Create.of(CSI_NODES, object(CSI_NODES, null, "n2", "{\"spec\":{\"drivers\":[]}}"))))
                .isEqualTo("403 csinodes.storage.k8s.io \"n2\" is forbidden: can only access CSINode with the same"
                        + " name as the requesting node");
    }
}
