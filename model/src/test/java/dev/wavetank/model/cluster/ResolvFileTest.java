package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a container finds in {@code /etc/resolv.conf}. */
class ResolvFileTest {

    private static String file(String spec) {
        return new PodUnderTest("v1.36", "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {" + spec + """
                containers: [{name: a, image: busybox, command: [sleep, infinity]}]}}
                """)
                .after(30, "exec", "p", "--", "cat", "/etc/resolv.conf");
    }

    /** As in the recorded node (golden/node/12-dumps), which has a domain of its own, too. */
    @Test
    void names_are_those_of_the_cluster() {
        assertThat(file("")).isEqualTo("""
                search default.svc.cluster.local svc.cluster.local cluster.local
                nameserver 10.96.0.10
                options ndots:5
                """);
    }

    @Test
    void a_pod_adds_its_own() {
        assertThat(file("dnsConfig: {nameservers: [9.9.9.9], searches: [example.com, cluster.local],"
                        + " options: [{name: ndots, value: \"2\"}, {name: edns0}]}, "))
                .isEqualTo("""
                        search default.svc.cluster.local svc.cluster.local cluster.local example.com
                        nameserver 10.96.0.10
                        nameserver 9.9.9.9
                        options ndots:2 edns0
                        """);
        assertThat(file("dnsPolicy: None, dnsConfig: {nameservers: [9.9.9.9]}, "))
                .isEqualTo("nameserver 9.9.9.9\n");
    }

    @Test
    void what_the_node_has_is_not_known() {
        assertThat(file("dnsPolicy: Default, ")).contains("No such file");
        assertThat(file("hostNetwork: true, ")).contains("No such file");
        assertThat(file("hostNetwork: true, dnsPolicy: ClusterFirstWithHostNet, "))
                .contains("nameserver 10.96.0.10");
    }
}
