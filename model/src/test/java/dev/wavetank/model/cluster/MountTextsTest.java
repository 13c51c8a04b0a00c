package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What users read about volumes that cannot be mounted. */
class MountTextsTest {

    /** A pod with these volumes, which all begin with v. */
    private static PodUnderTest pod(String version, String volumes) {
        return new PodUnderTest(version, """
                {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {nodeName: node-1, volumes: [%s],
                  containers: [{name: c, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}]}}
                """.formatted(volumes));
    }

    @Test
    void a_projected_volume_tells_all_that_its_sources_miss() {
        String sources = "{configMap: {name: nocm}}, {secret: {name: nosec}}, {configMap: {name: nocm}}";

        assertThat(pod("v1.32", "{name: v, projected: {sources: [" + sources + "]}}").events(20, "FailedMount"))
                .contains("[MountVolume.SetUp failed for volume \"v\" : [configmap \"nocm\" not found, secret"
                        + " \"nosec\" not found]]");
        assertThat(pod("v1.32", "{name: v, projected: {sources: [{configMap: {name: nocm}}]}}")
                        .events(20, "FailedMount"))
                .contains("[MountVolume.SetUp failed for volume \"v\" : configmap \"nocm\" not found]");
    }
}
