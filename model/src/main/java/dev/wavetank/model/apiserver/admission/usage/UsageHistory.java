package dev.wavetank.model.apiserver.admission.usage;

import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collections;
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
     * Reads a file: a line for equal measurements, {@code resource,image,namespace,age,amount,count}, such as {@code
     * cpu,nginx:1.13,default,2h,250m,30}. The age is the time before the run.
     *
     * @param source name of the file, for messages
     * @throws IllegalArgumentException naming file, line and field of a mistake
     */
    public static UsageHistory parse(String source, String text) {
        List<Sample> samples = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                samples.addAll(samples(source + ", line " + number, line.strip().split(",", -1)));
            }
        }
        return new UsageHistory(samples);
    }

    private static List<Sample> samples(String place, String[] fields) {
        if (fields.length != 6) {
            throw new IllegalArgumentException(
                    place + ": expected resource,image,namespace,age,amount,count, found " + fields.length + " fields");
        }
        String resource = fields[0].strip();
        if (!resource.equals("cpu") && !resource.equals("memory")) {
            throw new IllegalArgumentException(
                    place + ", field 1 (resource): expected cpu or memory, found '" + resource + "'");
        }
        try {
            Quantity quantity = Quantity.parse(fields[4].strip());
            long amount = resource.equals("cpu") ? quantity.milliValue() : quantity.value();
            Sample sample = new Sample(
                    resource, fields[1].strip(), fields[2].strip(), -VirtualTime.parse(fields[3].strip()), amount);
            return Collections.nCopies(Integer.parseInt(fields[5].strip()), sample);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    place + ": expected an age such as 2h, an amount such as 250m or 64Mi, and a number: "
                            + wrong.getMessage(),
                    wrong);
        }
    }

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
