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

    private static final String PREEMPTING = """
            cluster:
              nodes: 1
              nodeCapacity: {cpu: 1}
              profile: v1.32
              settings: {kube-scheduler.config: config.yaml}
            timeline:
            - {at: 1s, kubectl: create -f low.yaml}
            - {at: 5s, kubectl: create -f high.yaml}
            files:
              low.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: low}
                spec: {containers: [{name: c, image: nginx, resources: {requests: {cpu: 800m}}}]}
              high.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: high}
                spec:
                  priorityClassName: system-cluster-critical
                  containers: [{name: c, image: nginx, resources: {requests: {cpu: 800m}}}]
              config.yaml: |
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                extenders: [{urlPrefix: "http://nobody/s", preemptVerb: preempt, ignorable: true}]
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

    @Test
    void an_attempt_that_preempts_without_them_says_so() throws IOException {
        Path file = Files.writeString(directory.resolve("extenders.yaml"), PREEMPTING);
        assertThat(Invocation.of("explain", "pod/high", file.toString()).out())
                .contains("  ignored: http://nobody/s, which failed: Post \"http://nobody/s/preempt\": dial tcp")
                .contains("  preemption: victims by node: node-1: default/low. Chosen: node-1");
    }
}
