package dev.wavetank.model.kubelet.image;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is wrong with the names of images ({@code ParseNormalizedNamed}, github.com/docker/distribution/reference, since
 * v1.29 github.com/distribution/reference v0.5.0; {@code applyDefaultImageTag}, pkg/kubelet/images/image_manager.go).
 */
final class ImageNames {

    private static final String HUB = "docker.io";
    private static final int LENGTH_MAX = 255;

    private static final String COMPONENT = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
    private static final String LABEL = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
    private static final String HOST = "(?:" + LABEL + "(?:\\." + LABEL + ")*|\\[[a-fA-F0-9:]+\\])(?::[0-9]+)?";
    private static final String DIGEST = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}";

    /** Its groups: the path in a registry, and the digest. */
    private static final Pattern REFERENCE = Pattern.compile("(?:" + HOST + "/)?(" + COMPONENT + "(?:/" + COMPONENT
            + ")*)(?::[\\w][\\w.-]{0,127})?(?:@(" + DIGEST + "))?");

    private static final Pattern IDENTITY = Pattern.compile("[a-f0-9]{64}");

    private final boolean tellsRepository;
    private final String beginning;

    ImageNames(KubernetesVersion version) {
        this.tellsRepository = version.has(Feature.IMAGE_ERRORS_TELL_REPOSITORY);
        this.beginning = version.has(Feature.IMAGE_NAME_ERRORS)
                ? "couldn't parse image name \""
                : "couldn't parse image reference \"";
    }

    /** Why an image cannot be pulled by its name; empty when it can. */
    Optional<String> error(String image) {
        return invalid(image)
                .map(error ->
                        "Failed to apply default image tag \"" + image + "\": " + beginning + image + "\": " + error);
    }

    private Optional<String> invalid(String image) {
        if (IDENTITY.matcher(image).matches()) {
            return Optional.of("invalid repository name (" + image + "), cannot specify 64-byte hexadecimal strings");
        }
        int slash = image.indexOf('/');
        String first = slash < 0 ? "" : image.substring(0, slash);
        boolean isRegistry = isRegistry(first);
        String registry = isRegistry && !first.equals("index.docker.io") ? first : HUB;
        String rest = isRegistry ? image.substring(slash + 1) : image;
        String path = registry.equals(HUB) && !rest.contains("/") ? "library/" + rest : rest;
        int colon = path.indexOf(':');
        String repository = colon < 0 ? path : path.substring(0, colon);
        if (!repository.equals(repository.toLowerCase(Locale.ROOT))) {
            String named = tellsRepository ? " (" + repository + ")" : "";
            return Optional.of("invalid reference format: repository name" + named + " must be lowercase");
        }
        Matcher parsed = REFERENCE.matcher(registry + "/" + path);
        if (!parsed.matches()) {
            return Optional.of("invalid reference format");
        }
        if (parsed.group(1).length() > LENGTH_MAX) {
            return Optional.of("repository name must not be more than " + LENGTH_MAX + " characters");
        }
        return parsed.group(2) == null ? Optional.empty() : invalidDigest(parsed.group(2));
    }

    private boolean isRegistry(String first) {
        return first.contains(".")
                || first.contains(":")
                || first.equals("localhost")
                || tellsRepository && !first.equals(first.toLowerCase(Locale.ROOT));
    }

    /** {@code Validate}, github.com/opencontainers/go-digest. */
    private static Optional<String> invalidDigest(String digest) {
        int colon = digest.indexOf(':');
        int algorithm = List.of("sha256", "sha384", "sha512").indexOf(digest.substring(0, colon));
        String encoded = digest.substring(colon + 1);
        if (algorithm < 0) {
            return Optional.of("unsupported digest algorithm");
        }
        if (encoded.length() != 64 + 32 * algorithm) {
            return Optional.of("invalid checksum digest length");
        }
        return encoded.equals(encoded.toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : Optional.of("invalid checksum digest format");
    }
}
