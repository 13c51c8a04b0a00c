package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.cache.SchedulerCache;
import dev.wavetank.model.scheduler.queue.SchedulingQueue;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks into the parts of a scheduler. */
record Memory(String name, ClusterInformers informers, SchedulerCache cache, SchedulingQueue queue, Profiles profiles)
        implements SchedulerView {

    @Override
    public List<Pod> pods() {
        return informers.informer(Pod.class).all();
    }

    @Override
    public List<Node> nodes() {
        return informers.informer(Node.class).all();
    }

    @Override
    public boolean isResponsible(Pod pod) {
        return profiles.isResponsible(pod);
    }

    @Override
    public boolean checksRoom(Pod pod, String resource) {
        return profiles.checksRoom(pod, resource);
    }

    @Override
    public Set<String> cachedNodes() {
        return cache.nodeNames();
    }

    @Override
    public Map<String, String> countedPods() {
        return cache.nodesOfPods();
    }

    @Override
    public boolean assumes(String uid) {
        return cache.isAssumed(uid);
    }

    @Override
    public Map<String, List<String>> queues() {
        return queue.places();
    }
}
