package dev.wavetank.sim;

import java.util.Arrays;

/**
 * Chains of (time, entry) pairs, to which pairs are added one by one and which are emptied as a whole, first
 * in, first out.
 *
 * <p>A chain consists of blocks, of which only the last is not full. An emptied block is reused by the next chain
 * that needs one, so that nothing is allocated once there are enough.
 */
final class EntryChains {

    /** Pairs in a block: 512 bytes, which the memory fetches ahead when a chain is read. */
    private static final int BLOCK = 32;

    private static final int INITIAL_BLOCKS = 64;
    private static final int NONE = -1;

    private final int[] counts;
    private final int[] firstBlocks;
    private final int[] lastBlocks;

    private long[] pairs = new long[2 * BLOCK * INITIAL_BLOCKS];
    /** The block after each one, in its chain or among the free ones. */
    private int[] nextBlocks = new int[INITIAL_BLOCKS];

    private int blocks;
    private int freeBlock = NONE;

    EntryChains(int chains) {
        counts = new int[chains];
        firstBlocks = new int[chains];
        lastBlocks = new int[chains];
    }

    int count(int chain) {
        return counts[chain];
    }

    /** Adds a pair. Returns whether it is the only one in its chain. */
    boolean add(int chain, long time, long entry) {
        int count = counts[chain]++;
        int place = count & BLOCK - 1;
        if (place == 0) {
            append(chain, count == 0);
        }
        int index = 2 * (BLOCK * lastBlocks[chain] + place);
        pairs[index] = time;
        pairs[index + 1] = entry;
        return count == 0;
    }

    /** Empties a chain into a sink, which may add to this chain or to others. */
    void drain(int chain, EntrySink sink) {
        int left = counts[chain];
        int block = firstBlocks[chain];
        counts[chain] = 0;
        while (left > 0) {
            int start = 2 * BLOCK * block;
            int end = start + 2 * Math.min(left, BLOCK);
            for (int index = start; index < end; index += 2) {
                sink.accept(pairs[index], pairs[index + 1]);
            }
            left -= BLOCK;
            int next = nextBlocks[block];
            nextBlocks[block] = freeBlock;
            freeBlock = block;
            block = next;
        }
    }

    private void append(int chain, boolean isFirst) {
        int block = newBlock();
        if (isFirst) {
            firstBlocks[chain] = block;
        } else {
            nextBlocks[lastBlocks[chain]] = block;
        }
        lastBlocks[chain] = block;
    }

    private int newBlock() {
        int block = freeBlock;
        if (block != NONE) {
            freeBlock = nextBlocks[block];
            return block;
        }
        if (blocks == nextBlocks.length) {
            pairs = Arrays.copyOf(pairs, pairs.length * 2);
            nextBlocks = Arrays.copyOf(nextBlocks, blocks * 2);
        }
        return blocks++;
    }

    /** Takes one pair. */
    @FunctionalInterface
    interface EntrySink {
        void accept(long time, long entry);
    }
}
