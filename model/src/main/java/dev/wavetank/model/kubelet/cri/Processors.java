package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The processors of a node, which its work shares equally: as long as there are enough, each piece of work takes its own
 * time; otherwise all are slowed down alike. A real kubelet starts all its pods at once, and so does this one.
 */
final class Processors {

    private final Context context;
    private final double count;
    private final List<Work> running = new ArrayList<>();
    /** How fast each piece of work goes, at most 1. */
    private double speed = 1;

    Processors(Context context, double count) {
        this.context = context;
        this.count = count;
    }

    /** Work that has begun. */
    private static final class Work {
        private final Runnable end;
        private final long cause;
        private double left;
        private long since;
        private @Nullable Timer timer;

        private Work(double left, Runnable end, long cause) {
            this.left = left;
            this.end = end;
            this.cause = cause;
        }
    }

    /** Does an amount of work, in nanoseconds of one processor, and then goes on. */
    void work(long nanos, Runnable end) {
        if (context.isBeginning() || nanos == 0) {
            context.spend(nanos, end::run);
            return;
        }
        Work work = new Work(nanos, end, context.cause());
        work.since = context.now();
        running.add(work);
        if (!isRetimed()) {
            time(work);
        }
    }

    private void finish(Work work) {
        running.remove(work);
        isRetimed();
        context.resume(work.cause);
        work.end.run();
    }

    /** Gives all work the time that it takes now, if that has changed. */
    private boolean isRetimed() {
        double now = Math.min(1, count / Math.max(1, running.size()));
        if (now == speed) {
            return false;
        }
        for (Work work : running) {
            work.left = Math.max(0, work.left - (context.now() - work.since) * speed);
            work.since = context.now();
        }
        speed = now;
        running.forEach(this::time);
        return true;
    }

    private void time(Work work) {
        if (work.timer != null) {
            work.timer.cancel();
        }
        work.timer = context.after((long) (work.left / speed), () -> finish(work));
    }
}
