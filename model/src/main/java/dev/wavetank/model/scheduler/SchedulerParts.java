package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.queue.QueueSettings;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The replaceable parts of a scheduler, besides its plug-ins.
 *
 * @param cache makes its cache
 * @param queue makes its queue
 * @param pods what receives the changes of pods, given the right one
 * @param nodes what receives the changes of nodes, given the right one
 */
@RecordBuilder
public record SchedulerParts(
        CacheFactory cache, QueueFactory queue, HandlerFactory<Pod> pods, HandlerFactory<Node> nodes)
        implements SchedulerPartsBuilder.With {

    /** Kubernetes' own. */
    public static final SchedulerParts DEFAULT = new SchedulerParts(
            SchedulerCache::new, SchedulingQueue::new, (context, handler) -> handler, (context, handler) -> handler);

    /** Makes a cache. */
    @FunctionalInterface
    public interface CacheFactory {

        /** An empty cache of a scheduler of that version. */
        SchedulerCache create(Context context, KubernetesVersion version);
    }

    /** Makes a queue. */
    @FunctionalInterface
    public interface QueueFactory {

        /** An empty queue. */
        SchedulingQueue create(Context context, QueueSettings settings, SchedulingQueue.Parts parts);
    }

    /**
     * Makes what receives the changes of a kind.
     *
     * @param <T> the kind
     */
    @FunctionalInterface
    public interface HandlerFactory<T> {

        /** Stands before the right one, or in its place. */
        Informer.Handler<T> create(Context context, Informer.Handler<T> right);
    }
}
