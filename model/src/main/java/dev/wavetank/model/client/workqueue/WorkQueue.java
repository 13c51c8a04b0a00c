package dev.wavetank.model.client.workqueue;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.flowcontrol.TokenBucket;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * The keys that wait for a controller, and its workers: client-go's rate-limited work queue.
 *
 * <p>Fair: keys are taken in the order in which they were added. Stingy: a key that is added several times before
 * it is taken is worked on once; in the trace its cause is the first that added it. Never twice at a time: a key
 * that is added while a worker has it waits until that worker is done. Failed keys come back after 5 ms, doubled
 * with every failure in a row up to 1000 s, or later when the queue as a whole has more than 10 retries a second
 * after a burst of 100.
 *
 * @param <K> type of the keys, with value equality
 */
public final class WorkQueue<K> {

    /** For controllers that never give a key up. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** How long a key that failed waits, where nothing else is said: 5 ms and twice as long each time, up to 1000 s. */
    public static final Backoff BACKOFF = new Backoff(5 * VirtualTime.MILLISECOND, 1000 * VirtualTime.SECOND);

    private static final RateLimit OVERALL = new RateLimit(10, 100);

    private final Context context;
    private final Settings settings;
    private final RandomStream pickUps;
    private final Reconciler<K> reconciler;
    private final TokenBucket overall = new TokenBucket(OVERALL);

    /** Keys in the order in which they will be taken: all of {@code dirty} that no worker has. */
    private final Queue<K> ready = new ArrayDeque<>();
    /** Keys that need work, each with the cause of the first that added it: see {@link Context#resume}. */
    private final Map<K, Long> dirty = new LinkedHashMap<>();
    /** Keys that a worker has. */
    private final Set<K> processing = new LinkedHashSet<>();
    /** Keys that will be added later. */
    private final Map<K, Delayed> delayed = new LinkedHashMap<>();
    /** How often in a row keys have failed. */
    private final Map<K, Integer> failures = new LinkedHashMap<>();

    private boolean started;
    private boolean waking;

    /**
     * Works on one key.
     *
     * @param <K> type of the keys
     */
    @FunctionalInterface
    public interface Reconciler<K> {

        /** Drives one object towards its desired state. */
        Completion<SyncResult> reconcile(K key);
    }

    /**
     * How a queue is worked on.
     *
     * @param workers how many keys are worked on at the same time: the flags {@code --concurrent-*-syncs}
     * @param retries after how many failures in a row a key is given up, or {@link #UNLIMITED}
     * @param backoff how long a key waits that has failed
     * @param pickUp how long a free worker needs until it has a key and looks at the caches; of the workers of a queue
     *     one does so after the other
     */
    @RecordBuilder
    public record Settings(int workers, int retries, Backoff backoff, Distribution pickUp)
            implements WorkQueueSettingsBuilder.With {

        private static final Distribution AT_ONCE = new Distribution.Constant(0);

        /** The usual back-off, and keys that are picked up at once. */
        public static Settings of(int workers, int retries) {
            return new Settings(workers, retries, BACKOFF, AT_ONCE);
        }
    }

    private record Delayed(long due, Timer timer) {}

    /**
     * An empty queue whose workers have not started.
     *
     * @param context of the component that it belongs to
     * @param name names its random streams; no two queues of a component have the same
     * @param workers how many keys are worked on at the same time: the flags {@code --concurrent-*-syncs}
     * @param retries after how many failures in a row a key is given up, or {@link #UNLIMITED}
     * @param reconciler does the work
     */
    public WorkQueue(Context context, String name, int workers, int retries, Reconciler<K> reconciler) {
        this(context, name, Settings.of(workers, retries), reconciler);
    }

    /** An empty queue whose workers have not started, with other settings than most. */
    public WorkQueue(Context context, String name, Settings settings, Reconciler<K> reconciler) {
        if (settings.workers() < 1) {
            throw new IllegalArgumentException("a work queue needs at least one worker, had " + settings.workers());
        }
        this.context = context;
        this.settings = settings;
        this.pickUps = context.random("pick-up/" + name);
        this.reconciler = reconciler;
    }

    /** Lets the workers begin. */
    public void start() {
        started = true;
        wake();
    }

    /** Has the key worked on. */
    public void add(K key) {
        if (dirty.putIfAbsent(key, context.cause()) == null && !processing.contains(key)) {
            ready.add(key);
            wake();
        }
    }

    /**
     * Adds the key after a delay in nanoseconds, at once when it is not positive; of several delays of one key the
     * earliest counts.
     */
    public void addAfter(K key, long delay) {
        if (delay <= 0) {
            add(key);
            return;
        }
        long due = context.now() + delay;
        Delayed present = delayed.get(key);
        if (present != null) {
            if (present.due() <= due) {
                return;
            }
            present.timer().cancel();
        }
        Timer timer = context.after(delay, () -> {
            delayed.remove(key);
            add(key);
        });
        delayed.put(key, new Delayed(due, timer));
    }

    /** Adds the key after its back-off, and counts a failure. */
    public void addRateLimited(K key) {
        long own = settings.backoff().after(failures.merge(key, 1, Integer::sum));
        addAfter(key, Math.max(own, overall.take(context.now())));
    }

    /** Begins the back-off of the key anew. */
    public void forget(K key) {
        failures.remove(key);
    }

    /** How often in a row the key has failed. */
    public int failures(K key) {
        return failures.getOrDefault(key, 0);
    }

    private void wake() {
        if (started && !waking && processing.size() < settings.workers() && !ready.isEmpty()) {
            waking = true;
            context.after(settings.pickUp().sample(pickUps), this::work);
        }
    }

    private void work() {
        waking = false;
        K key = ready.remove();
        long cause = dirty.remove(key);
        processing.add(key);
        wake();
        context.resume(cause);
        reconciler.reconcile(key).whenDone(result -> done(key, result));
    }

    private void done(K key, SyncResult result) {
        if (result instanceof SyncResult.RetryWithBackoff && failures(key) < settings.retries()) {
            addRateLimited(key);
        } else {
            forget(key);
        }
        if (result instanceof SyncResult.RetryAfter due) {
            addAfter(key, due.delay());
        }
        processing.remove(key);
        if (dirty.containsKey(key)) {
            ready.add(key);
        }
        wake();
    }
}
