package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.collection.CollectionSettings;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** The flags of kubelets about garbage. */
final class CollectionFlags {

    private static final String HIGH = "kubelet.image-gc-high-threshold";
    private static final String LOW = "kubelet.image-gc-low-threshold";
    private static final String OLDEST = "kubelet.image-maximum-gc-age";
    private static final String DEAD = "kubelet.maximum-dead-containers-per-container";

    private CollectionFlags() {}

    static CollectionSettings of(Settings settings, KubernetesVersion version) {
        CollectionSettings standard = CollectionSettings.DEFAULT;
        int high = percent(settings, HIGH, standard.high());
        int low = percent(settings, LOW, standard.low());
        if (low > high) {
            throw new IllegalArgumentException(
                    LOW + " must not be higher than " + HIGH + ", which is " + high + ", was " + low);
        }
        long oldest = settings.span(OLDEST, standard.oldest(), 0);
        if (oldest > 0 && !version.has(Feature.IMAGE_MAXIMUM_AGE)) {
            throw new IllegalArgumentException(OLDEST + " needs v1.30 or later; the cluster is " + version);
        }
        int dead = settings.number(DEAD, standard.deadContainers(), -1);
        if (dead == 0) {
            throw new IllegalArgumentException(
                    DEAD + ": that no dead container is kept is not simulated; must be -1 or at least 1, was 0");
        }
        return new CollectionSettings(
                high,
                low,
                settings.span("kubelet.minimum-image-ttl-duration", standard.youngest(), 0),
                oldest,
                dead,
                settings.span("kubelet.minimum-container-ttl-duration", standard.youngestContainer(), 0));
    }

    private static int percent(Settings settings, String name, int otherwise) {
        int percent = settings.number(name, otherwise, 0);
        if (percent > 100) {
            throw new IllegalArgumentException(name + " must be from 0 to 100, was " + percent);
        }
        return percent;
    }
}
