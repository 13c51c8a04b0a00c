package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.Handle;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.StateKey;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/**
 * Prefers nodes that have the images of the pod's containers, the large ones and those that many nodes have above
 * all.
 */
public final class ImageLocality implements ScorePlugin, SignPlugin {

    /** Its name. */
    public static final String NAME = "ImageLocality";

    private static final long MEGABYTE = 1024L * 1024;
    private static final long LEAST = 23 * MEGABYTE;
    private static final long MOST_OF_CONTAINER = 1000 * MEGABYTE;
    private static final StateKey<Images> IMAGES = new StateKey<>("ImageLocality");

    private final Handle handle;
    private final KubernetesVersion version;
    private final boolean spreads;
    private final long most;

    /** @param limit from how many bytes on a node has most points */
    private record Images(List<String> names, int nodes, long limit) implements CycleState.Entry {
        @Override
        public CycleState.Entry copy() {
            return this;
        }
    }

    /** The plug-in of a scheduler. */
    public ImageLocality(Handle handle) {
        this.handle = handle;
        this.version = handle.version();
        this.spreads = version.has(Feature.IMAGE_SPREAD);
        this.most = Scores.most(version);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasScoreExtensions() {
        return false;
    }

    @Override
    public Object sign(PodInfo pod) {
        return names(pod);
    }

    /** Read once in each cycle. */
    private Images images(CycleState state, PodInfo pod) {
        Images known = state.read(IMAGES);
        if (known == null) {
            List<String> names = names(pod);
            long limit = MOST_OF_CONTAINER * (version.has(Feature.IMAGE_LIMIT_PER_CONTAINER) ? names.size() : 1);
            known = new Images(names, handle.snapshot().nodes().size(), limit);
            state.write(IMAGES, known);
        }
        return known;
    }

    private List<String> names(PodInfo pod) {
        List<String> names = new ArrayList<>(2);
        if (version.has(Feature.IMAGES_OF_INIT_CONTAINERS)) {
            add(names, pod.pod().spec().initContainers());
        }
        add(names, pod.pod().spec().containers());
        return names;
    }

    private static void add(List<String> names, List<Container> containers) {
        for (Container container : containers) {
            String image = container.image() == null ? "" : container.image();
            // A colon after the last slash begins a tag or a digest; any other one stands before a port.
            names.add(image.lastIndexOf(':') <= image.lastIndexOf('/') ? image + ":latest" : image);
        }
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        return points(images(state, pod), node);
    }

    @Override
    public void scoreAll(CycleState state, PodInfo pod, List<NodeInfo> nodes, long[] points) {
        Images images = images(state, pod);
        for (int i = 0; i < points.length; i++) {
            points[i] = points(images, nodes.get(i));
        }
    }

    private long points(Images images, NodeInfo node) {
        return spreads ? spreadPoints(images, node) : plainPoints(images, node);
    }

    private long spreadPoints(Images images, NodeInfo node) {
        long sum = 0;
        for (int i = 0; i < images.names.size(); i++) {
            String name = images.names.get(i);
            long size = node.imageSize(name);
            if (size > 0) {
                sum += (long) (size * (node.nodesWithImage(name) / (double) images.nodes));
            }
        }
        long within = Math.max(LEAST, Math.min(images.limit, sum));
        return most * (within - LEAST) / (images.limit - LEAST);
    }

    /** The sum of the sizes, and one step more, for all that is not tiny ({@code calculateScoreFromSize}). */
    private long plainPoints(Images images, NodeInfo node) {
        long sum = 0;
        for (int i = 0; i < images.names.size(); i++) {
            sum += node.imageSize(images.names.get(i));
        }
        if (sum < LEAST) {
            return 0;
        }
        return sum >= MOST_OF_CONTAINER ? most : most * (sum - LEAST) / (MOST_OF_CONTAINER - LEAST) + 1;
    }
}
