package dev.wavetank.properties.aim;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.properties.oracle.Write;
import dev.wavetank.properties.oracle.Writes;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a scenario does without faults: who writes what, and who learns of which resource by a watch. */
final class CalmRun implements TraceSink {

    private final Writes writes = new Writes();
    /** The components that watch a resource, by its name in requests, such as {@code pods}. */
    private final Map<String, TreeSet<String>> watchers = new TreeMap<>();

    private final long end;

    CalmRun(Scenario scenario, ClusterParts parts) {
        Cluster cluster = Cluster.of(scenario.withFaults(FaultPlan.NONE), 1, parts);
        cluster.simulation().trace().addSink(this);
        cluster.run(new RunLimits(scenario.horizon(), Long.MAX_VALUE, true));
        this.end = cluster.simulation().now();
    }

    @Override
    public boolean wantsDetails() {
        return true;
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof RequestTrace) {
            writes.accept(entry);
        } else if (entry.record() instanceof DeliveryHop delivery) {
            watchers.computeIfAbsent(resource(delivery.object()), unknown -> new TreeSet<>())
                    .add(entry.component());
        }
    }

    private static String resource(String subject) {
        int slash = subject.indexOf('/');
        return slash < 0 ? subject : subject.substring(0, slash);
    }

    /** The writes of the run, in the order of their answers. */
    List<Write> writes() {
        return writes.all();
    }

    /** The components that watch what a request is about. */
    List<String> watchersOf(Write write) {
        return List.copyOf(watchers.getOrDefault(resource(write.request().subject()), new TreeSet<>()));
    }

    /** When it was over, in nanoseconds of virtual time. */
    long end() {
        return end;
    }
}
