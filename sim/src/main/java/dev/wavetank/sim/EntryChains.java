package dev.wavetank.sim;

import java.util.Arrays;

/**
 * Chains of (time, entry) pairs in no order, to which pairs are added one by one and which are emptied as a whole.
 *
 * <p>A chain consists of blocks, of which only the last is not full. A block that was emptied is used again by whatever
 * chain needs one next, so that nothing is allocated once there are enough.
 */
final class EntryChains {

    /** Pairs in a block: 512 bytes, which the memory fetches ahead when a chain is read. */
    private static final int BLOCK = 32;

    private static final int INITIAL_BLOCKS = 64;
    private static final int NONE = -1;

    private final int[] counts;
    private final int[] lastBlocks;

    private long[] pairs = new long[2 * BLOCK * INITIAL_BLOCKS];
    /** The block before, in a chain or among the free ones. */
    private int[] previousBlocks = new int[INITIAL_BLOCKS];

    private int blocks;
    private int freeBlock = NONE;

    EntryChains(int chains) {
        counts = new int[chains];
        lastBlocks = new int[chains];
        Arrays.fill(lastBlocks, NONE);
    }

    int count(int chain) {
        return counts[chain];
    }

    /** Adds a pair. Answers whether it is the only one in its chain. */
    boolean add(int chain, long time, long entry) {
        int count = counts[chain]++;
        int place = count & BLOCK - 1;
        if (place == 0) {
            lastBlocks[chain] = newBlock(lastBlocks[chain]);
        }
        int index = 2 * (BLOCK * lastBlocks[chain] + place);
        pairs[index] = time;
        pairs[index + 1] = entry;
        return count == 0;
    }

    /** Empties a chain into a sink, which may add to this chain or to others. */
    void drain(int chain, EntrySink sink) {
        int count = (counts[chain] - 1 & BLOCK - 1) + 1;
        int block = lastBlocks[chain];
        counts[chain] = 0;
        lastBlocks[chain] = NONE;
        while (block != NONE) {
            int first = 2 * BLOCK * block;
            for (int index = first; index < first + 2 * count; index += 2) {
                sink.accept(pairs[index], pairs[index + 1]);
            }
            int previous = previousBlocks[block];
            previousBlocks[block] = freeBlock;
            freeBlock = block;
            block = previous;
            count = BLOCK;
        }
    }

    private int newBlock(int previous) {
        int block = freeBlock;
        if (block == NONE) {
            if (blocks == previousBlocks.length) {
                pairs = Arrays.copyOf(pairs, pairs.length * 2);
                previousBlocks = Arrays.copyOf(previousBlocks, blocks * 2);
            }
            block = blocks++;
        } else {
            freeBlock = previousBlocks[block];
        }
        previousBlocks[block] = previous;
        return block;
    }

    /** Takes one pair. */
    @FunctionalInterface
    interface EntrySink {
        void accept(long time, long entry);
    }
}
