package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A kubelet of v1.20 hears with its next regular sync only that a startup probe has failed. */
class SyncFrequencyTest {

    private final PodUnderTest pod = new PodUnderTest("v1.20", """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec:
              containers:
              - name: app
                image: nginx
                startupProbe: {exec: {command: ["false"]}, periodSeconds: 1, failureThreshold: 1}
            """);

    private String after(int seconds) {
        return pod.after(seconds, "get", "pod", "p");
    }

    @Test
    void the_next_one_comes_after_a_minute_by_default() {
        assertThat(after(55)).containsPattern("p +0/1 +Running +0 ");
        assertThat(after(150)).containsPattern("p +0/1 +Running +1 ");
    }

    @Test
    void a_sync_frequency_brings_it_nearer() {
        pod.with("kubelet.sync-frequency", "10s");

        assertThat(after(55)).containsPattern("p +0/1 +Running +[123] ");
    }
}
