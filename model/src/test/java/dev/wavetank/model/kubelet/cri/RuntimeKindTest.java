package dev.wavetank.model.kubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.image.PullFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What runtimes say: containerd 1.6 as it was recorded, and docker as users of such clusters report it. */
class RuntimeKindTest {

    private static final String PULLING = "rpc error: code = %s desc = failed to pull and unpack image \"%2$s\": ";
    private static final String RESOLVING = PULLING + "failed to resolve reference \"%2$s\": ";

    private static String containerd(String code, String image, String rest) {
        return String.format(RESOLVING, code, image) + rest;
    }

    @Test
    void containerd_tells_how_far_a_pull_came() {
        assertThat(RuntimeKind.CONTAINERD.pull(PullFailure.ABSENT, "127.0.0.1:5000/app:nope"))
                .isEqualTo(containerd("NotFound", "127.0.0.1:5000/app:nope", "127.0.0.1:5000/app:nope: not found"));
        assertThat(RuntimeKind.CONTAINERD.pull(PullFailure.UNAUTHORIZED, "127.0.0.1:5001/priv2:1"))
                .isEqualTo(containerd(
                        "Unknown",
                        "127.0.0.1:5001/priv2:1",
                        "pulling from host 127.0.0.1:5001 failed with status code [manifests 1]: 401 Unauthorized"));
        assertThat(RuntimeKind.CONTAINERD.pull(PullFailure.UNREACHABLE, "127.0.0.1:5999/app:1"))
                .isEqualTo(containerd(
                        "Unknown",
                        "127.0.0.1:5999/app:1",
                        "failed to do request: Head \"http://127.0.0.1:5999/v2/app/manifests/1\": dial tcp"
                                + " 127.0.0.1:5999: connect: connection refused"));
        assertThat(RuntimeKind.CONTAINERD.pull(PullFailure.CUT, "app:1"))
                .isEqualTo(String.format(PULLING, "Unknown", "docker.io/library/app:1")
                        + "failed to copy: httpReadSeeker: failed open: unexpected EOF");
        assertThat(RuntimeKind.CONTAINERD.pull(PullFailure.OVER_LIMIT, "nginx:1"))
                .contains("image \"docker.io/library/nginx:1\"", "/v2/library/nginx/manifests/sha256:")
                .endsWith("https://www.docker.com/increase-rate-limit");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "nginx:1, docker.io/library/nginx:1",
        "docker.io/nginx:1, docker.io/library/nginx:1",
        "foo/bar:latest, docker.io/foo/bar:latest",
        "quay.io/foo/bar:2, quay.io/foo/bar:2"
    })
    void containerd_writes_names_with_their_registry(String image, String full) {
        assertThat(RuntimeKind.CONTAINERD.pull(PullFailure.ABSENT, image))
                .isEqualTo(containerd("NotFound", full, full + ": not found"));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "ABSENT | manifest for nginx:nope not found: manifest unknown: manifest unknown",
                "UNAUTHORIZED | pull access denied for nginx, repository does not exist or may require 'docker login':"
                        + " denied: requested access to the resource is denied",
                "UNREACHABLE | Get https://registry-1.docker.io/v2/: dial tcp registry-1.docker.io: connect: connection"
                        + " refused"
            })
    void docker_tells_what_its_daemon_says(PullFailure failure, String text) {
        assertThat(RuntimeKind.DOCKER.pull(failure, "nginx:nope"))
                .isEqualTo("rpc error: code = Unknown desc = Error response from daemon: " + text);
    }

    @Test
    void a_process_that_cannot_start_has_another_reason_with_docker() {
        String error = "exec: \"nope\": executable file not found in $PATH";

        assertThat(RuntimeKind.CONTAINERD.notStarted(error).reason()).isEqualTo("StartError");
        assertThat(RuntimeKind.CONTAINERD.notStarted(error).code()).isEqualTo(128);
        assertThat(RuntimeKind.DOCKER.notStarted(error).reason()).isEqualTo("ContainerCannotRun");
        assertThat(RuntimeKind.DOCKER.notStarted(error).code()).isEqualTo(127);
        assertThat(RuntimeKind.DOCKER.start("c1", error))
                .isEqualTo("failed to start container \"c1\": Error response from daemon: OCI runtime create failed:"
                        + " container_linux.go:349: starting container process caused \"exec: \\\"nope\\\": executable"
                        + " file not found in $PATH\": unknown");
    }

    @Test
    void a_network_that_is_not_there_is_told_by_the_shim_of_docker() {
        ObjectKey pod = new ObjectKey("default", "web");

        assertThat(RuntimeKind.CONTAINERD.network("s1", pod, "no plugin"))
                .isEqualTo("failed to setup network for sandbox \"s1\": no plugin");
        assertThat(RuntimeKind.DOCKER.network("s1", pod, "no plugin"))
                .isEqualTo("failed to set up sandbox container \"s1\" network for pod \"web\": networkPlugin cni failed"
                        + " to set up pod \"web_default\" network: no plugin");
    }

    @Test
    void the_kind_is_part_of_the_version() {
        assertThat(RuntimeKind.of("docker://19.3.4")).isEqualTo(RuntimeKind.DOCKER);
        assertThat(RuntimeKind.of("containerd://1.6.20")).isEqualTo(RuntimeKind.CONTAINERD);
    }
}
