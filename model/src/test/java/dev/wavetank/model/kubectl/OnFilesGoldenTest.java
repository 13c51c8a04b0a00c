package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What kubectl 1.32 printed where a server said what it serves but had no objects: objects of files and flags, changed
 * without the server, and command lines that are refused.
 */
class OnFilesGoldenTest {

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: p
              labels: {a: b}
            spec:
              containers:
              - name: c
                image: nginx
            """;

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: d
            spec:
              replicas: 2
              selector: {matchLabels: {app: d}}
              template:
                metadata: {labels: {app: d}}
                spec:
                  containers:
                  - name: c
                    image: nginx:1
            """;

    private static final String TWO_PROTOCOLS = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: u
              labels: {app: u}
            spec:
              containers:
              - name: dns
                image: dns:1
                ports:
                - {containerPort: 53, protocol: UDP}
                - {containerPort: 54, protocol: TCP}
                - {containerPort: 55}
              - name: side
                image: side:1
            """;

    static List<RecordedCommand> recorded() {
        return RecordedCommand.in("on-files-1.32.txt");
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void commands_print_what_they_print_in_the_real_command(RecordedCommand recorded) {
        Terminal terminal = new Terminal();
        terminal.file("pod.yaml", POD);
        terminal.file("dep.yaml", DEPLOYMENT);
        terminal.file("udp.yaml", TWO_PROTOCOLS);
        assertThat(RecordedCommand.text(terminal.type(recorded.words()))).isEqualTo(recorded.result());
    }
}
