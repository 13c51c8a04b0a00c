package dev.wavetank.properties.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongFunction;

/** Hands seeds to workers, and passes their runs to the observer in the order of the seeds. */
final class SeedQueue {

    private final long end;
    private final int stopAfter;
    private final Exploration.Observer observer;
    private final TreeMap<Long, ExploredRun> early = new TreeMap<>();
    private final List<ExploredRun> failures = new ArrayList<>();
    private long next;
    private long nextFinished;
    private boolean closed;

    SeedQueue(long first, long count, int stopAfter, Exploration.Observer observer) {
        this.next = first;
        this.nextFinished = first;
        this.end = first + count;
        this.stopAfter = stopAfter;
        this.observer = observer;
    }

    /** Runs one seed after the other until there is nothing left to do. */
    void work(LongFunction<ExploredRun> runner) {
        try {
            for (OptionalLong seed = take(); seed.isPresent(); seed = take()) {
                finish(seed.getAsLong(), runner.apply(seed.getAsLong()));
            }
        } catch (RuntimeException failure) {
            close(); // the other workers can stop
            throw failure;
        }
    }

    /** Hands out no more seeds. */
    synchronized void close() {
        closed = true;
    }

    /** The broken runs, by seed. */
    synchronized List<ExploredRun> failures() {
        return List.copyOf(failures);
    }

    private synchronized OptionalLong take() {
        boolean over = closed || next == end || failures.size() >= stopAfter || !observer.wantsMore();
        return over ? OptionalLong.empty() : OptionalLong.of(next++);
    }

    private synchronized void finish(long seed, ExploredRun run) {
        early.put(seed, run);
        while (failures.size() < stopAfter && early.containsKey(nextFinished)) {
            ExploredRun finished = Objects.requireNonNull(early.remove(nextFinished++));
            if (!finished.result().violations().isEmpty()) {
                failures.add(finished);
            }
            observer.finished(finished);
        }
    }
}
