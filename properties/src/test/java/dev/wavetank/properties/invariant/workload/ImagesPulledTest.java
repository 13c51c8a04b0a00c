package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.container.ImagesPulled;
import org.junit.jupiter.api.Test;

/** The back-off after a pull that failed. */
class ImagesPulledTest {

    private static Story failed(String image, String next) {
        return new Story(new ImagesPulled())
                .stored(
                        Story.pod("{name: web-1, namespace: default}", "{containers: [{name: app}]}", "{}"),
                        event("Failed", "Failed to pull image \"" + image + "\": not found", 4),
                        event("Pulling", "Pulling image \"" + next + "\"", 7));
    }

    private static String event(String reason, String message, int second) {
        return "{apiVersion: v1, kind: Event, metadata: {name: " + second + "-event, namespace: default}, reason: "
                + reason + ", message: '" + message + "', lastTimestamp: '2026-01-01T00:00:0" + second
                + "Z', involvedObject: {kind: Pod, name: web-1, uid: web-1, fieldPath: 'spec.containers{app}'}}";
    }

    @Test
    void the_same_image_is_not_pulled_again_at_once() {
        assertThat(failed("app:1", "app:1").broken()).hasSize(1);
    }

    @Test
    void another_image_is() {
        assertThat(failed("app:1", "app:2").broken()).isEmpty();
    }
}
