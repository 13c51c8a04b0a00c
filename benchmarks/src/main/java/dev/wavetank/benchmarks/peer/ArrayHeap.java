package dev.wavetank.benchmarks.peer;

import java.util.Arrays;

/** The least that an event list can be: a binary heap over two {@code long} arrays, without events. */
final class ArrayHeap {

    private long[] times;
    private long[] orders;
    private int size;

    ArrayHeap(int capacity) {
        times = new long[capacity];
        orders = new long[capacity];
    }

    void add(long time, long order) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            orders = Arrays.copyOf(orders, size * 2);
        }
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (!before(time, order, parent)) {
                break;
            }
            times[hole] = times[parent];
            orders[hole] = orders[parent];
            hole = parent;
        }
        times[hole] = time;
        orders[hole] = order;
    }

    /** Removes the first entry and answers its time. */
    long take() {
        long first = times[0];
        long time = times[--size];
        long order = orders[size];
        int hole = 0;
        int firstLeaf = size >>> 1;
        while (hole < firstLeaf) {
            int child = 2 * hole + 1;
            if (child + 1 < size && before(times[child + 1], orders[child + 1], child)) {
                child++;
            }
            if (before(time, order, child)) {
                break;
            }
            times[hole] = times[child];
            orders[hole] = orders[child];
            hole = child;
        }
        times[hole] = time;
        orders[hole] = order;
        return first;
    }

    private boolean before(long time, long order, int index) {
        return time < times[index] || time == times[index] && order < orders[index];
    }
}
