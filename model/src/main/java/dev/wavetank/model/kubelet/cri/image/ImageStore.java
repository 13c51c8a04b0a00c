package dev.wavetank.model.kubelet.cri.image;

import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The images on the disk of a node, as containerd keeps them: every layer is there once, however many images have it,
 * and goes with the last of them. Layers of a pull that has not ended are kept for it.
 */
public final class ImageStore {

    /** {@code WithLease} in containerd's {@code client.go}: what an interrupted pull has fetched stays for a day. */
    private static final long LEASE = 24 * VirtualTime.HOUR;

    private final SortedMap<String, List<ImageLayer>> images = new TreeMap<>();
    /** The layers that are there, by digest. */
    private final SortedMap<String, ImageLayer> layers = new TreeMap<>();

    /** The images that came from a registry. */
    private final SortedSet<String> pulled = new TreeSet<>();

    private final List<Lease> leases = new ArrayList<>(0);

    /** An empty store. */
    public ImageStore() {}

    /** Keeps layers for a pull that has begun. */
    public static final class Lease {

        private final long until;
        private final SortedSet<String> digests = new TreeSet<>();

        private Lease(long until) {
            this.until = until;
        }
    }

    /** Begins a pull. */
    Lease lease(long now) {
        Lease lease = new Lease(now + LEASE);
        leases.add(lease);
        return lease;
    }

    /** Whether a layer is there; if so, it is kept for the pull. */
    boolean use(String digest, Lease lease) {
        boolean present = layers.containsKey(digest);
        if (present) {
            lease.digests.add(digest);
        }
        return present;
    }

    /** A layer has arrived for a pull. */
    void arrived(ImageLayer layer, Lease lease) {
        layers.put(layer.digest(), layer);
        lease.digests.add(layer.digest());
    }

    /** All layers of an image are there. */
    void complete(String image, List<ImageLayer> of, Lease lease) {
        leases.remove(lease);
        add(image, of);
        pulled(image);
    }

    /** Adds an image with its layers. */
    public void add(String image, List<ImageLayer> of) {
        images.put(image, List.copyOf(of));
        of.forEach(layer -> layers.put(layer.digest(), layer));
    }

    /** An image that is there is what a registry has: from now on its digest there is known. */
    public void pulled(String image) {
        pulled.add(image);
    }

    /** Removes an image, and the layers that neither an image nor a pull has any more. */
    public void remove(String image, long now) {
        images.remove(image);
        pulled.remove(image);
        leases.removeIf(lease -> lease.until <= now);
        SortedSet<String> wanted = new TreeSet<>();
        images.values().forEach(of -> of.forEach(layer -> wanted.add(layer.digest())));
        leases.forEach(lease -> wanted.addAll(lease.digests));
        layers.keySet().retainAll(wanted);
    }

    /** Whether an image is there. */
    public boolean has(String image) {
        return images.containsKey(image);
    }

    /**
     * An image that is there. Names with the same layers are names of one image. There are no contents here, so digests
     * are those of the names of its layers.
     *
     * @param reference turns a name into the one that the runtime keeps
     */
    public StoredImage stored(String image, UnaryOperator<String> reference) {
        List<ImageLayer> content = images.getOrDefault(image, ImageLayer.unknown(image));
        String layers = content.stream().map(ImageLayer::digest).collect(Collectors.joining(" "));
        SortedSet<String> tags = new TreeSet<>();
        SortedSet<String> digests = new TreeSet<>();
        images.forEach((name, of) -> {
            if (of.equals(content)) {
                String kept = reference.apply(name);
                if (kept.contains("@")) {
                    digests.add(kept);
                    return;
                }
                tags.add(kept);
                if (pulled.contains(name)) {
                    digests.add(kept.substring(0, kept.lastIndexOf(':')) + "@" + ImageRegistry.hash(layers));
                }
            }
        });
        return new StoredImage(
                ImageRegistry.hash("configuration of " + layers), List.copyOf(tags), List.copyOf(digests));
    }

    /** The layers of the images that are there, by the name of the image. */
    public SortedMap<String, List<ImageLayer>> images() {
        return Collections.unmodifiableSortedMap(new TreeMap<>(images));
    }

    /** Bytes of all layers that are there. */
    public long bytes() {
        return ImageLayer.sum(layers.values());
    }
}
