package dev.wavetank.model.scheduler.cycle;

import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Which nodes were refused and why, in the order in which they were asked; each at most once. Most cycles find a node
 * and never look a refusal up, so that refusals can be found out when they are asked for.
 */
public final class Refusals {

    private final List<NodeInfo> nodes = new ArrayList<>();
    private final List<Refusal> reasons = new ArrayList<>();
    private @Nullable Consumer<Refusals> pending;

    /** None. */
    Refusals() {}

    /** Those that {@code pending} adds when they are first asked for. */
    Refusals(Consumer<Refusals> pending) {
        this.pending = pending;
    }

    private void complete() {
        Consumer<Refusals> known = pending;
        if (known != null) {
            pending = null;
            known.accept(this);
        }
    }

    /** Adds a node that has not been added. */
    void add(NodeInfo node, Refusal refusal) {
        complete();
        nodes.add(node);
        reasons.add(refusal);
    }

    /** How many nodes were refused. */
    public int size() {
        complete();
        return nodes.size();
    }

    /** The reasons in order. */
    public List<Refusal> reasons() {
        complete();
        return reasons;
    }

    /** Passes each node and why it was refused, in order. */
    public void forEach(BiConsumer<NodeInfo, Refusal> action) {
        complete();
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
