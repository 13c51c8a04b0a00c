package dev.wavetank.model.version;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A minor version of Kubernetes, from the oldest to the newest that Wavetank simulates.
 *
 * <p>v1.8, v1.20 and v1.32 are held against sources by tests. The others follow from the same table of features.
 * v1.36 is the newest: up to it, the deprecation guide (newest entry: v1.32) and the defaults of feature gates are
 * known.
 */
public enum KubernetesVersion {
    /** The version that tests hold against sources of its time: initializers, five requests a second for a kubelet. */
    V1_8,
    V1_9,
    V1_10,
    V1_11,
    V1_12,
    V1_13,
    V1_14,
    V1_15,
    V1_16,
    V1_17,
    V1_18,
    V1_19,
    /** The version of the recordings that the conformance tests compare with. */
    V1_20,
    V1_21,
    V1_22,
    V1_23,
    V1_24,
    V1_25,
    V1_26,
    V1_27,
    V1_28,
    V1_29,
    V1_30,
    V1_31,
    /** The newest version that tests hold against sources. */
    V1_32,
    V1_33,
    V1_34,
    V1_35,
    /** The version in which controllers wait for what they wrote themselves. */
    V1_36;

    /** The oldest version. */
    public static final KubernetesVersion OLDEST = V1_8;

    /** The newest version. */
    public static final KubernetesVersion NEWEST = V1_36;

    /** The version that a scenario has when it names none. */
    public static final KubernetesVersion DEFAULT = V1_36;

    /**
     * Reads a version.
     *
     * @param text such as {@code v1.32} or {@code 1.32}
     * @throws IllegalArgumentException naming the text and the versions that there are
     */
    public static KubernetesVersion parse(String text) {
        String label = text.startsWith("v") ? text : "v" + text;
        for (KubernetesVersion version : values()) {
            if (version.toString().equals(label)) {
                return version;
            }
        }
        throw new IllegalArgumentException(
                "there is no Kubernetes version '" + text + "' here: use one from " + OLDEST + " to " + NEWEST);
    }

    /** The versions that tests hold against sources of their time; the others follow from the same facts. */
    public static List<KubernetesVersion> tested() {
        return List.of(V1_8, V1_20, V1_32);
    }

    /** All versions, the oldest first. */
    public static List<KubernetesVersion> all() {
        return List.of(values());
    }

    /**
     * The last version before the first that has a feature.
     *
     * @throws IllegalArgumentException when all have it, or none
     */
    public static KubernetesVersion before(Feature feature) {
        for (int i = 1; i < values().length; i++) {
            if (values()[i].has(feature) && !values()[i - 1].has(feature)) {
                return values()[i - 1];
            }
        }
        throw new IllegalArgumentException("no version begins to have " + feature);
    }

    /**
     * The newest version that has a feature.
     *
     * @throws IllegalArgumentException when none has it
     */
    public static KubernetesVersion newest(Feature feature) {
        for (int i = values().length - 1; i >= 0; i--) {
            if (values()[i].has(feature)) {
                return values()[i];
            }
        }
        throw new IllegalArgumentException("no version has " + feature);
    }

    /** Whether this version has the feature by default. */
    public boolean has(Feature feature) {
        return FeatureTable.get().has(this, feature);
    }

    /** Whether it has everything that the model has: what is written for any version needs no change. */
    public boolean isNewest() {
        return this == NEWEST;
    }

    /** The version before this one; the oldest itself for the oldest. */
    KubernetesVersion previous() {
        return values()[Math.max(0, ordinal() - 1)];
    }

    /** All features that this version has by default. */
    public @Nullable Set<Feature> features() {
        return FeatureTable.get().in(this);
    }

    /** The number behind the dot, such as {@code 32}, as {@code /version} reports it. */
    public String minor() {
        return name().substring(name().indexOf('_') + 1);
    }

    /** How people write it, such as {@code v1.32}. */
    @Override
    public String toString() {
        return "v1." + minor();
    }
}
