package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.VirtualTime;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The registries that nodes pull images from. Every image is there and public, but for these; each is a name, or the
 * beginning of names before a {@code *}.
 *
 * @param absent images that no registry has
 * @param secured images that are given only to those with a pull secret
 * @param unreachable images of registries that refuse connections
 * @param unprivileged images whose user is a number other than 0
 * @param transfer how long images of known size take
 */
public record ImageRegistry(
        List<String> absent,
        List<String> secured,
        List<String> unreachable,
        List<String> unprivileged,
        Transfer transfer) {

    /** All images are public, and run as root. */
    public static final ImageRegistry PUBLIC = new ImageRegistry(List.of(), List.of(), List.of(), List.of());

    /**
     * Images of known size.
     *
     * @param sizes in bytes, by name or beginning of names before a {@code *}
     * @param bandwidth between a registry and a node, in bytes per second
     */
    public record Transfer(Map<String, Long> sizes, long bandwidth) {

        private static final Transfer UNKNOWN = new Transfer(Collections.emptySortedMap(), 1);
    }

    /** Registries of which no sizes of images are known. */
    public ImageRegistry(
            List<String> absent, List<String> secured, List<String> unreachable, List<String> unprivileged) {
        this(absent, secured, unreachable, unprivileged, Transfer.UNKNOWN);
    }

    /** Nanoseconds of the transfer of an image to a node; empty when its size is not known. */
    OptionalLong transferTime(String image) {
        OptionalLong bytes = size(image);
        return bytes.isEmpty()
                ? bytes
                : OptionalLong.of((long) ((double) bytes.getAsLong() / transfer.bandwidth() * VirtualTime.SECOND));
    }

    /** Size of an image in bytes; empty when it is not known. */
    public OptionalLong size(String image) {
        for (Map.Entry<String, Long> known : transfer.sizes().entrySet()) {
            if (matches(List.of(known.getKey()), image)) {
                return OptionalLong.of(known.getValue());
            }
        }
        return OptionalLong.empty();
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

    /** Whether the image's own user is root. */
    public boolean runsAsRoot(String image) {
        return !matches(unprivileged, image);
    }

    static String error(String code, String image) {
        return "rpc error: code = " + code + " desc = failed to pull and unpack image \"" + image
                + "\": failed to resolve reference \"" + image + "\": ";
    }

    private static boolean matches(List<String> patterns, String image) {
        return patterns.stream()
                .anyMatch(pattern -> pattern.endsWith("*")
                        ? image.startsWith(pattern.substring(0, pattern.length() - 1))
                        : image.equals(pattern) || image.startsWith(pattern + ":"));
    }

    static String host(String image) {
        int slash = image.indexOf('/');
        String first = slash < 0 ? "" : image.substring(0, slash);
        return first.contains(".") || first.contains(":") ? first : "registry-1.docker.io";
    }

    static String tag(String image) {
        return image.substring(image.lastIndexOf(':') + 1);
    }

    private static String path(String image) {
        String name = image.substring(image.indexOf('/') + 1);
        return name.substring(0, name.lastIndexOf(':')) + "/manifests/" + tag(image);
    }
}
