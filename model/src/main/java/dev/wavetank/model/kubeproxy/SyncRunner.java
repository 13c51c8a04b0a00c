package dev.wavetank.model.kubeproxy;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.flowcontrol.TokenBucket;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs one function when it is asked to, but not too often: two runs may follow each other at once, after that there
 * is an interval between them. Requests that come during a run, or while one is waiting, are one request
 * (kubernetes/kubernetes, pkg/util/async/bounded_frequency_runner.go, v1.20).
 */
final class SyncRunner {

    /** {@code burstSyncs} of kube-proxy. */
    private static final int BURST = 2;

    private final Context context;
    private final long minInterval;
    private final Consumer<Runnable> function;
    private final TokenBucket bucket;
    private long lastRun = Long.MIN_VALUE / 2;
    private boolean running;
    private boolean asked;
    /** Of the first request during a run. */
    private long cause;

    private @Nullable Timer timer;

    /**
     * A runner that has not been asked.
     *
     * @param minInterval in nanoseconds; 0 for none
     * @param function takes what it has to call when it is done
     */
    SyncRunner(Context context, long minInterval, Consumer<Runnable> function) {
        this.context = context;
        this.minInterval = minInterval;
        this.function = function;
        this.bucket = new TokenBucket(
                minInterval == 0 ? RateLimit.NONE : new RateLimit((double) VirtualTime.SECOND / minInterval, BURST));
    }

    void run() {
        if (running) {
            if (!asked) {
                cause = context.cause();
            }
            asked = true;
            return;
        }
        if (timer != null) {
            return;
        }
        if (bucket.tryTake(context.now())) {
            begin();
        } else {
            long wait = Math.max(1, lastRun + minInterval - context.now());
            timer = context.after(wait, () -> {
                timer = null;
                run();
            });
        }
    }

    private void begin() {
        running = true;
        function.accept(() -> {
            running = false;
            lastRun = context.now();
            if (asked) {
                asked = false;
                context.resume(cause);
                run();
            }
        });
    }
}
