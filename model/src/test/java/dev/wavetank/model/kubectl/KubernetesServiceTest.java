package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The Service of the API servers, as users see it in a fresh cluster of each version. */
class KubernetesServiceTest {

    @Test
    void a_fresh_cluster_has_it_and_its_endpoints() {
        assertThat(output("cluster: {profile: v1.32, settings: {kube-apiserver.count: 2}}", "get all,endpoints"))
                .isEqualTo("""
                        0 NAME                 TYPE        CLUSTER-IP   EXTERNAL-IP   PORT(S)   AGE
                        service/kubernetes   ClusterIP   10.96.0.1    <none>        443/TCP   5s

                        NAME                   ENDPOINTS                             AGE
                        endpoints/kubernetes   10.255.255.1:6443,10.255.255.2:6443   5s
                        """);
    }

    @Test
    void old_versions_keep_a_client_at_its_server_and_have_no_list_of_addresses() {
        assertThat(output("cluster: {profile: v1.8}", "get service kubernetes -o yaml"))
                .contains("sessionAffinity: ClientIP", "timeoutSeconds: 10800")
                .doesNotContain("clusterIPs", "ipFamilies");
        assertThat(output("cluster: {profile: v1.20}", "get service kubernetes -o yaml"))
                .contains("clusterIPs:\n  - 10.96.0.1", "sessionAffinity: None")
                .doesNotContain("ipFamilies");
        assertThat(output("cluster: {profile: v1.32}", "get service kubernetes -o yaml"))
                .contains("ipFamilyPolicy: SingleStack", "internalTrafficPolicy: Cluster");
    }

    @Test
    void slices_exist_since_v1_17() {
        String command = "get endpointslices.discovery.k8s.io kubernetes -o jsonpath={.endpoints[*].addresses[0]}";
        assertThat(output("cluster: {profile: v1.17}", command)).isEqualTo("0 10.255.255.1");
        assertThat(output("cluster: {profile: v1.32}", command)).isEqualTo("0 10.255.255.1");
        assertThat(output("cluster: {profile: v1.16}", command))
                .contains("the server doesn't have a resource type \"endpointslices\"");
    }

    @Test
    void its_address_is_taken() {
        assertThat(output("cluster: {profile: v1.32}", "create service clusterip a --tcp=80 --clusterip=10.96.0.1"))
                .contains("provided IP is already allocated");
        assertThat(output("cluster: {profile: v1.8}", "create service clusterip a --tcp=80 --clusterip=10.96.0.1"))
                .contains("spec.clusterIP: Invalid value: \"10.96.0.1\": provided IP is already allocated");
    }

    private static String output(String cluster, String command) {
        return TypedCommands.outputs("- {at: 5s, kubectl: '" + command + "'}\n" + cluster)
                .get(0);
    }
}
