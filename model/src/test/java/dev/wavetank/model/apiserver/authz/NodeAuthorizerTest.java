package dev.wavetank.model.apiserver.authz;

import static dev.wavetank.model.apiserver.authz.Questions.allows;
import static dev.wavetank.model.apiserver.authz.Questions.may;
import static dev.wavetank.model.apiserver.authz.Questions.reason;
import static dev.wavetank.model.apiserver.authz.Questions.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaimReferenceBuilder;
import dev.wavetank.model.api.core.PersistentVolumeSpecBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.node.NodeAuthorizer;
import dev.wavetank.model.apiserver.authz.node.NodeGraph;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What kubelets may do. The texts are those of the recorded server. */
class NodeAuthorizerTest {

    private static final User NODE = user("system:node:n1", "system:nodes");
    private static final User OTHER = user("system:node:n2", "system:nodes");

    private final NodeGraph graph = new NodeGraph();
    private final NodeAuthorizer node = new NodeAuthorizer(graph, SystemRoles.rulesOf("system:node"), true);

    private static Pod pod(String name, String nodeName) {
        Map<String, Object> environment =
                Map.of("envFrom", List.of(Map.of("configMapRef", Map.of("name", "settings"))));
        return new Pod(
                ObjectMeta.named("team", name),
                PodSpecBuilder.builder()
                        .nodeName(nodeName)
                        .serviceAccountName("robot")
                        .volumes(List.of(
                                Map.of("name", "a", "secret", Map.of("secretName", "key")),
                                Map.of("name", "b", "persistentVolumeClaim", Map.of("claimName", "disk"))))
                        .containers(List.of(ContainerBuilder.builder()
                                .name("c")
                                .other(environment)
                                .build()))
                        .build(),
                null,
                null);
    }

    @Test
    void a_node_reads_what_its_pods_refer_to_while_they_are_there() {
        assertThat(reason(node, may(NODE, "get", "/secrets", "team/key")))
                .isEqualTo("no relationship found between node 'n1' and this object");
        graph.observe(pod("web", null));
        assertThat(allows(node, may(NODE, "get", "/secrets", "team/key"))).isFalse();
        graph.observe(pod("web", "n1"));
        graph.observe(pod("web2", "n1"));
        for (String object : List.of("/secrets team/key", "/configmaps team/settings", "/pods team/web")) {
            String[] parts = object.split(" ");
            assertThat(allows(node, may(NODE, "get", parts[0], parts[1]))).isTrue();
            assertThat(allows(node, may(OTHER, "get", parts[0], parts[1]))).isFalse();
        }
        assertThat(allows(node, may(NODE, "watch", "/secrets", "team/key"))).isTrue();
        assertThat(allows(node, may(NODE, "get", "/secrets", "other/key"))).isFalse();
        assertThat(allows(node, may(NODE, "create", "/serviceaccounts/token", "team/robot")))
                .isTrue();
        graph.forget(pod("web", "n1"));
        assertThat(allows(node, may(NODE, "get", "/secrets", "team/key"))).isTrue();
        graph.forget(pod("web2", "n1"));
        assertThat(allows(node, may(NODE, "get", "/secrets", "team/key"))).isFalse();
    }

    @Test
    void a_mirror_pod_opens_nothing() {
        Pod mirror = pod("web", "n1");
        graph.observe(
                mirror.withMetadata(mirror.metadata().withAnnotations(Map.of("kubernetes.io/config.mirror", "hash"))));
        assertThat(allows(node, may(NODE, "get", "/pods", "team/web"))).isTrue();
        assertThat(allows(node, may(NODE, "get", "/secrets", "team/key"))).isFalse();
    }

    @Test
    void a_volume_and_its_secret_are_reached_through_the_claim() {
        PersistentVolume.Spec spec = PersistentVolumeSpecBuilder.builder()
                .claimRef(PersistentVolumeClaimReferenceBuilder.builder()
                        .namespace("team")
                        .name("disk")
                        .build())
                .other(Map.of("csi", Map.of("nodeStageSecretRef", Map.of("name", "s", "namespace", "vault"))))
                .build();
        PersistentVolume volume = new PersistentVolume(ObjectMeta.named(null, "pv-1"), spec, null, null);
        graph.observe(volume);
        assertThat(allows(node, may(NODE, "get", "/persistentvolumes", "/pv-1")))
                .isFalse();
        graph.observe(pod("web", "n1"));
        assertThat(allows(node, may(NODE, "get", "/persistentvolumes", "/pv-1")))
                .isTrue();
        assertThat(allows(node, may(NODE, "get", "/persistentvolumeclaims", "team/disk")))
                .isTrue();
        assertThat(allows(node, may(NODE, "get", "/secrets", "vault/s"))).isTrue();
        assertThat(reason(node, may(NODE, "list", "/persistentvolumes", "/")))
                .isEqualTo("can only get individual resources of this type");
        graph.forget(volume);
        assertThat(allows(node, may(NODE, "get", "/persistentvolumes", "/pv-1")))
                .isFalse();
        assertThat(allows(node, may(NODE, "get", "/secrets", "vault/s"))).isFalse();
    }

    @Test
    void a_node_has_its_own_lease_and_node_only() {
        assertThat(allows(node, may(NODE, "update", "coordination.k8s.io/leases", "kube-node-lease/n1")))
                .isTrue();
        assertThat(reason(node, may(NODE, "update", "coordination.k8s.io/leases", "kube-node-lease/n2")))
                .isEqualTo("can only access node lease with the same name as the requesting node");
        assertThat(reason(node, may(NODE, "get", "coordination.k8s.io/leases", "kube-system/n1")))
                .isEqualTo("can only access leases in the \"kube-node-lease\" system namespace");
        assertThat(allows(node, may(NODE, "patch", "/nodes/status", "/n1"))).isTrue();
        assertThat(reason(node, may(NODE, "get", "/nodes", "/n2")))
                .isEqualTo("node 'n1' cannot read 'n2', only its own Node object");
        NodeAuthorizer old = new NodeAuthorizer(graph, SystemRoles.rulesOf("system:node"), false);
        assertThat(allows(old, may(NODE, "get", "/nodes", "/n2"))).isTrue();
    }

    @Test
    void pods_are_listed_by_the_node_that_runs_them() {
        ApiRequest mine = new ApiRequest.List(Resources.PODS, "", ApiRequest.Selection.onNode("n1"));
        assertThat(allows(node, Attributes.of(NODE, mine))).isTrue();
        assertThat(reason(node, Attributes.of(OTHER, mine)))
                .isEqualTo("can only list/watch pods with spec.nodeName field selector");
    }

    @Test
    void refusals_read_as_recorded() {
        Attributes list = may(NODE, "list", "/secrets", "s7b/");
        assertThat(list.forbidden(reason(node, list), true).message())
                .isEqualTo("secrets is forbidden: User \"system:node:n1\" cannot list resource \"secrets\" in API"
                        + " group \"\" in the namespace \"s7b\": No Object name found");
        Attributes get = may(NODE, "get", "/secrets", "s7b/zz");
        assertThat(get.forbidden(reason(node, get), true).message())
                .isEqualTo("secrets \"zz\" is forbidden: User \"system:node:n1\" cannot get resource \"secrets\" in"
                        + " API group \"\" in the namespace \"s7b\": no relationship found between node 'n1' and this"
                        + " object");
    }

    @Test
    void who_is_no_node_is_none_of_its_business() {
        assertThat(allows(node, may(user("system:node:n1"), "patch", "/nodes/status", "/n1")))
                .isFalse();
        assertThat(allows(node, may(user("n1", "system:nodes"), "patch", "/nodes/status", "/n1")))
                .isFalse();
        assertThat(allows(node, may(NODE, "delete", "apps/deployments", "team/web")))
                .isFalse();
        assertThat(allows(node, may(NODE, "list", "/services", "/"))).isTrue();
    }
}
