package dev.wavetank.model.apiserver.admission.usage;

import java.util.ArrayList;
import java.util.List;

/**
 * What containers have used, as a monitoring system has recorded it. Immutable: a run begins with all of it.
 *
 * @param samples in any order
 */
public record UsageHistory(List<Sample> samples) {

    /** Nothing has been recorded. */
    public static final UsageHistory NONE = new UsageHistory(List.of());

    /** Keeps a copy. */
    public UsageHistory {
        samples = List.copyOf(samples);
    }

    /**
     * One measurement.
     *
     * @param resource {@code cpu}, in thousandths of a core, or {@code memory}, in bytes
     * @param image of the container, with its tag
     * @param namespace of its pod
     * @param at virtual time in nanoseconds; negative before the run
     * @param amount what was used
     */
    public record Sample(String resource, String image, String namespace, long at, long amount) {}

    /**
     * Amounts, sorted.
     *
     * @param image with tag; or without, and then all tags count
     * @param namespace the empty string for all
     * @param from the earliest time that counts
     */
    List<Long> amounts(String resource, String image, String namespace, long from) {
        boolean exact = hasTag(image);
        List<Long> amounts = new ArrayList<>();
        for (Sample sample : samples) {
            String own = exact ? sample.image() : withoutTag(sample.image());
            if (sample.resource().equals(resource)
                    && own.equals(image)
                    && (namespace.isEmpty() || namespace.equals(sample.namespace()))
                    && sample.at() >= from) {
                amounts.add(sample.amount());
            }
        }
        amounts.sort(null);
        return amounts;
    }

    private static boolean hasTag(String image) {
        return image.indexOf(':', image.lastIndexOf('/') + 1) >= 0;
    }

    /** The image without its tag. */
    static String withoutTag(String image) {
        return hasTag(image) ? image.substring(0, image.lastIndexOf(':')) : image;
    }
}
