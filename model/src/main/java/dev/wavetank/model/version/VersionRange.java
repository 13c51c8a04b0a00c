package dev.wavetank.model.version;

import org.jspecify.annotations.Nullable;

/**
 * The versions that have something.
 *
 * @param since the first of them
 * @param until the first later version that does not have it; null when all later versions have it
 */
public record VersionRange(
        KubernetesVersion since, @Nullable KubernetesVersion until) {

    /** Checks the order. */
    public VersionRange {
        if (until != null && until.compareTo(since) <= 0) {
            throw new IllegalArgumentException("the range ends at " + until + ", but begins at " + since);
        }
    }

    /**
     * Reads both ends.
     *
     * @param since such as {@code v1.26}; null or empty for the oldest version
     * @param until such as {@code v1.31}; null or empty when it has no end
     * @throws IllegalArgumentException when one is no version, or the range is empty
     */
    public static VersionRange of(String since, String until) {
        return new VersionRange(
                isMissing(since) ? KubernetesVersion.OLDEST : KubernetesVersion.parse(since),
                isMissing(until) ? null : KubernetesVersion.parse(until));
    }

    private static boolean isMissing(String version) {
        return version == null || version.isEmpty();
    }

    /** Such as {@code since v1.26}, {@code before v1.14} or {@code only v1.20}. */
    @Override
    public String toString() {
        if (until == null) {
            return "since " + since;
        }
        if (since == KubernetesVersion.OLDEST) {
            return "before " + until;
        }
        return since == until.previous() ? "only " + since : since + " to " + until.previous();
    }

    /** Whether the version is one of them. */
    public boolean includes(KubernetesVersion version) {
        return version.compareTo(since) >= 0 && (until == null || version.compareTo(until) < 0);
    }

    /** Whether the version is one of them, or a later one. */
    public boolean hasBegun(KubernetesVersion version) {
        return version.compareTo(since) >= 0;
    }
}
