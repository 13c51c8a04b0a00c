package dev.wavetank.model.kubelet.cri.image;

import dev.wavetank.sim.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The registries that nodes pull images from. Every image is there and public, but for these; each is a name, or the
 * beginning of names before a {@code *}.
 *
 * @param absent images that no registry has
 * @param secured images that are given only to those with a pull secret
 * @param unreachable images of registries that refuse connections
 * @param unprivileged images whose user is a number other than 0
 * @param transfer how long images of known size take
 * @param limit how many images are given
 */
public record ImageRegistry(
        List<String> absent,
        List<String> secured,
        List<String> unreachable,
        List<String> unprivileged,
        Transfer transfer,
        PullLimit limit) {

    private static final String DOCKER_HUB = "registry-1.docker.io";

    /** All images are public, and run as root. */
    public static final ImageRegistry PUBLIC = new ImageRegistry(List.of(), List.of(), List.of(), List.of());

    /**
     * Images of known size.
     *
     * @param layers by the name of the image, or the beginning of names before a {@code *}; those without a digest are
     *     different ones in each image
     * @param bandwidth between a registry and a node, in bytes per second
     */
    public record Transfer(SortedMap<String, List<ImageLayer>> layers, long bandwidth) {

        private static final Transfer UNKNOWN = new Transfer(Collections.emptySortedMap(), 1);
    }

    /** Registries without limits, of which no sizes of images are known. */
    public ImageRegistry(
            List<String> absent, List<String> secured, List<String> unreachable, List<String> unprivileged) {
        this(absent, secured, unreachable, unprivileged, Transfer.UNKNOWN, PullLimit.NONE);
    }

    /** Nanoseconds in which a node receives a byte, when it receives nothing else. */
    public double nanosPerByte() {
        return (double) VirtualTime.SECOND / transfer.bandwidth();
    }

    /** The layers of an image, of which the longest name counts that fits; empty when its size is not known. */
    public Optional<List<ImageLayer>> layers(String image) {
        String longest = "";
        for (String name : transfer.layers().keySet()) {
            if (name.length() > longest.length() && matches(List.of(name), image)) {
                longest = name;
            }
        }
        List<ImageLayer> layers = transfer.layers().get(longest);
        return layers == null ? Optional.empty() : Optional.of(ImageLayer.of(image, layers));
    }

    /**
     * Why the image cannot be pulled, in the words of containerd 1.6 behind gRPC; empty when it can.
     *
     * @param image with tag or digest
     * @param hasSecret whether the pod has a pull secret
     */
    public Optional<String> refusal(String image, boolean hasSecret) {
        if (matches(unreachable, image)) {
            String address = host(image);
            return Optional.of(error("Unknown", image)
                    + "failed to do request: Head \"http://" + address + "/v2/" + path(image) + "\": dial tcp "
                    + address + ": connect: connection refused");
        }
        if (matches(secured, image) && !hasSecret) {
            return Optional.of(error("Unknown", image) + "pulling from host " + host(image)
                    + " failed with status code [manifests " + tag(image) + "]: 401 Unauthorized");
        }
        return matches(absent, image)
                ? Optional.of(error("NotFound", image) + image + ": not found")
                : Optional.empty();
    }

    /**
     * Counts the pull of an image that the node does not have, and returns why it is refused, in the words of
     * containerd with those of Docker Hub; empty when it is within the limit.
     *
     * @param node that pulls
     * @param counts what registries remember
     * @param now virtual time
     */
    public Optional<String> overLimit(String image, boolean hasSecret, String node, PullCounts counts, long now) {
        int most = limit.most(hasSecret);
        boolean counted = limit.images().isEmpty() ? host(image).equals(DOCKER_HUB) : matches(limit.images(), image);
        if (most == 0 || !counted || counts.take(limit.source(node, hasSecret), most, limit.window(), now)) {
            return Optional.empty();
        }
        String full = fullName(image);
        String repository = full.substring(full.indexOf('/') + 1, full.lastIndexOf(full.contains("@") ? '@' : ':'));
        return Optional.of("rpc error: code = Unknown desc = failed to pull and unpack image \"" + full
                + "\": failed to copy: httpReadSeeker: failed open: unexpected status code https://" + host(image)
                + "/v2/" + repository + "/manifests/" + digest(full)
                + ": 429 Too Many Requests - Server message: toomanyrequests: You have reached your pull rate limit."
                + " You may increase the limit by authenticating and upgrading:"
                + " https://www.docker.com/increase-rate-limit");
    }

    /** The name with its registry, as containerd writes it. */
    private static String fullName(String image) {
        if (!host(image).equals(DOCKER_HUB) || image.startsWith("docker.io/")) {
            return image;
        }
        return image.contains("/") ? "docker.io/" + image : "docker.io/library/" + image;
    }

    /** Stands for the digest of an image's manifest: images have no content here, so it is that of their name. */
    private static String digest(String image) {
        int at = image.indexOf('@');
        if (at >= 0) {
            return image.substring(at + 1);
        }
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(image.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }

    /** Whether the image's own user is root. */
    public boolean runsAsRoot(String image) {
        return !matches(unprivileged, image);
    }

    /** How the runtime reports that it could not even find out about an image. */
    public static String error(String code, String image) {
        return "rpc error: code = " + code + " desc = failed to pull and unpack image \"" + image
                + "\": failed to resolve reference \"" + image + "\": ";
    }

    private static boolean matches(List<String> patterns, String image) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? image.startsWith(pattern.substring(0, pattern.length() - 1))
                        : image.equals(pattern) || image.startsWith(pattern + ":"));
    }

    /** The address of the registry that has an image. */
    public static String host(String image) {
        int slash = image.indexOf('/');
        String first = slash < 0 ? "" : image.substring(0, slash);
        boolean isHost = first.contains(".") || first.contains(":");
        return isHost && !first.equals("docker.io") ? first : DOCKER_HUB;
    }

    /** The tag of an image. */
    public static String tag(String image) {
        return image.substring(image.lastIndexOf(':') + 1);
    }

    private static String path(String image) {
        String name = image.substring(image.indexOf('/') + 1);
        return name.substring(0, name.lastIndexOf(':')) + "/manifests/" + tag(image);
    }
}
