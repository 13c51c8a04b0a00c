package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.StoredImage;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Responses of the container runtime. */
public sealed interface CriResponse {

    /** A sandbox or container was created. */
    record Created(String id, @Nullable String address) implements CriResponse {

        /** A container, which has no address of its own. */
        public Created(String id) {
            this(id, null);
        }
    }

    /**
     * Whether an image is on the node.
     *
     * @param size in bytes; empty when it is not known
     */
    record Image(boolean present, OptionalLong size) implements CriResponse {

        /** An image of unknown size. */
        public Image(boolean present) {
            this(present, OptionalLong.empty());
        }
    }

    /**
     * The images on the node. In reality a list has sizes only, and the bytes on the disk, where layers that images
     * share are there once, are another call's.
     *
     * @param layers of each image, by its name
     * @param stored what each image is, by its name; one image can have several
     */
    record Images(SortedMap<String, List<ImageLayer>> layers, SortedMap<String, StoredImage> stored)
            implements CriResponse {}

    /**
     * The result of a handler.
     *
     * @param code exit code of a command; 0 when a connection was answered
     * @param text output of the command, or what went wrong with the connection
     * @param inTime whether it ended before its timeout
     */
    record Handled(int code, String text, boolean inTime) implements CriResponse {}

    /** Success without a result. */
    record Done() implements CriResponse {}

    /** All pods, also dead ones, in the order in which their sandboxes were made. */
    record Listing(List<RuntimePod> pods) implements CriResponse {}

    /**
     * What a container has written.
     *
     * @param lines with the virtual times at which they were written; null when there is no such container
     */
    record Log(@Nullable List<Line> lines) implements CriResponse {}

    /** The request failed, or the runtime was down. */
    record Failed(String message) implements CriResponse {

        /** The runtime takes no connections. */
        static final Failed UNAVAILABLE = new Failed("rpc error: code = Unavailable desc = connection error: desc ="
                + " \"transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: no such"
                + " file or directory\"");

        /** There is no room for another container. */
        static final Failed DISK_FULL = new Failed("failed to create containerd container: mkdir"
                + " /var/lib/containerd/io.containerd.snapshotter.v1.overlayfs/snapshots/new: no space left on"
                + " device: unknown");
    }
}
