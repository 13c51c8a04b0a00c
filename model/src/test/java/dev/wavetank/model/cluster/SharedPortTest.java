package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The containers of a pod have one network: a port is for one of them. */
class SharedPortTest {

    private static PodUnderTest pod(String first, String second) {
        return new PodUnderTest("v1.36", """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [
                  {name: a, image: busybox, command: [%s]},
                  {name: b, image: busybox, command: [%s], terminationMessagePolicy: FallbackToLogsOnError}]}}
                """.formatted(first, second));
    }

    private static final String SERVES = "httpd, '-f', '-p', '8080'";

    @Test
    void the_second_server_of_a_port_ends() {
        String second = "jsonpath={.status.containerStatuses[1].lastState.terminated}";

        assertThat(pod(SERVES, SERVES).after(60, "get", "pod", "p", "-o", second))
                .contains("\"exitCode\":1", "\"reason\":\"Error\"", "httpd: bind: Address already in use");
        assertThat(pod(SERVES, SERVES).after(60, "get", "pod", "p")).containsPattern("1/2 +CrashLoopBackOff");
    }

    @Test
    void servers_of_several_ports_run() {
        assertThat(pod(SERVES, "httpd, '-f', '-p', '8081'").after(60, "get", "pod", "p"))
                .containsPattern("2/2 +Running +0 ");
    }

    @Test
    void a_server_in_the_background_ends_alone() {
        assertThat(pod(SERVES, "sh, '-c', 'httpd -p 8080; sleep infinity'").after(60, "get", "pod", "p"))
                .containsPattern("2/2 +Running +0 ");
    }
}
