package dev.wavetank.model.kubelet.image;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the parser of references of the container registry accepts, and what it says of others. */
class ImageNamesTest {

    private static final String HASH = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

    private static String error(String image, KubernetesVersion version) {
        return new ImageNames(version).error(image).orElse("");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nginx",
                "nginx:1",
                "nginx:1.25-Alpine_x",
                "library/nginx",
                "registry.k8s.io/pause:3.9",
                "localhost/app",
                "localhost:5000/a/b/c:v1",
                "[fd00::1]:5000/app",
                "my__app/a.b-c--d:1",
                "Registry.example.com/app",
                "nginx@sha256:" + HASH,
                "nginx:1@sha256:" + HASH
            })
    void a_valid_name_has_no_error(String image) {
        assertThat(error(image, KubernetesVersion.DEFAULT)).isEmpty();
        assertThat(error(image, KubernetesVersion.V1_20)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "nginx:, invalid reference format",
        "https://nginx, invalid reference format",
        "'nginx:la test', invalid reference format",
        "nginx@sha256:abc, invalid reference format",
        ":1, invalid reference format",
        "library//nginx, invalid reference format",
        "a_-b, invalid reference format",
        "nginx@sha256:0123456789abcdef0123456789abcdef, invalid checksum digest length",
        "nginx@md5:0123456789abcdef0123456789abcdef, unsupported digest algorithm",
        "nginx@sha256:ABCDEF6789abcdef0123456789abcdef0123456789abcdef0123456789abcdef, invalid checksum digest format",
        "Nginx, invalid reference format: repository name (library/Nginx) must be lowercase",
        "registry.k8s.io/Pause:3, invalid reference format: repository name (Pause) must be lowercase",
        "App/UPPER:1, invalid reference format: repository name (UPPER) must be lowercase"
    })
    void a_name_that_is_not_valid_has_the_error_of_the_parser(String image, String error) {
        assertThat(error(image, KubernetesVersion.DEFAULT))
                .isEqualTo("Failed to apply default image tag \"" + image + "\": couldn't parse image name \"" + image
                        + "\": " + error);
    }

    @Test
    void an_identity_is_no_name() {
        assertThat(error(HASH, KubernetesVersion.DEFAULT))
                .endsWith("invalid repository name (" + HASH + "), cannot specify 64-byte hexadecimal strings");
    }

    @Test
    void a_long_path_is_refused() {
        assertThat(error("a".repeat(300), KubernetesVersion.DEFAULT))
                .endsWith("repository name must not be more than 255 characters");
    }

    @Test
    void the_words_of_earlier_versions_are_others() {
        assertThat(error("App/UPPER:1", KubernetesVersion.V1_20))
                .isEqualTo("Failed to apply default image tag \"App/UPPER:1\": couldn't parse image reference"
                        + " \"App/UPPER:1\": invalid reference format: repository name must be lowercase");
    }
}
