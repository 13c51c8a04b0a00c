package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.ContainerTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** No container starts before all volumes of its pod were mounted since its machine was switched on. */
public final class VolumesFirst implements Invariant {

    private final Set<String> withVolumes = new LinkedHashSet<>();
    /** The node on which the volumes of a pod are mounted, by uid. */
    private final Map<String, String> mounted = new LinkedHashMap<>();

    @Override
    public String name() {
        return "VolumesFirst";
    }

    @Override
    public String reason() {
        return "A program that starts on an empty directory creates a new database beside the real one, or"
                + " reports itself healthy without its configuration.";
    }

    @Override
    public List<String> sources() {
        return List.of("pkg/kubelet/kubelet.go (v1.32), SyncPod: waits for WaitForAttachAndMount of"
                + " pkg/kubelet/volumemanager before it calls the runtime");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.STORAGE, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "No container starts before all volumes of its pod are mounted.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ContainerTrace.Started.class, ContainerTrace.Mounted.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change && change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.DELETED) {
                withVolumes.remove(pod.uid());
            } else if (!pod.spec().volumes().isEmpty()) {
                withVolumes.add(pod.uid());
            }
        } else if (entry.record() instanceof ContainerTrace.Mounted news) {
            mounted.put(news.uid(), nodeOf(entry));
        } else if (entry.record() instanceof ComponentTrace && entry.component().startsWith("runtime/")) {
            String node = nodeOf(entry);
            mounted.values().removeIf(node::equals);
        } else if (entry.record() instanceof ContainerTrace.Started started
                && withVolumes.contains(started.uid())
                && !nodeOf(entry).equals(mounted.get(started.uid()))) {
            outcomes.broken(
                    this,
                    "pod/" + started.pod(),
                    "starts container " + started.container() + " before its volumes are mounted");
        }
    }

    private static String nodeOf(TraceEntry entry) {
        return entry.component().substring(entry.component().indexOf('/') + 1);
    }
}
