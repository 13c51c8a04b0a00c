package dev.wavetank.benchmarks.peer;

import dev.wavetank.benchmarks.workload.Delays;
import java.util.Comparator;
import java.util.PriorityQueue;

/** The JDK's queue with a record an event: what one would write first. */
final class PriorityQueuePeer implements Peer {

    private static final Comparator<Scheduled> ORDER =
            Comparator.comparingLong(Scheduled::time).thenComparingLong(Scheduled::order);

    private final Delays delays;
    private final PriorityQueue<Scheduled> queue;
    private long order;

    private record Scheduled(long time, long order) {}

    PriorityQueuePeer(Delays delays) {
        this.delays = delays;
        queue = new PriorityQueue<>(delays.pending(), ORDER);
        for (int i = 0; i < delays.pending(); i++) {
            queue.add(new Scheduled(delays.initial(i), order++));
        }
    }

    @Override
    public long hold(int events) {
        long now = 0;
        for (int i = 0; i < events; i++) {
            now = queue.remove().time();
            queue.add(new Scheduled(now + delays.next(), order++));
        }
        return now;
    }
}
