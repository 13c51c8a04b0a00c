package dev.wavetank.reports.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Runs seeds in several threads, and takes their results in the order of the seeds.
 *
 * <p>Whether enough is done is asked of the results in that order, after every tenth. Results of later seeds, which
 * other threads may have by then, are dropped; so the number of threads changes nothing but the speed.
 */
final class SeedPool<T> {

    /** Asking after every seed would end with a lucky streak too often. */
    private static final int STEP = 10;

    private final LongFunction<T> runner;
    private final Predicate<List<T>> isEnough;
    private final TreeMap<Long, T> early = new TreeMap<>();
    private final List<T> results = new ArrayList<>();
    private long next;
    private long nextResult;
    private boolean closed;
    private boolean enough;

    /**
     * A pool.
     *
     * @param runner makes the result of a seed, in any thread
     * @param isEnough whether no more seeds are needed
     */
    SeedPool(LongFunction<T> runner, Predicate<List<T>> isEnough) {
        this.runner = runner;
        this.isEnough = isEnough;
    }

    /** Runs the seeds; what a run throws ends all. */
    List<T> run(long first, long count, int jobs, Replications.Observer observer) {
        next = first;
        nextResult = first;
        int workers = (int) Math.min(jobs, count);
        ExecutorService threads = Executors.newFixedThreadPool(workers);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < workers; i++) {
                ends.add(threads.submit(() -> work(first + count, observer)));
            }
            for (Future<?> end : ends) {
                end.get();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException failure) {
            rethrow(failure.getCause());
        } finally {
            close();
            threads.shutdown();
        }
        return results();
    }

    private static void rethrow(@Nullable Throwable cause) {
        if (cause instanceof RuntimeException known) {
            throw known;
        }
        if (cause instanceof Error known) {
            throw known;
        }
        throw new IllegalStateException(cause);
    }

    private void work(long end, Replications.Observer observer) {
        try {
            for (OptionalLong seed = take(end, observer); seed.isPresent(); seed = take(end, observer)) {
                finish(seed.getAsLong(), runner.apply(seed.getAsLong()), observer);
            }
        } catch (RuntimeException | Error failure) {
            close(); // the other threads need not begin another seed
            throw failure;
        }
    }

    private synchronized void close() {
        closed = true;
    }

    private synchronized List<T> results() {
        return List.copyOf(results);
    }

    private synchronized OptionalLong take(long end, Replications.Observer observer) {
        return closed || enough || next == end || !observer.wantsMore()
                ? OptionalLong.empty()
                : OptionalLong.of(next++);
    }

    private synchronized void finish(long seed, T result, Replications.Observer observer) {
        early.put(seed, result);
        while (!enough && early.containsKey(nextResult)) {
            results.add(Objects.requireNonNull(early.remove(nextResult++)));
            observer.seedDone();
            enough = results.size() % STEP == 0 && isEnough.test(List.copyOf(results));
        }
    }
}
