package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Long operations that run beside the queues: one operation of a name at a time. After a failure, requests for the
 * same operation are ignored until its back-off is over.
 */
final class Operations {

    private static final Backoff BACKOFF = new Backoff(VirtualTime.SECOND / 2, 122 * VirtualTime.SECOND);

    private final Context context;
    private final Set<String> running = new LinkedHashSet<>();
    private final Map<String, Failure> failures = new LinkedHashMap<>();

    private record Failure(int count, long until) {}

    Operations(Context context) {
        this.context = context;
    }

    /** Begins an operation, unless one of that name runs or is in back-off. */
    void run(String name, Supplier<Completion<SyncResult>> operation) {
        Failure last = failures.get(name);
        if (last != null && context.now() < last.until() || !running.add(name)) {
            return;
        }
        operation.get().whenDone(result -> {
            running.remove(name);
            if (result.isDone()) {
                failures.remove(name);
            } else {
                int count = last == null ? 1 : last.count() + 1;
                failures.put(name, new Failure(count, context.now() + BACKOFF.after(count)));
            }
        });
    }
}
