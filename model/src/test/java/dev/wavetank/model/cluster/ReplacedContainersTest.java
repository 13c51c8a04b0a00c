package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Probes of a container that is replaced while they are on their way. */
class ReplacedContainersTest {

    private static String pod(int number) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: p%d}
                spec:
                  terminationGracePeriodSeconds: 0
                  containers:
                  - name: c
                    image: nginx
                    imagePullPolicy: IfNotPresent
                    readinessProbe: {httpGet: {path: /, port: 80}, periodSeconds: 1}
                    livenessProbe: {tcpSocket: {port: 81}, periodSeconds: 1, failureThreshold: 1}
                """.formatted(number);
    }

    @Test
    void a_connection_to_its_port_is_refused() {
        String pods =
                IntStream.range(0, 20).mapToObj(ReplacedContainersTest::pod).collect(Collectors.joining("---\n"));
        PodUnderTest many = new PodUnderTest("v1.36", pods);

        assertThat(many.events(30, "Unhealthy"))
                .contains("Readiness probe failed: Get \"http://10.0.1.")
                .contains(":80/\": dial tcp 10.0.1.")
                .contains(":80: connect: connection refused")
                .doesNotContain("rpc error");
    }
}
