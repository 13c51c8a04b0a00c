package dev.wavetank.model.controller.tainteviction;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The pods to delete, each at its time ({@code TimedWorkerQueue}). */
final class TimedEvictions {

    private final Context context;
    private final Function<ObjectKey, Completion<SyncResult>> action;
    /** Timers by pod; a fired timer marks a deleted pod. */
    private final Map<ObjectKey, Timer> planned = new LinkedHashMap<>();

    /** @param action deletes a pod */
    TimedEvictions(Context context, Function<ObjectKey, Completion<SyncResult>> action) {
        this.context = context;
        this.action = action;
    }

    /** Deletes the pod at that instant, unless it is planned already, or done. */
    void plan(ObjectKey pod, long due) {
        if (!planned.containsKey(pod)) {
            planned.put(pod, context.after(due - context.now(), () -> fire(pod)));
        }
    }

    /** A deleted pod is remembered, so that it is not deleted twice; after a failure it may be planned again. */
    private void fire(ObjectKey pod) {
        Timer fired = planned.get(pod);
        action.apply(pod).whenDone(result -> {
            if (!result.isDone()) {
                planned.remove(pod, fired);
            }
        });
    }

    /** Forgets the pod. Returns whether its deletion was pending. */
    boolean cancel(ObjectKey pod) {
        Timer timer = planned.remove(pod);
        return timer != null && timer.cancel();
    }
}
