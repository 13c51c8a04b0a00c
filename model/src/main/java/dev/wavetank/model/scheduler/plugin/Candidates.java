package dev.wavetank.model.scheduler.plugin;

import java.util.ArrayList;
import java.util.List;

/** The nodes that a pod can go to, in the order in which they were found. A node belongs to the latest candidates. */
public final class Candidates {

    private final List<NodeState> nodes;

    /** None yet, with room for some. */
    public Candidates(int room) {
        nodes = new ArrayList<>(room);
    }

    /** Adds one at the end. */
    public void add(NodeState node) {
        node.setPosition(nodes.size());
        nodes.add(node);
    }

    /** How many there are. */
    public int size() {
        return nodes.size();
    }

    /** The one at a position from 0 on. */
    public NodeState get(int position) {
        return nodes.get(position);
    }

    /** The position of a node; -1 when it is no candidate. */
    int positionOf(NodeState node) {
        int position = node.position();
        return position < nodes.size() && nodes.get(position) == node ? position : -1;
    }
}
