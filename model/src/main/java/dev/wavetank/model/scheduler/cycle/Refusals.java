package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Which nodes were refused and why, in the order in which they were asked; each at most once. Most cycles find a node
 * and never look a refusal up, so that no map is made before somebody asks for it.
 */
public final class Refusals {

    private final List<NodeInfo> nodes = new ArrayList<>();
    private final List<Refusal> reasons = new ArrayList<>();

    /** Adds a node that has not been added. */
    void add(NodeInfo node, Refusal refusal) {
        nodes.add(node);
        reasons.add(refusal);
    }

    /** How many nodes were refused. */
    public int size() {
        return nodes.size();
    }

    /** The reasons in order. */
    public List<Refusal> reasons() {
        return reasons;
    }

    /** Passes each node and why it was refused, in order. */
    public void forEach(BiConsumer<NodeInfo, Refusal> action) {
        for (int i = 0; i < nodes.size(); i++) {
            action.accept(nodes.get(i), reasons.get(i));
        }
    }

    /** The reasons by node, in order. */
    public Map<NodeInfo, Refusal> byNode() {
        Map<NodeInfo, Refusal> result = new LinkedHashMap<>();
        forEach(result::put);
        return result;
    }
}
