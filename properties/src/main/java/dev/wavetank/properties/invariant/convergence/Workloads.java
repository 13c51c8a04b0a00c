package dev.wavetank.properties.invariant.convergence;

import dev.wavetank.model.api.KubernetesObject;
import java.util.List;

/** The workloads of one kind, as they are stored. */
interface Workloads {

    /** Applies a change of a stored object of any kind but pods. */
    void observe(KubernetesObject object, boolean deleted);

    /** What is missing now. Objects that are being deleted lack nothing. */
    List<Gap> gaps();

    /** All that are not being deleted. */
    List<KubernetesObject> all();

    /** How many pods they want together. */
    default int wantedPods() {
        return 0;
    }

    /** How long the slowest of them takes by what it asks for itself, such as one pod after the other. */
    default long ownWaits() {
        return 0;
    }

    /** How long one of them may leave all as it is before its controller writes something again, in nanoseconds. */
    default long patience() {
        return 0;
    }

    /** How many pods they still have to create: those that exist do not count, ready or not. */
    default int missingPods() {
        return 0;
    }

    /** Whether what they have reached stays so, if nobody changes what is wanted. */
    default boolean keepWhatTheyHave() {
        return true;
    }
}
