package dev.wavetank.model.version;

/**
 * When something came that no code asks for by name, such as a field of the API.
 *
 * @param first the first version that has it
 */
public record Since(KubernetesVersion first) {

    /**
     * Reads it.
     *
     * @param text such as {@code v1.21}
     * @throws IllegalArgumentException when there is no such version
     */
    public static Since parse(String text) {
        return new Since(KubernetesVersion.parse(text));
    }

    /** Whether a version has it. */
    public boolean isIn(KubernetesVersion version) {
        return first.compareTo(version) <= 0;
    }
}
