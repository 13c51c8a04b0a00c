package dev.wavetank.model.controller.attachdetach;

import dev.wavetank.model.volume.AttachableVolume;

/** One volume at one node, as the controller knows ({@code actual_state_of_world.go}). */
final class Attachment {

    /** What goes on with it. */
    enum State {
        ATTACHING,
        ATTACHED,
        DETACHING
    }

    final AttachableVolume volume;
    final String node;
    State state;
    /** Since when no pod on the node wants it; negative while one does. */
    long unwantedSince = -1;

    Attachment(AttachableVolume volume, String node, State state) {
        this.volume = volume;
        this.node = node;
        this.state = state;
    }

    boolean isAt(String other) {
        return node.equals(other);
    }
}
