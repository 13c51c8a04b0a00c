package dev.wavetank.model.scenario;

/**
 * A pod that has no name yet when the plan is made: the n-th running pod of a namespace whose name begins with a
 * prefix.
 *
 * @param namespace the namespace
 * @param prefix of the name, such as the name of its Deployment
 * @param index position among those pods in the order of their names, from 0, counted round
 */
public record PodTarget(String namespace, String prefix, int index) {

    /** Checks the index. */
    public PodTarget {
        if (index < 0) {
            throw new IllegalArgumentException("the index of a pod must not be negative, was " + index);
        }
    }

    /** {@code namespace/prefix*[index]}. */
    @Override
    public String toString() {
        return namespace + "/" + prefix + "*[" + index + "]";
    }
}
