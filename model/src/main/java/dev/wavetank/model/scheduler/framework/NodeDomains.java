package dev.wavetank.model.scheduler.framework;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The values of one node label as small numbers, by the positions of the nodes of a snapshot: so that a look at many
 * nodes is a look into an array, and not into the labels of each.
 */
public final class NodeDomains {

    /** The number of a node that does not have the label. */
    public static final int NONE = -1;

    /** Stands for the name of the node, as if it were a label. No label has this key. */
    public static final String NAME = "";

    private final String key;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    private final List<String> values = new ArrayList<>();
    private int[] byPosition = new int[0];
    /** Positions by number, those without the label first; null until they are asked for. */
    private @Nullable Members members;

    private static final int FEW = 64;

    /** The positions of all numbers, one number after the other, and as sets where they are many. */
    private record Members(
            int[] starts, int[] positions, @Nullable BitSet[] sets) {}

    /** The domains of that label among no nodes. */
    public NodeDomains(String key) {
        this.key = key;
    }

    /** Takes over the nodes of a snapshot, in their order. */
    public void reset(List<? extends NodeInfo> nodes) {
        byPosition = new int[nodes.size()];
        for (int i = 0; i < byPosition.length; i++) {
            byPosition[i] = look(nodes.get(i));
        }
        members = null;
    }

    /** Takes over the labels of a node. */
    public void update(NodeInfo node) {
        int number = look(node);
        if (byPosition[node.position()] != number) {
            byPosition[node.position()] = number;
            members = null;
        }
    }

    /** Takes the nodes with that value, or those of {@link #NONE}, out of a set of positions. */
    public void exclude(int number, BitSet from) {
        Members known = members();
        if (number + 2 >= known.starts.length) {
            return;
        }
        BitSet set = known.sets[number + 1];
        if (set != null) {
            from.andNot(set);
            return;
        }
        for (int i = known.starts[number + 1]; i < known.starts[number + 2]; i++) {
            from.clear(known.positions[i]);
        }
    }

    /** Adds the nodes with that value to a set of positions. */
    public void include(int number, BitSet into) {
        Members known = members();
        if (number + 2 < known.starts.length) {
            for (int i = known.starts[number + 1]; i < known.starts[number + 2]; i++) {
                into.set(known.positions[i]);
            }
        }
    }

    private Members members() {
        Members known = members;
        if (known == null) {
            int[] starts = new int[values.size() + 2];
            for (int number : byPosition) {
                starts[number + 2]++;
            }
            for (int i = 1; i < starts.length; i++) {
                starts[i] += starts[i - 1];
            }
            int[] ends = starts.clone();
            int[] positions = new int[byPosition.length];
            @Nullable BitSet[] sets = new BitSet[starts.length - 1];
            for (int position = 0; position < byPosition.length; position++) {
                int index = byPosition[position] + 1;
                positions[ends[index]++] = position;
                if (starts[index + 1] - starts[index] > FEW) {
                    BitSet set = sets[index] == null ? new BitSet(byPosition.length) : sets[index];
                    set.set(position);
                    sets[index] = set;
                }
            }
            known = new Members(starts, positions, sets);
            members = known;
        }
        return known;
    }

    private int look(NodeInfo node) {
        String value =
                key.equals(NAME) ? node.name() : node.node().metadata().labels().get(key);
        return value == null ? NONE : numberOf(value);
    }

    /** The number of the value of the node at that position, or {@link #NONE}. */
    public int at(int position) {
        return byPosition[position];
    }

    /** The number of a value, from 0; it never changes. */
    public int numberOf(String value) {
        Integer known = numbers.get(value);
        if (known == null) {
            known = values.size();
            numbers.put(value, known);
            values.add(value);
        }
        return known;
    }

    /** The value with that number. */
    public String value(int number) {
        return values.get(number);
    }

    /** How many values have a number: all that a node has, and maybe others. */
    public int size() {
        return values.size();
    }
}
