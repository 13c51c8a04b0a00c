package dev.wavetank.model.kubelet.cri;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.ImageStore;
import dev.wavetank.model.kubelet.cri.image.PullFailure;
import dev.wavetank.model.kubelet.cri.image.StoredImage;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
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

    private static ContainerImage image(RuntimeKind kind, String name, boolean pulled) {
        ImageStore images = new ImageStore();
        images.add(name, ImageLayer.unknown(name));
        if (pulled) {
            images.pulled(name);
        }
        return kind.image(new CriRequest.CreateContainer("s1", "app", name, name, 2, null, null, null), images);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONTAINERD | nginx:1         | docker.io/library/nginx:1 | docker.io/library/nginx@sha256:HEX",
                "CONTAINERD | a/b:1           | docker.io/a/b:1           | docker.io/a/b@sha256:HEX",
                "CONTAINERD | r.io:5000/a:1   | r.io:5000/a:1             | r.io:5000/a@sha256:HEX",
                "CONTAINERD | localhost/a:1   | localhost/a:1             | localhost/a@sha256:HEX",
                "DOCKER     | nginx:1         | nginx:1                   | docker-pullable://nginx@sha256:HEX",
                "DOCKER | docker.io/library/nginx:1 | nginx:1             | docker-pullable://nginx@sha256:HEX",
                "DOCKER     | docker.io/a/b:1 | a/b:1                     | docker-pullable://a/b@sha256:HEX",
                "DOCKER     | r.io/a:1        | r.io/a:1                  | docker-pullable://r.io/a@sha256:HEX",
                "FAKE       | nginx:1         | nginx:1                   | nginx:1"
            })
    void each_runtime_names_a_pulled_image_in_its_own_way(RuntimeKind kind, String name, String shown, String ref) {
        ContainerImage image = image(kind, name, true);

        assertThat(image.shown()).isEqualTo(shown);
        assertThat(image.ref().replaceAll("[0-9a-f]{64}", "HEX")).isEqualTo(ref);
    }

    @Test
    void an_image_that_came_from_no_registry_is_known_by_its_content() {
        assertThat(image(RuntimeKind.CONTAINERD, "app:1", false).ref()).matches("sha256:[0-9a-f]{64}");
        assertThat(image(RuntimeKind.DOCKER, "app:1", false).ref()).matches("docker://sha256:[0-9a-f]{64}");
    }

    @Test
    void an_image_that_is_named_by_its_digest_has_no_name_but_that_of_its_content() {
        String digest = "sha256:" + "ab".repeat(32);
        ContainerImage image = image(RuntimeKind.CONTAINERD, "nginx:1@" + digest, true);

        assertThat(image.shown()).matches("sha256:[0-9a-f]{64}").isNotEqualTo(digest);
        assertThat(image.ref()).isEqualTo("docker.io/library/nginx@" + digest);
    }

    @Test
    void one_image_with_two_names_is_shown_by_the_first() {
        ImageStore images = new ImageStore();
        images.add("web:1", List.of(new ImageLayer("base", 10)));
        images.add("r.io/web:1", List.of(new ImageLayer("base", 10)));
        images.pulled("r.io/web:1");

        StoredImage stored = RuntimeKind.CONTAINERD.stored("r.io/web:1", images);

        assertThat(stored.repoTags()).containsExactly("docker.io/library/web:1", "r.io/web:1");
        assertThat(stored.repoDigests()).singleElement().asString().startsWith("r.io/web@sha256:");
        assertThat(RuntimeKind.CONTAINERD.stored("web:1", images)).isEqualTo(stored);
    }

    @Test
    void identities_are_64_digits_but_for_those_of_hollow_nodes() {
        RandomStream random = RandomStream.of(1, "ids");
        CriRequest.RunPodSandbox sandbox =
                new CriRequest.RunPodSandbox(new ObjectKey("default", "web"), "u1", 0, null, "");
        CriRequest.CreateContainer container =
                new CriRequest.CreateContainer("s1", "app", "nginx:1", "nginx", 2, null, null, null);

        assertThat(RuntimeKind.CONTAINERD.sandboxId(sandbox, random)).matches("[0-9a-f]{64}");
        assertThat(RuntimeKind.DOCKER.containerId("s1", container, random)).matches("[0-9a-f]{64}");
        assertThat(RuntimeKind.FAKE.sandboxId(sandbox, random)).isEqualTo("web_default_u1_0");
        assertThat(RuntimeKind.FAKE.containerId("web_default_u1_0", container, random))
                .isEqualTo("web_default_u1_0_app_2");
    }

    @Test
    void the_kind_is_part_of_the_version() {
        assertThat(RuntimeKind.of("docker://19.3.4")).isEqualTo(RuntimeKind.DOCKER);
        assertThat(RuntimeKind.of("containerd://1.6.20")).isEqualTo(RuntimeKind.CONTAINERD);
        assertThat(RuntimeKind.of("fakeRuntime://0.1.0")).isEqualTo(RuntimeKind.FAKE);
    }
}
