package dev.wavetank.model.etcd.member;

import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes to the disk of one incarnation, one flush at a time: what comes during a flush is flushed together by the
 * next. A crash loses what was not flushed.
 */
final class WriteAheadLog {

    private final Context context;
    private final Distribution latency;
    private final RandomStream random;
    private List<Runnable> waiting = new ArrayList<>();
    private boolean flushing;

    WriteAheadLog(Context context, Distribution latency) {
        this.context = context;
        this.latency = latency;
        this.random = context.random("fsync");
    }

    /** Runs {@code written} when this, and all before it, is on disk. */
    void write(Runnable written) {
        waiting.add(written);
        if (!flushing) {
            flush();
        }
    }

    private void flush() {
        flushing = true;
        List<Runnable> batch = waiting;
        waiting = new ArrayList<>();
        context.after(latency.sample(random), () -> {
            batch.forEach(Runnable::run);
            flushing = false;
            if (!waiting.isEmpty()) {
                flush();
            }
        });
    }
}
