package dev.wavetank.model.kubelet.cri;

import java.util.List;

/** The DNS of the cluster, as processes of containers find it. */
@FunctionalInterface
public interface NameServer {

    /** Knows no name. */
    NameServer NONE = name -> List.of();

    /** The addresses of a whole name, in order; empty when there is no such name. */
    List<String> lookUp(String name);
}
