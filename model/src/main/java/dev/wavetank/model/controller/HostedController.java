package dev.wavetank.model.controller;

import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A controller of a process: its workers wait for the informers that it asked for while it was made and started, as
 * each controller of Kubernetes waits for those that it reads ({@code WaitForNamedCacheSync}). Informers are shared, so
 * another controller may have asked for them first.
 */
final class HostedController {

    private final Set<Informer<?>> awaited = new LinkedHashSet<>();
    private final List<WorkQueue<?>> queues = new ArrayList<>();
    private Controller controller;
    private boolean isMaking;

    void create(Supplier<Controller> factory) {
        isMaking = true;
        controller = factory.get();
        isMaking = false;
    }

    void start() {
        isMaking = true;
        controller.start();
        isMaking = false;
    }

    /** Has the workers wait for that informer, unless they are at work. */
    void asksFor(Informer<?> informer) {
        if (isMaking) {
            awaited.add(informer);
        }
    }

    void add(WorkQueue<?> queue) {
        queues.add(queue);
    }

    /** How many queues it has. */
    int queues() {
        return queues.size();
    }

    /** The informers that its workers wait for, in the order in which it asked for them. */
    Set<Informer<?>> awaited() {
        return awaited;
    }

    /** Has the workers start as soon as those informers have synced. */
    void startWorkers() {
        Completion.all(awaited.stream().map(Informer::synced).toList())
                .whenDone(all -> queues.forEach(WorkQueue::start));
    }
}
