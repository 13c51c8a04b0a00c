package dev.wavetank.model.client.workqueue;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.flowcontrol.TokenBucket;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.WaitHop;
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
import java.util.Objects;
import java.util.Queue;
import java.util.Set;

/**
 * The pending keys of a controller, and its workers: client-go's rate-limited work queue.
 *
 * <p>Fair: keys are taken in the order in which they were added. Stingy: a key that is added several times before it
 * is taken is processed once; in the trace its cause is the first addition. Never concurrent: a key that is added
 * while a worker has it waits until that worker is done. Failed keys are added again after 5 ms, doubled with every
 * failure in a row up to 1000 s, or later when the queue as a whole has more than 10 retries a second after a burst
 * of 100.
 *
 * @param <K> type of the keys, with value equality
 */
public final class WorkQueue<K> {

    /** For controllers that never drop a key. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** The default back-off of a failed key: 5 ms and twice as long each time, up to 1000 s. */
    public static final Backoff BACKOFF = new Backoff(5 * VirtualTime.MILLISECOND, 1000 * VirtualTime.SECOND);

    private static final RateLimit OVERALL = new RateLimit(10, 100);

    private final Context context;
    private final String name;
    private final Settings settings;
    private final RandomStream pickUps;
    private final Reconciler<K> reconciler;
    private final TokenBucket overall = new TokenBucket(OVERALL);

    /** Keys in the order in which they will be taken: all of {@code dirty} that are not being processed. */
    private final Queue<K> ready = new ArrayDeque<>();
    /** Keys that need work, each with the cause of its first addition: see {@link Context#resume}. */
    private final Map<K, Long> dirty = new LinkedHashMap<>();
    /** Keys that are being processed. */
    private final Set<K> processing = new LinkedHashSet<>();
    /** Keys that will be added later. */
    private final Map<K, Delayed> delayed = new LinkedHashMap<>();
    /** The number of failures in a row, by key. */
    private final Map<K, Integer> failures = new LinkedHashMap<>();

    private boolean started;
    private long startedAt;
    /** How many of the keys that were there before the workers are still to be taken; they are the first ones. */
    private int early;

    private boolean waking;

    /**
     * Processes one key.
     *
     * @param <K> type of the keys
     */
    @FunctionalInterface
    public interface Reconciler<K> {

        /** Drives one object towards its desired state. */
        Completion<SyncResult> reconcile(K key);
    }

    /**
     * How a queue is processed.
     *
     * @param workers how many keys are worked on at the same time: the flags {@code --concurrent-*-syncs}
     * @param retries after how many failures in a row a key is dropped, or {@link #UNLIMITED}
     * @param backoff how long a failed key waits
     * @param pickUp how long a free worker needs to take a key and read the caches; the workers of a queue do so one
     *     after the other
     */
    @RecordBuilder
    public record Settings(int workers, int retries, Backoff backoff, Distribution pickUp)
            implements WorkQueueSettingsBuilder.With {

        private static final Distribution AT_ONCE = new Distribution.Constant(0);

        /** The default back-off, and workers that take keys without delay. */
        public static Settings of(int workers, int retries) {
            return new Settings(workers, retries, BACKOFF, AT_ONCE);
        }
    }

    private record Delayed(long due, Timer timer) {}

    /**
     * An empty queue whose workers have not started.
     *
     * @param context of the component that owns the queue
     * @param name names its random streams; unique within the component
     * @param workers how many keys are worked on at the same time: the flags {@code --concurrent-*-syncs}
     * @param retries after how many failures in a row a key is dropped, or {@link #UNLIMITED}
     * @param reconciler processes a key
     */
    public WorkQueue(Context context, String name, int workers, int retries, Reconciler<K> reconciler) {
        this(context, name, Settings.of(workers, retries), reconciler);
    }

    /** An empty queue with these settings whose workers have not started. */
    public WorkQueue(Context context, String name, Settings settings, Reconciler<K> reconciler) {
        if (settings.workers() < 1) {
            throw new IllegalArgumentException("a work queue needs at least one worker, had " + settings.workers());
        }
        this.context = context;
        this.name = name;
        this.settings = settings;
        this.pickUps = context.random("pick-up/" + name);
        this.reconciler = reconciler;
    }

    /** Starts the workers. */
    public void start() {
        started = true;
        startedAt = context.now();
        early = ready.size();
        wake();
    }

    /** Adds the key, unless it is waiting already. */
    public void add(K key) {
        if (dirty.putIfAbsent(key, context.cause()) == null && !processing.contains(key)) {
            ready.add(key);
            wake();
        }
    }

    /**
     * Adds the key after a delay in nanoseconds, at once when the delay is not positive; with several delays of one
     * key the earliest counts.
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
            if (context.tracesDetails() && !dirty.containsKey(key)) {
                context.trace(new WaitHop.BackedOff(name, key.toString(), failures(key)));
            }
            add(key);
        });
        delayed.put(key, new Delayed(due, timer));
    }

    /** Adds the key after its back-off, and counts a failure. */
    public void addRateLimited(K key) {
        long own = settings.backoff().after(failures.merge(key, 1, Integer::sum));
        addAfter(key, Math.max(own, overall.take(context.now())));
    }

    /** Resets the back-off of the key. */
    public void forget(K key) {
        failures.remove(key);
    }

    /** The number of failures of the key in a row. */
    public int failures(K key) {
        return failures.getOrDefault(key, 0);
    }

    private void wake() {
        if (started && !waking && processing.size() < settings.workers() && !ready.isEmpty()) {
            waking = true;
            context.spend(settings.pickUp().sample(pickUps), this::work);
        }
    }

    private void work() {
        waking = false;
        K key = ready.remove();
        long cause = Objects.requireNonNull(dirty.remove(key));
        processing.add(key);
        wake();
        context.resume(cause);
        boolean isEarly = early > 0;
        early -= isEarly ? 1 : 0;
        if (context.tracesDetails()) {
            if (isEarly) {
                context.trace(new WaitHop.Started("the workers of the queue " + name, context.now() - startedAt));
            }
            context.trace(new DequeueHop(name, key.toString()));
        }
        reconcile(key).whenDone(result -> done(key, result));
    }

    /**
     * An exception counts as an error, and the key is retried with back-off: as in controller-runtime since v0.19 (its
     * pull request 2905).
     */
    private Completion<SyncResult> reconcile(K key) {
        try {
            return reconciler.reconcile(key);
        } catch (RuntimeException defect) {
            PanicTrace panic = PanicTrace.of("reconcile " + key, defect);
            context.trace(panic);
            return Completion.of(SyncResult.retry(panic.thrown()));
        }
    }

    private void done(K key, SyncResult result) {
        if (result instanceof SyncResult.RetryWithBackoff failure) {
            failed(key, failure.reason());
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

    private void failed(K key, String reason) {
        int before = failures(key);
        if (before < settings.retries()) {
            addRateLimited(key);
            return;
        }
        forget(key);
        // Queues without any retry belong to controllers that look at everything again from time to time.
        if (before > 0) {
            context.trace(new GivenUpTrace(name, key.toString(), before + 1, reason));
        }
    }
}
