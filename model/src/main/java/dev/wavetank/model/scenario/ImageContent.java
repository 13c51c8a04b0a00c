package dev.wavetank.model.scenario;

import dev.wavetank.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an image consists of, in the form in which people write it: its compressed size, such as {@code 70Mi}, or the
 * sum of its layers, such as {@code debian:29Mi+41Mi}. Layers with the same name are the same layer in all images; one
 * without a name is in no other image.
 *
 * @param layers at least one
 */
public record ImageContent(List<Layer> layers) {

    /**
     * One layer.
     *
     * @param name empty for none
     * @param bytes compressed size, more than 0
     */
    public record Layer(String name, long bytes) {}

    /** Keeps a copy. */
    public ImageContent {
        layers = List.copyOf(layers);
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException with what is wrong, and how it is to be written
     */
    public static ImageContent parse(String text) {
        List<Layer> layers = new ArrayList<>();
        for (String part : text.split("\\+", -1)) {
            int colon = part.lastIndexOf(':');
            if (colon == 0) {
                throw new IllegalArgumentException("'" + text + "' has a layer without a name before its colon");
            }
            String name = part.substring(0, Math.max(0, colon)).strip();
            long bytes = bytes(part.substring(colon + 1).strip());
            if (!name.isEmpty()
                    && layers.stream().anyMatch(other -> other.name().equals(name))) {
                throw new IllegalArgumentException("'" + text + "' has the layer '" + name + "' twice");
            }
            layers.add(new Layer(name, bytes));
        }
        return new ImageContent(layers);
    }

    private static long bytes(String text) {
        long bytes;
        try {
            bytes = Quantity.parse(text).value();
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no size: write a quantity of bytes such as 70Mi or 100M, or layers with '+'"
                            + " between them such as debian:29Mi+41Mi",
                    wrong);
        }
        if (bytes <= 0) {
            throw new IllegalArgumentException("a size must be more than 0 bytes, was " + text);
        }
        return bytes;
    }

    /**
     * Checks that layers with the same name have the same size.
     *
     * @throws IllegalArgumentException when one has two
     */
    public static void check(Collection<ImageContent> images) {
        Map<String, Long> known = new TreeMap<>();
        for (ImageContent image : images) {
            for (Layer layer : image.layers()) {
                Long other = layer.name().isEmpty() ? null : known.put(layer.name(), layer.bytes());
                if (other != null && other != layer.bytes()) {
                    throw new IllegalArgumentException("the layer '" + layer.name() + "' has two sizes, " + other
                            + " and " + layer.bytes() + " bytes; layers of different content need different names");
                }
            }
        }
    }
}
