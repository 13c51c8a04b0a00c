package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.ObjectNames;
import java.util.Optional;

/**
 * What one workload lacks.
 *
 * @param workload as it is stored
 * @param lack in words with the name of the workload, such as {@code 1 of 3 pods of replicaset/default/web are not
 *     ready}
 * @param seen in words without it, such as {@code 2 of 3 active pods are ready, expected 3}
 * @param progress how far it has come, in words; empty when nothing is known
 * @param obstacle why no component can mend it, in the words that a user would see; empty when one can
 * @param known the behaviour of Kubernetes that leaves it so; empty when none does
 */
record Gap(
        KubernetesObject workload,
        String lack,
        String seen,
        Optional<String> progress,
        Optional<String> obstacle,
        Optional<KnownBehaviour> known) {

    /** A gap that no known behaviour leaves. */
    Gap(KubernetesObject workload, String lack, String seen, Optional<String> progress, Optional<String> obstacle) {
        this(workload, lack, seen, progress, obstacle, Optional.empty());
    }

    /** The same gap, left by a behaviour, if there is one. */
    Gap knownAs(Optional<KnownBehaviour> behaviour) {
        return new Gap(workload, lack, seen, progress, obstacle, behaviour);
    }

    /** The same gap, with this obstacle if it has none yet. */
    Gap or(Optional<String> other) {
        return obstacle.isPresent() || other.isEmpty() ? this : new Gap(workload, lack, seen, progress, other, known);
    }

    /** What is missing, and why: the obstacle, or else the progress. */
    String inWords() {
        return lack
                + obstacle.or(() -> known.map(behaviour -> behaviour.issue() + ": " + behaviour.sentence()))
                        .or(this::progress)
                        .map(why -> " because " + why).orElse("");
    }

    /** Name of the workload, such as {@code replicaset/default/web}. */
    String name() {
        return ObjectNames.of(workload);
    }
}
