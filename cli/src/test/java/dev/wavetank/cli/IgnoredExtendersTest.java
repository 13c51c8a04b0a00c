package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IgnoredExtendersTest {

    private static final String SCENARIO = """
            cluster:
              nodes: 2
              profile: v1.32
              settings: {kube-scheduler.config: config.yaml}
              addOns:
              - {kind: schedulerExtender, host: "guard:80", codes: {prioritize: 500}}
            timeline:
            - {at: 1s, kubectl: run web --image=nginx}
            files:
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                extenders:
                - {urlPrefix: "http://nobody/s", filterVerb: filter, ignorable: true}
                - {urlPrefix: "http://guard/s", prioritizeVerb: prioritize, weight: 1}
            horizon: 1m
            """;

    @TempDir
    private Path directory;

    @Test
    void an_attempt_that_went_on_without_them_says_so() throws IOException {
        Path file = Files.writeString(directory.resolve("extenders.yaml"), SCENARIO);
        assertThat(Invocation.of("explain", "pod/web", file.toString()).out())
                .contains("  ignored: http://nobody/s, which failed: Post \"http://nobody/s/filter\": dial tcp")
                .contains("  ignored: http://guard/s, which failed: ")
                .contains("chosen: ");
    }
}
