package dev.wavetank.properties.invariant.convergence;

import java.util.List;

/**
 * The pods that workloads want at one instant.
 *
 * @param present names of those that exist and have not ended, such as {@code pod/default/web-1}
 * @param missing how many more are wanted
 */
public record WantedPods(List<String> present, int missing) {

    /** Keeps a copy of the list. */
    public WantedPods {
        present = List.copyOf(present);
    }
}
