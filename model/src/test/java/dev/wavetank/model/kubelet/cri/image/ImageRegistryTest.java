package dev.wavetank.model.kubelet.cri.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What registries answer, in the words that containerd 1.6 was recorded with. */
class ImageRegistryTest {

    private static final ImageRegistry REGISTRY = new ImageRegistry(
            List.of("127.0.0.1:5000/app:nope"),
            List.of("127.0.0.1:5001/*"),
            List.of("127.0.0.1:5999/*"),
            List.of("app"));

    @Test
    void an_absent_image_is_not_found() {
        assertThat(REGISTRY.refusal("127.0.0.1:5000/app:nope", true))
                .contains("rpc error: code = NotFound desc = failed to pull and unpack image"
                        + " \"127.0.0.1:5000/app:nope\": failed to resolve reference \"127.0.0.1:5000/app:nope\":"
                        + " 127.0.0.1:5000/app:nope: not found");
        assertThat(REGISTRY.refusal("127.0.0.1:5000/app:1", false)).isEmpty();
    }

    @Test
    void a_private_image_needs_a_secret() {
        assertThat(REGISTRY.refusal("127.0.0.1:5001/priv2:1", false).orElseThrow())
                .endsWith("pulling from host 127.0.0.1:5001 failed with status code [manifests 1]: 401 Unauthorized");
        assertThat(REGISTRY.refusal("127.0.0.1:5001/priv2:1", true)).isEmpty();
    }

    @Test
    void a_registry_that_is_down_refuses_the_connection() {
        assertThat(REGISTRY.refusal("127.0.0.1:5999/app:1", true).orElseThrow())
                .endsWith("failed to do request: Head \"http://127.0.0.1:5999/v2/app/manifests/1\": dial tcp"
                        + " 127.0.0.1:5999: connect: connection refused");
    }

    @Test
    void images_run_as_root_unless_it_is_said() {
        assertThat(REGISTRY.runsAsRoot("app:2")).isFalse();
        assertThat(REGISTRY.runsAsRoot("nginx:1")).isTrue();
    }
}
