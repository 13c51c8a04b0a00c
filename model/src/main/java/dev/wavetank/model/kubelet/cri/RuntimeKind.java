package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import dev.wavetank.model.kubelet.cri.image.ImageStore;
import dev.wavetank.model.kubelet.cri.image.PullFailure;
import dev.wavetank.model.kubelet.cri.image.StoredImage;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.sim.random.RandomStream;
import java.util.HexFormat;
import java.util.List;

/**
 * The kinds of container runtimes, which differ in what they say when something fails. How long they take is in {@link
 * NodeLatencies}.
 */
public enum RuntimeKind {
    /** containerd 1.6 behind its own CRI plug-in, as recorded. */
    CONTAINERD {
        @Override
        String pull(PullFailure failure, String name) {
            String image = ImageRegistry.fullName(name);
            String host = ImageRegistry.host(image);
            String code = host + " failed with status code [manifests " + ImageRegistry.tag(image) + "]: ";
            return switch (failure) {
                case UNREACHABLE ->
                    resolving("Unknown", image)
                            + "failed to do request: Head \"" + scheme(host) + host + "/v2/"
                            + ImageRegistry.path(image) + "\": dial tcp " + host + REFUSED;
                case UNAUTHORIZED -> resolving("Unknown", image) + "pulling from host " + code + "401 Unauthorized";
                case ABSENT -> resolving("NotFound", image) + image + ": not found";
                case THROTTLED -> resolving("Unknown", image) + "pulling from host " + code + "429 Too Many Requests";
                case OVER_LIMIT ->
                    unpacking(image) + "failed to copy: httpReadSeeker: failed open: unexpected status code https://"
                            + host
                            + "/v2/" + ImageRegistry.repository(image) + "/manifests/"
                            + ImageRegistry.digest(image)
                            + ": 429 Too Many Requests - Server message: " + OVER_LIMIT;
                case CUT -> unpacking(image) + "failed to copy: httpReadSeeker: failed open: unexpected EOF";
                case CORRUPT ->
                    unpacking(image) + "failed commit on ref \"layer-" + WANTED
                            + "\": unexpected commit digest, expected " + WANTED + ": failed precondition";
                case DISK_FULL ->
                    unpacking(image) + "failed to extract layer " + WANTED + ": no space left on device: unknown";
            };
        }

        /** {@code ParseDockerRef}. */
        @Override
        public String reference(String image) {
            return ImageRegistry.fullName(ImageRegistry.withoutTagBesideDigest(image));
        }

        @Override
        String network(String sandbox, ObjectKey pod, String why) {
            return "failed to setup network for sandbox \"" + sandbox + "\": " + why;
        }

        @Override
        Exit notStarted(String error) {
            return new Exit(128, "StartError", started(error), "");
        }

        @Override
        String start(String container, String error) {
            return started(error);
        }

        private String started(String error) {
            return "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc"
                    + " create failed: unable to start container process: " + error + ": unknown";
        }
    },
    /** Docker 19.03 behind the kubelet's dockershim, up to v1.23. Texts as users of such clusters report them. */
    DOCKER {
        @Override
        String pull(PullFailure failure, String image) {
            String host = ImageRegistry.host(image);
            String why = switch (failure) {
                case UNREACHABLE -> "Get https://" + host + "/v2/: dial tcp " + host + REFUSED;
                case UNAUTHORIZED ->
                    "pull access denied for " + ImageRegistry.name(image)
                            + ", repository does not exist or may require 'docker login': denied: requested"
                            + " access to the resource is denied";
                case ABSENT -> "manifest for " + image + " not found: manifest unknown: manifest unknown";
                case THROTTLED -> "toomanyrequests: too many requests";
                case OVER_LIMIT -> OVER_LIMIT;
                case CUT -> "unexpected EOF";
                case CORRUPT -> "filesystem layer verification failed for digest " + WANTED;
                case DISK_FULL -> "write /layer.tar: no space left on device";
            };
            return "rpc error: code = Unknown desc = " + DAEMON + why;
        }

        @Override
        public String reference(String image) {
            return ImageRegistry.familiarName(ImageRegistry.withoutTagBesideDigest(image));
        }

        /** {@code toPullableImageID}, pkg/kubelet/dockershim/convert.go v1.8 to v1.23. */
        @Override
        String ref(StoredImage image) {
            return image.repoDigests().isEmpty()
                    ? "docker://" + image.id()
                    : "docker-pullable://" + image.repoDigests().get(0);
        }

        @Override
        String network(String sandbox, ObjectKey pod, String why) {
            return "failed to set up sandbox container \"" + sandbox + "\" network for pod \"" + pod.name()
                    + "\": networkPlugin cni failed to set up pod \"" + pod.name() + "_" + pod.namespace()
                    + "\" network: " + why;
        }

        @Override
        Exit notStarted(String error) {
            return new Exit(127, "ContainerCannotRun", created(error), "");
        }

        @Override
        String start(String container, String error) {
            return "failed to start container \"" + container + "\": " + DAEMON + created(error);
        }

        private String created(String error) {
            return "OCI runtime create failed: container_linux.go:349: starting container process caused \""
                    + error.replace("\"", "\\\"") + "\": unknown";
        }
    },
    /**
     * The fake runtime of hollow nodes ({@code FakeRuntimeService}, k8s.io/cri-api/pkg/apis/testing v0.20), as
     * recorded: it names things after what they belong to, and knows images by their names alone. It never fails; what
     * the model lets fail on a hollow node has the words of containerd.
     */
    FAKE {
        @Override
        public String reference(String image) {
            return image;
        }

        @Override
        StoredImage stored(String image, ImageStore images) {
            return new StoredImage(image, List.of(image), List.of());
        }

        @Override
        String sandboxId(CriRequest.RunPodSandbox asked, RandomStream random) {
            return asked.pod().name() + "_" + asked.pod().namespace() + "_" + asked.uid() + "_" + asked.attempt();
        }

        @Override
        String containerId(String sandbox, CriRequest.CreateContainer asked, RandomStream random) {
            return sandbox + "_" + asked.name() + "_" + asked.attempt();
        }

        @Override
        String pull(PullFailure failure, String image) {
            return CONTAINERD.pull(failure, image);
        }

        @Override
        String network(String sandbox, ObjectKey pod, String why) {
            return CONTAINERD.network(sandbox, pod, why);
        }

        @Override
        Exit notStarted(String error) {
            return CONTAINERD.notStarted(error);
        }

        @Override
        String start(String container, String error) {
            return CONTAINERD.start(container, error);
        }
    };

    private static final String DAEMON = "Error response from daemon: ";
    private static final String REFUSED = ": connect: connection refused";
    private static final String OVER_LIMIT = "toomanyrequests: You have reached your pull rate limit. You may increase"
            + " the limit by authenticating and upgrading: https://www.docker.com/increase-rate-limit";

    /** Digest of nothing. */
    private static final String WANTED = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** The kind of a runtime with its version, such as {@code docker://19.3.4}. */
    public static RuntimeKind of(String version) {
        if (version.startsWith("fakeRuntime://")) {
            return FAKE;
        }
        return version.startsWith("docker://") ? DOCKER : CONTAINERD;
    }

    /** The name under which it keeps an image with a tag or a digest. */
    public abstract String reference(String image);

    /** An image on its node. */
    StoredImage stored(String image, ImageStore images) {
        return images.stored(image, this::reference);
    }

    /** Which image it is, in the status of a container ({@code ContainerStatus}, containerd's pkg/cri/server v1.6). */
    String ref(StoredImage image) {
        return image.repoDigests().isEmpty() ? image.id() : image.repoDigests().get(0);
    }

    /** The image of a container that is made. */
    ContainerImage image(CriRequest.CreateContainer asked, ImageStore images) {
        StoredImage found = stored(asked.image(), images);
        return new ContainerImage(asked.image(), asked.specImage(), found.name(), ref(found));
    }

    /** The identity of a new sandbox. */
    String sandboxId(CriRequest.RunPodSandbox asked, RandomStream random) {
        return id(random);
    }

    /** The identity of a new container. */
    String containerId(String sandbox, CriRequest.CreateContainer asked, RandomStream random) {
        return id(random);
    }

    /** 256 bits. */
    private static String id(RandomStream random) {
        StringBuilder digits = new StringBuilder(64);
        for (int i = 0; i < 4; i++) {
            digits.append(HexFormat.of().toHexDigits(random.nextLong()));
        }
        return digits.toString();
    }

    /** Why an image, with tag or digest, cannot be pulled. */
    abstract String pull(PullFailure failure, String image);

    /** Why a sandbox has no network. */
    abstract String network(String sandbox, ObjectKey pod, String why);

    /**
     * How a container ended whose process could not be started.
     *
     * @param error what the machine said about the process
     */
    abstract Exit notStarted(String error);

    /** The response about such a container. */
    abstract String start(String container, String error);

    /** A registry on the node itself needs no TLS. */
    private static String scheme(String host) {
        return host.startsWith("127.0.0.1") || host.startsWith("localhost") ? "http://" : "https://";
    }

    private static String resolving(String code, String image) {
        return "rpc error: code = " + code + " desc = failed to pull and unpack image \"" + image
                + "\": failed to resolve reference \"" + image + "\": ";
    }

    private static String unpacking(String image) {
        return "rpc error: code = Unknown desc = failed to pull and unpack image \"" + image + "\": ";
    }
}
