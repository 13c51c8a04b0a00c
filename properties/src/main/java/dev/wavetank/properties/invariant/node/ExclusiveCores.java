package dev.wavetank.properties.invariant.node;

import dev.wavetank.model.trace.CoresTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A core that a kubelet has given to one container alone belongs to no other container of its node. */
public final class ExclusiveCores implements Invariant {

    /** The pod that has a core, by kubelet and number. */
    private final Map<String, Map<Integer, String>> owners = new LinkedHashMap<>();

    @Override
    public String name() {
        return "ExclusiveCores";
    }

    @Override
    public String reason() {
        return "Programs with exclusive cores are those for which a few microseconds count; a core that two of"
                + " them share makes latencies worse that nobody can explain from the API.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Control CPU Management Policies on the Node, static policy",
                "KEP-3570 (CPU manager)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A core that belongs to a container alone is given to no other.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(CoresTrace.class, ComponentTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof CoresTrace cores) {
            Map<Integer, String> own = owners.computeIfAbsent(entry.component(), missing -> new LinkedHashMap<>());
            own.values().removeIf(cores.uid()::equals);
            Set<Integer> seen = new LinkedHashSet<>();
            for (int core : cores.cores()) {
                if (!seen.add(core) || own.containsKey(core)) {
                    outcomes.broken(this, "pod/" + cores.pod(), "got core " + core + ", which another container has");
                }
                own.put(core, cores.uid());
            }
        } else if (entry.record() instanceof ComponentTrace) {
            owners.remove(entry.component());
        }
    }
}
