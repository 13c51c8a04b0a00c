package dev.wavetank.model.cluster;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.kubelet.cri.image.ImageLayer;
import dev.wavetank.model.kubelet.cri.image.ImageRegistry;
import dev.wavetank.model.kubelet.cri.image.PullLimit;
import dev.wavetank.model.kubelet.image.PullSettings;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.scenario.ImageContent;
import dev.wavetank.model.scenario.Meanings;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The settings of the registries that nodes pull from, and of what images are. */
final class ImageFlags {

    private static final String SIZES = "registry.image-sizes";
    private static final String WELL_KNOWN = "registry.well-known-sizes";
    private static final String TABLE = "image-sizes.txt";
    private static final String BANDWIDTH = "registry.bandwidth";

    private static final String LIMIT = "registry.pull-limit";
    private static final String SOURCE = LIMIT + "-source";
    private static final String CLUSTER = "cluster";

    private static final String PARALLEL = "kubelet.max-parallel-image-pulls";
    private static final String SERIAL = "kubelet.serialize-image-pulls";

    private ImageFlags() {}

    /** How kubelets pull images. */
    static PullSettings pulls(Settings settings, KubernetesVersion version) {
        int parallel = settings.number(PARALLEL, 0, 0);
        if (parallel > 0 && !version.has(Feature.MAX_PARALLEL_PULLS)) {
            throw new IllegalArgumentException(PARALLEL + " needs v1.27 or later; the cluster is " + version);
        }
        boolean serial = settings.bool(SERIAL, parallel < 2);
        if (serial && parallel > 1) {
            throw new IllegalArgumentException(
                    PARALLEL + " cannot be larger than 1 unless " + SERIAL + " is false, was " + parallel);
        }
        int qps = settings.number("kubelet.registry-qps", (int) PullSettings.LIMIT.qps(), 0);
        int burst = settings.number("kubelet.registry-burst", PullSettings.LIMIT.burst(), 1);
        int unlimited = parallel == 0 ? PullSettings.UNLIMITED : parallel;
        return new PullSettings(serial ? 1 : unlimited, qps == 0 ? RateLimit.NONE : new RateLimit(qps, burst));
    }

    static ImageRegistry registry(Settings settings) {
        return new ImageRegistry(
                settings.list("registry.absent-images"),
                settings.list("registry.private-images"),
                settings.list("registry.unreachable-images"),
                settings.list("registry.non-root-images"),
                new ImageRegistry.Transfer(sizes(settings), bandwidth(settings)),
                limit(settings));
    }

    private static PullLimit limit(Settings settings) {
        String source = settings.text(SOURCE, CLUSTER);
        if (!source.equals(CLUSTER) && !source.equals("node")) {
            throw new IllegalArgumentException(SOURCE + " must be node, when each node has an address of its own, or"
                    + " cluster, when all have the same, was '" + source + "'");
        }
        return new PullLimit(
                settings.list(LIMIT + "-images"),
                settings.number(LIMIT, 0, 0),
                settings.number(LIMIT + "-with-secret", 0, 0),
                settings.span(LIMIT + "-window", PullLimit.SIX_HOURS, VirtualTime.SECOND),
                source.equals(CLUSTER));
    }

    private static SortedMap<String, List<ImageLayer>> sizes(Settings settings) {
        SortedMap<String, ImageContent> sizes = settings.bool(WELL_KNOWN, false) ? wellKnown() : new TreeMap<>();
        for (String one : settings.list(SIZES)) {
            int equals = one.lastIndexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(SIZES + " must be images with their sizes, such as"
                        + " nginx=70Mi,ml/*=4Gi,app=debian:29Mi+5Mi, was '" + one + "'");
            }
            try {
                sizes.put(one.substring(0, equals), ImageContent.parse(one.substring(equals + 1)));
            } catch (IllegalArgumentException wrong) {
                throw new IllegalArgumentException(SIZES + ": " + one + ": " + wrong.getMessage(), wrong);
            }
        }
        try {
            ImageContent.check(sizes.values());
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(SIZES + ": " + wrong.getMessage(), wrong);
        }
        SortedMap<String, List<ImageLayer>> layers = new TreeMap<>();
        sizes.forEach((image, content) -> layers.put(image, layers(content)));
        return layers;
    }

    /**
     * The sizes of images that many people use, for linux/amd64 and all tags. Of each the table has a source: repo-info
     * is github.com/docker-library/repo-info, {@code repos/NAME/remote/latest.md}, with the version of the image that
     * it described; crictl is what {@code crictl images} of containerd printed.
     */
    private static SortedMap<String, ImageContent> wellKnown() {
        SortedMap<String, ImageContent> sizes = new TreeMap<>();
        Meanings.read(ImageFlags.class, TABLE)
                .forEach((image, row) -> sizes.put(image, ImageContent.parse(row.substring(0, row.indexOf(" | ")))));
        return sizes;
    }

    /** The layers of an image; those without a name have no digest. */
    static List<ImageLayer> layers(ImageContent content) {
        return content.layers().stream()
                .map(layer -> new ImageLayer(layer.name(), layer.bytes()))
                .toList();
    }

    private static long bandwidth(Settings settings) {
        String text = settings.text(BANDWIDTH, "100M");
        try {
            long amount = Quantity.parse(text).value();
            if (amount > 0) {
                return amount;
            }
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    BANDWIDTH + ": '" + text + "' is no quantity of bytes, such as 70Mi or 100M", wrong);
        }
        throw new IllegalArgumentException(BANDWIDTH + " must be more than 0 bytes, was " + text);
    }
}
