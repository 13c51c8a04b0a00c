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
    private static final String HUB_PREFIX = "docker.io/";
    private static final String OFFICIAL = "library/";

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
     * Why the image cannot be pulled; empty when it can.
     *
     * @param image with tag or digest
     * @param hasSecret whether the pod has a pull secret
     */
    public Optional<PullFailure> refusal(String image, boolean hasSecret) {
        if (matches(unreachable, image)) {
            return Optional.of(PullFailure.UNREACHABLE);
        }
        if (matches(secured, image) && !hasSecret) {
            return Optional.of(PullFailure.UNAUTHORIZED);
        }
        return matches(absent, image) ? Optional.of(PullFailure.ABSENT) : Optional.empty();
    }

    /**
     * Counts the pull of an image that the node does not have; returns whether it is more than the limit permits.
     *
     * @param node that pulls
     * @param counts what registries remember
     * @param now virtual time
     */
    public boolean isOverLimit(String image, boolean hasSecret, String node, PullCounts counts, long now) {
        int most = limit.most(hasSecret);
        boolean counted = limit.images().isEmpty() ? host(image).equals(DOCKER_HUB) : matches(limit.images(), image);
        return most > 0 && counted && !counts.take(limit.source(node, hasSecret), most, limit.window(), now);
    }

    /** The name with its registry ({@code ParseNormalizedNamed}, github.com/distribution/reference). */
    public static String fullName(String image) {
        if (!host(image).equals(DOCKER_HUB)) {
            return image;
        }
        String own = ofHub(image);
        return HUB_PREFIX + (own.contains("/") ? own : OFFICIAL + own);
    }

    /** The name as people write it ({@code FamiliarString}, github.com/distribution/reference). */
    public static String familiarName(String image) {
        if (!host(image).equals(DOCKER_HUB)) {
            return image;
        }
        String own = ofHub(image);
        return own.startsWith(OFFICIAL) && own.indexOf('/', OFFICIAL.length()) < 0
                ? own.substring(OFFICIAL.length())
                : own;
    }

    /** The name without its tag when it has a digest, too ({@code ParseDockerRef}, containerd's reference/docker). */
    public static String withoutTagBesideDigest(String image) {
        int at = image.indexOf('@');
        int colon = at < 0 ? -1 : image.lastIndexOf(':', at);
        return colon > image.lastIndexOf('/') ? image.substring(0, colon) + image.substring(at) : image;
    }

    private static String ofHub(String image) {
        String own = image.startsWith("index.") ? image.substring("index.".length()) : image;
        return own.startsWith(HUB_PREFIX) ? own.substring(HUB_PREFIX.length()) : own;
    }

    /** The name within its registry, without tag or digest. */
    public static String repository(String image) {
        String full = fullName(image);
        return full.substring(full.indexOf('/') + 1, full.lastIndexOf(full.contains("@") ? '@' : ':'));
    }

    /** The name as users give it, without tag or digest. */
    public static String name(String image) {
        return image.substring(0, image.lastIndexOf(image.contains("@") ? '@' : ':'));
    }

    /** Stands for the digest of an image's manifest: images have no content here, so it is that of their name. */
    public static String digest(String image) {
        int at = image.indexOf('@');
        if (at >= 0) {
            return image.substring(at + 1);
        }
        return hash(image);
    }

    /** The digest of a text. */
    static String hash(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }

    /** Whether the image's own user is root. */
    public boolean runsAsRoot(String image) {
        return !matches(unprivileged, image);
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
        boolean isHost = first.contains(".") || first.contains(":") || first.equals("localhost");
        return isHost && !first.equals("docker.io") && !first.equals("index.docker.io") ? first : DOCKER_HUB;
    }

    /** The tag of an image. */
    public static String tag(String image) {
        return image.substring(image.lastIndexOf(':') + 1);
    }

    /** The path of its manifest, below {@code /v2/}. */
    public static String path(String image) {
        String name = image.substring(image.indexOf('/') + 1);
        return name.substring(0, name.lastIndexOf(':')) + "/manifests/" + tag(image);
    }
}
