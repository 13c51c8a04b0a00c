package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import java.util.Optional;

/** Why a pull fails when the registry or the way to it is in trouble, in the words of containerd 1.6 behind gRPC. */
final class TroubledPull {

    /** Digest of nothing. */
    private static final String WANTED = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private TroubledPull() {}

    static Optional<String> refusal(NodeTroubles troubles, String image) {
        String host = ImageRegistry.host(image);
        String manifest = "[manifests " + ImageRegistry.tag(image) + "]";
        if (troubles.hits(Trouble.IMAGES_NOT_FOUND)) {
            return resolving("NotFound", image, image + ": not found");
        }
        if (troubles.hits(Trouble.UNAUTHORIZED)) {
            return resolving(
                    "Unknown",
                    image,
                    "pulling from host " + host + " failed with status code " + manifest + ": 401 Unauthorized");
        }
        if (troubles.hits(Trouble.TOO_MANY_PULLS)) {
            return resolving(
                    "Unknown",
                    image,
                    "pulling from host " + host + " failed with status code " + manifest + ": 429 Too Many Requests");
        }
        if (troubles.hits(Trouble.PULLS_CUT)) {
            return unpacking(image, "failed to copy: httpReadSeeker: failed open: unexpected EOF");
        }
        if (troubles.hits(Trouble.IMAGES_CORRUPT)) {
            return unpacking(
                    image,
                    "failed commit on ref \"layer-" + WANTED + "\": unexpected commit digest, expected " + WANTED
                            + ": failed precondition");
        }
        return troubles.hits(Trouble.DISK_FULL)
                ? unpacking(image, "failed to extract layer " + WANTED + ": no space left on device: unknown")
                : Optional.empty();
    }

    private static Optional<String> resolving(String code, String image, String why) {
        return Optional.of(ImageRegistry.error(code, image) + why);
    }

    private static Optional<String> unpacking(String image, String why) {
        return Optional.of(
                "rpc error: code = Unknown desc = failed to pull and unpack image \"" + image + "\": " + why);
    }
}
