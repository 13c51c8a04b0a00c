package dev.wavetank.model.kubelet.cri.image;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Downloads the layers of images to a node, as containerd does: those that are there already are not fetched again, and
 * a layer that another pull is fetching is waited for. All downloads share the link of the node.
 */
public final class LayerDownloads {

    /** {@code max_concurrent_downloads} of containerd's CRI plug-in: layers that one pull fetches at the same time. */
    private static final int AT_ONCE = 3;

    /** Milliseconds below which the first wait for another pull's layer lies, and above which it grows no more. */
    private static final long WAIT_FIRST = 16;

    private static final long WAIT_MOST = 2_048;

    private final Context context;
    private final ImageStore store;
    private final Link link;
    /** The layers that are on their way, with what waits for them. */
    private final Map<String, List<Runnable>> running = new TreeMap<>();

    private @Nullable RandomStream waits;

    /** The link between a node and registries. */
    @FunctionalInterface
    public interface Link {

        /** Goes on after a transfer that takes so many nanoseconds when the link does nothing else. */
        void transfer(long nanos, Runnable end);
    }

    /** No download has begun. */
    public LayerDownloads(Context context, ImageStore store, Link link) {
        this.context = context;
        this.store = store;
        this.link = link;
    }

    /**
     * Fetches the layers of an image that are missing, adds the image, and goes on.
     *
     * @param nanosPerByte of the link when it does nothing else
     */
    public void fetch(String image, List<ImageLayer> layers, double nanosPerByte, Runnable end) {
        new Pull(image, layers, nanosPerByte, end).proceed();
    }

    private final class Pull {

        private final String image;
        private final List<ImageLayer> layers;
        private final double nanosPerByte;
        private final Runnable end;
        private final Queue<ImageLayer> left;
        private final ImageStore.Lease lease;
        private int open;

        private Pull(String image, List<ImageLayer> layers, double nanosPerByte, Runnable end) {
            this.image = image;
            this.layers = layers;
            this.nanosPerByte = nanosPerByte;
            this.end = end;
            this.left = new ArrayDeque<>(layers);
            this.lease = store.lease(context.now());
        }

        private void proceed() {
            while (open < AT_ONCE && !left.isEmpty()) {
                ImageLayer layer = left.remove();
                if (!store.use(layer.digest(), lease)) {
                    open++;
                    begin(layer);
                }
            }
            if (open == 0) {
                store.complete(image, layers, lease);
                end.run();
            }
        }

        private void begin(ImageLayer layer) {
            List<Runnable> waiting = running.get(layer.digest());
            if (waiting != null) {
                long since = context.now();
                long cause = context.cause();
                waiting.add(() -> {
                    context.resume(cause);
                    context.after(untilNextTry(since), () -> arrived(layer));
                });
                return;
            }
            running.put(layer.digest(), new ArrayList<>(0));
            link.transfer((long) (layer.bytes() * nanosPerByte), () -> {
                List<Runnable> others = running.remove(layer.digest());
                long cause = context.cause();
                arrived(layer);
                for (Runnable other : others) {
                    other.run();
                }
                context.resume(cause);
            });
        }

        private void arrived(ImageLayer layer) {
            store.arrived(layer, lease);
            open--;
            proceed();
        }
    }

    /**
     * Nanoseconds until a pull notices that another one has fetched a layer: it tries again after random times, whose
     * bound doubles ({@code OpenWriter} in containerd's {@code content/helpers.go}).
     */
    private long untilNextTry(long since) {
        if (waits == null) {
            waits = context.random("layer-lock");
        }
        long next = since;
        long bound = WAIT_FIRST;
        while (next < context.now()) {
            next += waits.nextLong(bound) * VirtualTime.MILLISECOND;
            bound = Math.min(WAIT_MOST, 2 * bound);
        }
        return next - context.now();
    }
}
