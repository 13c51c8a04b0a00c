package dev.wavetank.sim.network;

import java.util.List;

/**
 * A disturbance that lies over the network, and how many messages it has touched.
 *
 * @param <L> what kind of layer it is
 */
final class ActiveLayer<L> {

    private final L layer;
    private long hits;

    ActiveLayer(L layer) {
        this.layer = layer;
    }

    L layer() {
        return layer;
    }

    void hit() {
        hits++;
    }

    long hits() {
        return hits;
    }

    /** Takes the oldest of several equal layers away. */
    static <L> ActiveLayer<L> remove(List<ActiveLayer<L>> layers, L layer) {
        for (int i = 0; i < layers.size(); i++) {
            if (layers.get(i).layer.equals(layer)) {
                return layers.remove(i);
            }
        }
        throw new IllegalArgumentException("no such layer lies over the network: " + layer);
    }
}
