package dev.wavetank.model.version;

/** What {@code features.txt} says of a {@link Feature}. */
public sealed interface FeatureFacts permits Feature {

    /** The versions that have it by default. */
    default VersionRange versions() {
        return facts().versions();
    }

    /** The feature gate of Kubernetes, such as {@code WatchList}; empty when there is none. */
    default String gate() {
        return facts().gate();
    }

    /** The part of the cluster, such as {@code kubelet}. */
    default String area() {
        return facts().area();
    }

    /** What changes, in one sentence or two. */
    default String change() {
        return facts().change();
    }

    /** Where that is written: a KEP, a pull request, a changelog or a file of Kubernetes. */
    default String source() {
        return facts().source();
    }

    private FeatureTable.Facts facts() {
        return FeatureTable.get().facts((Feature) this);
    }
}
