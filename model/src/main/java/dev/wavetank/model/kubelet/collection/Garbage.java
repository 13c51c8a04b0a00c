package dev.wavetank.model.kubelet.collection;

import dev.wavetank.model.kubelet.cri.RuntimePod;
import dev.wavetank.model.kubelet.cri.image.NodeImage;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** What a kubelet removes from its node: dead containers each minute, unused images each five minutes. */
public final class Garbage {

    private final ContainerCollector containers;
    private final ImageCollector images;

    /**
     * Nothing is collected yet.
     *
     * @param node name of the node
     * @param settings flags of the kubelet
     * @param disk its disk
     * @param namesEligible whether the message of a failure says how many bytes could have been freed at all
     */
    public Garbage(
            Context context,
            CriClient cri,
            PodEvents events,
            String node,
            CollectionSettings settings,
            Disk disk,
            boolean namesEligible) {
        this.containers = new ContainerCollector(context, cri, settings);
        this.images = new ImageCollector(context, cri, settings, new Use(disk), events, node, namesEligible);
    }

    /**
     * The disk of a node.
     *
     * @param capacity its size in bytes; 0 when it is not known: then no images are collected
     * @param written bytes that containers have written
     * @param growth how many they add each second
     */
    public record Disk(long capacity, LongSupplier written, DoubleSupplier growth) {}

    private record Use(Disk disk) implements ImageCollector.Disk {

        @Override
        public long capacity() {
            return disk.capacity();
        }

        @Override
        public long written() {
            return disk.written().getAsLong();
        }

        @Override
        public double growth() {
            return disk.growth().getAsDouble();
        }
    }

    /** Handles a listing of the runtime. */
    public void see(List<RuntimePod> listing) {
        containers.see(listing);
        images.see(listing);
    }

    /** An image was pulled. */
    public void pulled() {
        images.look();
    }

    /** The images on the node; empty as long as they have not been listed. */
    public Optional<List<NodeImage>> images() {
        return images.listed();
    }

    /** Bytes of the images on the node, as far as they are known. */
    public long imageBytes() {
        return images.bytes();
    }

    /** Removes all images that no container uses, because the disk is short; ends with how many bytes are free. */
    public Completion<Long> freeImages() {
        return images.free(Long.MAX_VALUE);
    }
}
