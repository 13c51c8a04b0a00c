package dev.wavetank.model.kubelet.image;

/** Names of images, as the kubelet gives them to the container runtime. */
public final class ImageReference {

    private static final String LATEST = ":latest";

    private ImageReference() {}

    /**
     * The name with the tag {@code latest} when it has neither a tag nor a digest ({@code applyDefaultImageTag},
     * {@code pkg/kubelet/images/image_manager.go}).
     */
    public static String of(String image) {
        String name = image.substring(image.lastIndexOf('/') + 1);
        return name.contains(":") || name.contains("@") ? image : image + LATEST;
    }

    /** Whether it means the latest version of an image, which may be another one tomorrow. */
    public static boolean isLatest(String image) {
        return of(image).endsWith(LATEST);
    }
}
