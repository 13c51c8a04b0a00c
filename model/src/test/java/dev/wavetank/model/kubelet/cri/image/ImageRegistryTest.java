package dev.wavetank.model.kubelet.cri.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What registries answer. */
class ImageRegistryTest {

    private static final ImageRegistry REGISTRY = new ImageRegistry(
            List.of("127.0.0.1:5000/app:nope"),
            List.of("127.0.0.1:5001/*"),
            List.of("127.0.0.1:5999/*"),
            List.of("app"));

    @Test
    void an_absent_image_is_not_found() {
        assertThat(REGISTRY.refusal("127.0.0.1:5000/app:nope", true)).contains(PullFailure.ABSENT);
        assertThat(REGISTRY.refusal("127.0.0.1:5000/app:1", false)).isEmpty();
    }

    @Test
    void a_private_image_needs_a_secret() {
        assertThat(REGISTRY.refusal("127.0.0.1:5001/priv2:1", false)).contains(PullFailure.UNAUTHORIZED);
        assertThat(REGISTRY.refusal("127.0.0.1:5001/priv2:1", true)).isEmpty();
    }

    @Test
    void a_registry_that_is_down_refuses_the_connection() {
        assertThat(REGISTRY.refusal("127.0.0.1:5999/app:1", true)).contains(PullFailure.UNREACHABLE);
    }

    @Test
    void images_run_as_root_unless_it_is_said() {
        assertThat(REGISTRY.runsAsRoot("app:2")).isFalse();
        assertThat(REGISTRY.runsAsRoot("nginx:1")).isTrue();
    }
}
