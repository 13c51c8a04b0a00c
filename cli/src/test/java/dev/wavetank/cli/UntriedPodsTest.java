package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UntriedPodsTest {

    private static final String SCENARIO = """
            cluster: {nodes: 2}
            timeline:
            - {at: 1s, kubectl: create -f pods.yaml}
            files:
              pods.yaml: |
                apiVersion: v1
                kind: Pod
                metadata: {name: gated}
                spec:
                  schedulingGates: [{name: example.com/quota}]
                  containers: [{name: c, image: nginx}]
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: foreign}
                spec: {schedulerName: theirs, containers: [{name: c, image: nginx}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: placed}
                spec: {nodeName: node-2, containers: [{name: c, image: nginx}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: claiming}
                spec: {resourceClaims: [{name: gpu, resourceClaimName: my-gpu}], containers: [{name: c, image: nginx}]}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: templated}
                spec:
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: gpus}]
                  containers: [{name: c, image: nginx}]
            horizon: 1m
            """;

    @TempDir
    private Path directory;

    @Test
    void pods_without_their_claims_leave_the_outcome_open() throws IOException {
        Path file = Files.writeString(directory.resolve("pods.yaml"), SCENARIO);
        assertThat(Invocation.of("run", file.toString(), "--until", "30m").out())
                .contains("pod default/claiming waits for a claim: could not find ResourceClaim \"default/my-gpu\"")
                .contains("outcome      unknown");
    }

    private String explain(String pod) throws IOException {
        Path file = Files.writeString(directory.resolve("pods.yaml"), SCENARIO);
        Invocation explained = Invocation.of("explain", "pod/" + pod, file.toString());
        return explained.out() + explained.err();
    }

    @Test
    void a_pod_that_no_scheduler_has_tried_is_explained() throws IOException {
        assertThat(explain("gated"))
                .isEqualTo("pod/default/gated: no attempt, it waits until its scheduling gates are removed:"
                        + " example.com/quota\n");
        assertThat(explain("foreign"))
                .isEqualTo("pod/default/foreign: no attempt, it names the scheduler theirs, which is not there or has"
                        + " not come to it\n");
        assertThat(explain("placed"))
                .isEqualTo("pod/default/placed: no attempt, it was put on node-2 without a scheduler\n");
        assertThat(explain("claiming"))
                .isEqualTo("pod/default/claiming: no attempt, the plug-in DynamicResources keeps it out of the queue:"
                        + " could not find ResourceClaim \"default/my-gpu\" (claims are not simulated)\n");
        assertThat(explain("templated"))
                .isEqualTo("pod/default/templated: no attempt, the plug-in DynamicResources keeps it out of the queue:"
                        + " pod \"default/templated\": ResourceClaim not created yet (claims are not simulated)\n");
        assertThat(explain("missing")).contains("no scheduler has tried pod/missing: it has tried no pod");
    }
}
