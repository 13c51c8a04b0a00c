package dev.wavetank.model.kubelet.cri.process;

import java.util.List;

/**
 * What a resolver finds.
 *
 * @param name the name below the search path that there is; empty when there is none
 * @param addresses of the name, in order
 * @param nanos how long it took, in nanoseconds
 */
public record NameAnswer(String name, List<String> addresses, long nanos) {

    /** Keeps a copy. */
    public NameAnswer {
        addresses = List.copyOf(addresses);
    }
}
