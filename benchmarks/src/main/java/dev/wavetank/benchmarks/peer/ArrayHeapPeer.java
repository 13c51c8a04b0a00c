package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;

/** Nothing but a heap of numbers: what an event list costs at least, and what the others are measured by. */
final class ArrayHeapPeer implements Peer {

    private final Delays delays;
    private final ArrayHeap heap;
    private long order;

    ArrayHeapPeer(Delays delays) {
        this.delays = delays;
        heap = new ArrayHeap(delays.pending());
        for (int i = 0; i < delays.pending(); i++) {
            heap.add(delays.initial(i), order++);
        }
    }

    @Override
    public long hold(int events) {
        long now = 0;
        for (int i = 0; i < events; i++) {
            now = heap.take();
            heap.add(now + delays.next(), order++);
        }
        return now;
    }
}
