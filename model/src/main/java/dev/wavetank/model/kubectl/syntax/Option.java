package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** A flag as one command has it: some came or went with a version of kubectl. */
public sealed interface Option permits Flag, Option.Versioned {

    /** What is typed. */
    Flag flag();

    /** Whether kubectl of this version knows it. */
    boolean isIn(KubernetesVersion version);

    /**
     * A flag that depends on the version.
     *
     * @param feature that brought or removed it
     * @param with whether versions with the feature have the flag, or those without
     */
    record Versioned(Flag flag, Feature feature, boolean with) implements Option {

        @Override
        public boolean isIn(KubernetesVersion version) {
            return version.has(feature) == with;
        }
    }
}
