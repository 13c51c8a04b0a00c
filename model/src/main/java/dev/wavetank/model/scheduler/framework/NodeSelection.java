package dev.wavetank.model.scheduler.framework;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Some nodes of a snapshot by their positions, so that they can be counted off without a look at each. */
public final class NodeSelection extends AbstractList<NodeInfo> implements RandomAccess {

    private static final int WORD = Long.SIZE;

    private final List<NodeInfo> all;
    private final int[] positions;
    /** The same as a set, one bit for each position. */
    private final long[] words;

    private int size;

    /**
     * No node yet.
     *
     * @param all the nodes of the snapshot
     * @param limit how many can be added
     */
    public NodeSelection(List<NodeInfo> all, int limit) {
        this.all = all;
        this.positions = new int[limit];
        this.words = new long[words(all.size())];
    }

    /** Nodes of the snapshot, in their order. */
    public static NodeSelection of(List<NodeInfo> all, List<NodeInfo> some) {
        if (some instanceof NodeSelection selection) {
            return selection;
        }
        NodeSelection selection = new NodeSelection(all, some.size());
        some.forEach(node -> selection.add(node.position()));
        return selection;
    }

    /** How many words have a bit for each of so many nodes. */
    public static int words(int nodes) {
        return (nodes + WORD - 1) / WORD;
    }

    /** Adds a node after the others. */
    public void add(int position) {
        positions[size++] = position;
        words[position / WORD] |= 1L << position;
    }

    /** Adds nodes after the others, in the order of their positions, until the limit: those with a bit in a word. */
    public void addAll(int word, long bits) {
        long taken = bits;
        for (int over = size + Long.bitCount(bits) - positions.length; over > 0; over--) {
            taken &= ~Long.highestOneBit(taken);
        }
        int next = size;
        for (long left = taken; left != 0; left &= left - 1) {
            positions[next++] = word * WORD + Long.numberOfTrailingZeros(left);
        }
        size = next;
        words[word] |= taken;
    }

    /** Whether no more can be added. */
    public boolean isFull() {
        return size == positions.length;
    }

    /** The position of one of the nodes. */
    public int position(int index) {
        return positions[index];
    }

    /** Which of 64 positions are among them. */
    public long word(int word) {
        return words[word];
    }

    @Override
    public NodeInfo get(int index) {
        return all.get(positions[index]);
    }

    @Override
    public int size() {
        return size;
    }
}
