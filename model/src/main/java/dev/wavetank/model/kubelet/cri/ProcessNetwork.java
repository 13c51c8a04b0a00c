package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import java.util.List;

/** The network of the cluster, as processes of containers on one node find it. */
public interface ProcessNetwork {

    /** Knows no name and no address. */
    ProcessNetwork NONE = new ProcessNetwork() {
        @Override
        public List<String> lookUp(String name) {
            return List.of();
        }

        @Override
        public Attempt connect(String address, int port) {
            return Attempt.UNKNOWN;
        }
    };

    /** The addresses of a whole name, in order; empty when there is no such name. */
    List<String> lookUp(String name);

    /** What becomes of a connection to an address now. */
    Attempt connect(String address, int port);
}
