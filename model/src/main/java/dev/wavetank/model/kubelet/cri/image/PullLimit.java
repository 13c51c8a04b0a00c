package dev.wavetank.model.kubelet.cri.image;

import dev.wavetank.sim.VirtualTime;
import java.util.List;

/**
 * How many images a registry gives within a time, as Docker Hub does: pulls without credentials are counted by the
 * address that they come from, pulls with credentials by the account (docs.docker.com/docker-hub/usage/pulls). A
 * question whether an image has changed is no pull.
 *
 * @param images that are counted: names, or beginnings of names before a {@code *}; when there are none, those of
 *     Docker Hub
 * @param anonymous pulls without a pull secret within the window, from one address; 0 for no limit
 * @param authenticated pulls with one, of all nodes together; 0 for no limit
 * @param window nanoseconds before a pull in which others count
 * @param oneAddress whether all nodes have the same address for registries, as behind a NAT gateway
 */
public record PullLimit(List<String> images, int anonymous, int authenticated, long window, boolean oneAddress) {

    /** Six hours: the window of Docker Hub. */
    public static final long SIX_HOURS = 6 * VirtualTime.HOUR;

    /** No limit. */
    public static final PullLimit NONE = new PullLimit(List.of(), 0, 0, SIX_HOURS, true);

    /** Pulls within the window; 0 for no limit. */
    int most(boolean hasSecret) {
        return hasSecret ? authenticated : anonymous;
    }

    /** What a registry takes a pull to come from. */
    String source(String node, boolean hasSecret) {
        if (hasSecret) {
            return "account";
        }
        return oneAddress ? "address" : "address of " + node;
    }
}
