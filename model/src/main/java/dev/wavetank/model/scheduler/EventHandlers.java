package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.storage.CsiNode;
import dev.wavetank.model.api.storage.StorageClass;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.WaitingPods;
import dev.wavetank.model.scheduler.plugin.NodeAdmission;
import dev.wavetank.model.scheduler.queue.PodEvents;
import dev.wavetank.model.scheduler.queue.QueueEvents;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Brings what the informers see to the cache and the queue ({@code eventhandlers.go}). */
final class EventHandlers {

    private final SchedulerCache cache;
    private final SchedulingQueue queue;
    private final WaitingPods waiting;
    private final Predicate<Pod> isMine;
    private final KubernetesVersion version;
    private final boolean hasHints;
    private final boolean hasNodeCheck;
    private final boolean movesNominations;
    private final NodeAdmission admission;

    /** @param isMine whether a pod names one of the profiles */
    EventHandlers(
            SchedulerCache cache,
            SchedulingQueue queue,
            WaitingPods waiting,
            Predicate<Pod> isMine,
            KubernetesVersion version) {
        this.cache = cache;
        this.queue = queue;
        this.waiting = waiting;
        this.isMine = isMine;
        this.version = version;
        this.hasHints = version.has(Feature.QUEUEING_HINTS);
        this.movesNominations = version.has(Feature.NOMINATIONS_MOVE);
        this.hasNodeCheck = version.has(Feature.NODE_EVENT_PRE_CHECK);
        this.admission = new NodeAdmission(version);
    }

    /** The check of a node's events: a pod that the node by itself does not admit is not tried again. */
    private Predicate<PodInfo> admits(Node node) {
        NodeInfo known = hasNodeCheck ? cache.node(node.metadata().name()) : null;
        return known == null ? pod -> true : pod -> admission.admits(pod, known);
    }

    void register(ClusterInformers informers, Context context, SchedulerParts parts) {
        informers.informer(Node.class).addHandler(parts.nodes().create(context, nodes()));
        informers.informer(Pod.class).addHandler(parts.pods().create(context, pods()));
        informers.informer(PersistentVolume.class).addHandler(volumes());
        informers.informer(PersistentVolumeClaim.class).addHandler(claims());
        informers.informer(Service.class).addHandler(services());
        informers.informer(StorageClass.class).addHandler(storageClasses());
        if (version.has(Feature.CSI_NODE_LIMITS)) {
            informers.informer(CsiNode.class).addHandler(csiNodes());
        }
    }

    Informer.Handler<Node> nodes() {
        return new NodeHandler();
    }

    Informer.Handler<Pod> pods() {
        return new PodHandler();
    }

    Informer.Handler<PersistentVolume> volumes() {
        return moving(Resource.PERSISTENT_VOLUME, "Pv", false);
    }

    Informer.Handler<PersistentVolumeClaim> claims() {
        return moving(Resource.PERSISTENT_VOLUME_CLAIM, "Pvc", false);
    }

    Informer.Handler<Service> services() {
        return moving(Resource.SERVICE, "Service", true);
    }

    Informer.Handler<CsiNode> csiNodes() {
        return moving(Resource.CSI_NODE, "CSINode", false);
    }

    Informer.Handler<StorageClass> storageClasses() {
        return new StorageClassHandler();
    }

    private void occurred(ClusterEvent event, @Nullable KubernetesObject before, @Nullable KubernetesObject after) {
        queue.occurred(new ClusterEvent.Occurrence(event, before, after));
    }

    private <T extends KubernetesObject> Informer.Handler<T> moving(
            Resource resource, String name, boolean byDeletion) {
        ClusterEvent add = QueueEvents.event(resource, Action.ADD, name + "Add");
        ClusterEvent update = QueueEvents.event(resource, Action.UPDATE, name + "Update");
        ClusterEvent delete = QueueEvents.event(resource, Action.DELETE, name + "Delete");
        return new Informer.Handler<>() {
            @Override
            public void added(T object) {
                occurred(add, null, object);
            }

            @Override
            public void updated(T before, T after) {
                occurred(update, before, after);
            }

            @Override
            public void deleted(T last) {
                if (byDeletion) {
                    occurred(delete, last, null);
                }
            }
        };
    }

    /** Without hints, only a new class whose volumes wait for their first consumer can help. */
    private final class StorageClassHandler implements Informer.Handler<StorageClass> {

        @Override
        public void added(StorageClass storageClass) {
            if (hasHints || "WaitForFirstConsumer".equals(storageClass.volumeBindingMode())) {
                ClusterEvent event = QueueEvents.event(Resource.STORAGE_CLASS, Action.ADD, "StorageClassAdd");
                occurred(event, null, storageClass);
            }
        }

        @Override
        public void updated(StorageClass before, StorageClass after) {
            if (hasHints) {
                occurred(QueueEvents.event(Resource.STORAGE_CLASS, Action.UPDATE, "StorageClassUpdate"), before, after);
            }
        }

        @Override
        public void deleted(StorageClass last) {}
    }

    private final class NodeHandler implements Informer.Handler<Node> {

        @Override
        public void added(Node node) {
            cache.put(node);
            queue.occurred(new ClusterEvent.Occurrence(QueueEvents.NODE_ADD, null, node), admits(node));
        }

        @Override
        public void updated(Node before, Node after) {
            cache.put(after);
            for (ClusterEvent event : NodeChanges.events(before, after, version)) {
                queue.occurred(new ClusterEvent.Occurrence(event, before, after), admits(after));
            }
        }

        @Override
        public void deleted(Node last) {
            cache.remove(last);
            if (hasHints) {
                occurred(QueueEvents.NODE_DELETE, last, null);
            }
        }
    }

    private final class PodHandler implements Informer.Handler<Pod> {

        @Override
        public void added(Pod pod) {
            if (isAssigned(pod)) {
                cache.put(pod);
                occurred(QueueEvents.ASSIGNED_POD_ADD, null, pod);
            } else if (isWaiting(pod)) {
                queue.add(pod);
            }
        }

        @Override
        public void updated(Pod before, Pod after) {
            if (!before.uid().equals(after.uid())) {
                deleted(before);
                added(after);
            } else if (isAssigned(before) && isAssigned(after)) {
                cache.put(after);
                assignedUpdated(before, after);
            } else if (isAssigned(after)) {
                queue.remove(after.uid());
                added(after);
            } else if (isWaiting(before) && isWaiting(after)) {
                if (!cache.isAssumed(after.uid())) {
                    queue.update(before, after);
                    if (isNominated(before)
                            && !before.status()
                                    .nominatedNodeName()
                                    .equals(
                                            after.status() == null
                                                    ? null
                                                    : after.status().nominatedNodeName())) {
                        leavesNominated(before);
                    }
                }
            } else if (isAssigned(before) || isWaiting(before)) {
                deleted(before);
            } else {
                added(after);
            }
        }

        private void assignedUpdated(Pod before, Pod after) {
            if (hasHints) {
                PodEvents.of(before, after, Resource.ASSIGNED_POD).forEach(event -> occurred(event, before, after));
            } else {
                occurred(QueueEvents.ASSIGNED_POD_UPDATE, before, after);
            }
        }

        @Override
        public void deleted(Pod last) {
            if (isAssigned(last)) {
                queue.remove(last.uid());
                cache.forget(last.uid());
                occurred(QueueEvents.ASSIGNED_POD_DELETE, last, null);
            } else if (isWaiting(last)) {
                queue.remove(last.uid());
                waiting.reject(last.uid(), "", "removed");
                cache.forgetIfBound(last.uid());
                if (isNominated(last)) {
                    leavesNominated(last);
                }
            }
        }

        private boolean isNominated(Pod pod) {
            return movesNominations
                    && pod.status() != null
                    && pod.status().nominatedNodeName() != null
                    && !pod.status().nominatedNodeName().isEmpty();
        }

        /** Pods of the same or a lower priority saw a nominated pod as if it were there. */
        private void leavesNominated(Pod pod) {
            int priority = PodInfo.of(pod, version).priority();
            queue.occurred(
                    new ClusterEvent.Occurrence(QueueEvents.ASSIGNED_POD_DELETE, pod, null),
                    other -> other.priority() <= priority);
        }

        private boolean isAssigned(Pod pod) {
            return pod.nodeName() != null && !pod.nodeName().isEmpty() && !pod.isFinished();
        }

        private boolean isWaiting(Pod pod) {
            return (pod.nodeName() == null || pod.nodeName().isEmpty()) && !pod.isFinished() && isMine.test(pod);
        }
    }
}
