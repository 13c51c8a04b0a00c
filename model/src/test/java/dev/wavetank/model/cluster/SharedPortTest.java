package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static PodUnderTest images(String first, String second) {
        return new PodUnderTest("v1.36", """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [
                  {name: a, image: %s}, {name: b, image: %s, terminationMessagePolicy: FallbackToLogsOnError}]}}
                """.formatted(first, second));
    }

    @ParameterizedTest
    @CsvSource({
        "nginx, 'docker.io/library/nginx:1.27', 1, nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)",
        "nginx, httpd, 1, (98)Address already in use: AH00072: make_sock: could not bind to address [::]:80",
        "'redis:7', redis, 1, Failed listening on port 6379 (tcp)",
        "memcached, memcached, 71, failed to listen on TCP port 11211: Address already in use"
    })
    void well_known_servers_have_their_port(String first, String second, int code, String words) {
        String ended = "jsonpath={.status.containerStatuses[1].lastState.terminated}";

        assertThat(images(first, second).after(60, "get", "pod", "p", "-o", ended))
                .contains("\"exitCode\":" + code, words);
        assertThat(images(first, second).after(60, "get", "pod", "p")).containsPattern("1/2 +(CrashLoopBackOff|Error)");
        assertThat(images(first, second).after(60, "logs", "p", "-c", "b")).contains(words);
    }

    @ParameterizedTest
    @CsvSource({"nginx, redis", "nginx, example.com/nginx", "bitnami/nginx, nginx", "example.com/a, example.com/a"})
    void other_servers_do_not_meet(String first, String second) {
        assertThat(images(first, second).after(60, "get", "pod", "p")).containsPattern("2/2 +Running +0 ");
    }

    @Test
    void a_configuration_may_name_another_port() {
        PodUnderTest pod = new PodUnderTest("v1.36", """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {
                  volumes: [{name: conf, configMap: {name: kube-root-ca.crt}}],
                  containers: [{name: a, image: nginx},
                    {name: b, image: nginx, volumeMounts: [{name: conf, mountPath: /etc/nginx/conf.d}]}]}}
                """);

        assertThat(pod.after(60, "get", "pod", "p")).containsPattern("2/2 +Running +0 ");
    }

    @Test
    void a_server_that_listens_nowhere_takes_no_port() {
        PodUnderTest pod = new PodUnderTest("v1.36", """
                {apiVersion: v1, kind: Pod, metadata: {name: p, annotations: {behavior.wavetank.dev/a: listens nowhere}},
                  spec: {containers: [{name: a, image: nginx}, {name: b, image: nginx}]}}
                """);

        assertThat(pod.after(60, "get", "pod", "p")).containsPattern("2/2 +Running +0 ");
    }

    @ParameterizedTest
    @CsvSource({
        "'tcpSocket: {port: 80}', 1/1",
        "'tcpSocket: {port: 8080}', 0/1",
        "'httpGet: {port: 80}', 1/1",
        "'httpGet: {port: 80, path: /healthz}', 0/1"
    })
    void a_probe_meets_a_well_known_server_only_at_its_port_and_page(String probe, String ready) {
        PodUnderTest pod = new PodUnderTest("v1.36", """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [
                  {name: a, image: nginx, readinessProbe: {periodSeconds: 2, %s}}]}}
                """.formatted(probe));

        assertThat(pod.after(60, "get", "pod", "p")).containsPattern(ready + " +Running +0 ");
    }
}
