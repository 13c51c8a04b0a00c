package dev.wavetank.model.kubelet.cri.image;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One layer of an image. Layers with the same digest are the same layer, whichever images they are in.
 *
 * @param digest identity of its content; empty in a declaration that gives it to no other image
 * @param bytes compressed size, as registries send and runtimes count it; 0 when it is not known
 */
public record ImageLayer(String digest, long bytes) {

    /** An image whose size is not known, as one layer. */
    public static List<ImageLayer> unknown(String image) {
        return List.of(new ImageLayer(image, 0));
    }

    /** The layers of one image, of which those that were declared without a digest get one that no other image has. */
    public static List<ImageLayer> of(String image, List<ImageLayer> declared) {
        List<ImageLayer> layers = new ArrayList<>(declared.size());
        for (ImageLayer layer : declared) {
            layers.add(layer.digest().isEmpty() ? new ImageLayer(image + "#" + layers.size(), layer.bytes()) : layer);
        }
        return layers;
    }

    /** Bytes of images on one disk, where a layer that several have is there once. */
    public static long sumOnDisk(Collection<List<ImageLayer>> images) {
        Set<ImageLayer> layers = new LinkedHashSet<>();
        images.forEach(layers::addAll);
        return sum(layers);
    }

    /** Bytes of layers together. */
    public static long sum(Collection<ImageLayer> layers) {
        long sum = 0;
        for (ImageLayer layer : layers) {
            sum += layer.bytes();
        }
        return sum;
    }
}
