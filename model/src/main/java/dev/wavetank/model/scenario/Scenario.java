package dev.wavetank.model.scenario;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultPlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that decides a run, except the seed.
 *
 * @param name for people
 * @param cluster the cluster
 * @param timeline commands of users
 * @param files text of the files that the commands name, by name
 * @param faults the fault plan
 * @param horizon virtual time at which the run ends at the latest, in nanoseconds
 */
@RecordBuilder
public record Scenario(
        String name,
        ClusterSpec cluster,
        List<Command> timeline,
        Map<String, String> files,
        FaultPlan faults,
        long horizon)
        implements ScenarioBuilder.With {

    /** The default horizon. */
    public static final long DEFAULT_HORIZON = VirtualTime.HOUR;

    /** Checks that the targets of the faults exist. */
    public Scenario {
        timeline = List.copyOf(timeline);
        files = Collections.unmodifiableMap(new TreeMap<>(files));
        if (horizon <= 0) {
            throw new IllegalArgumentException("the horizon must be positive, was " + VirtualTime.span(horizon));
        }
        if (horizon > VirtualTime.SPAN_MAX) {
            throw new IllegalArgumentException("the horizon must be at most " + VirtualTime.span(VirtualTime.SPAN_MAX)
                    + ", was " + VirtualTime.span(horizon));
        }
        TargetCheck.checkComponents(cluster, faults);
    }

    /** One kubectl command at the beginning, on the given cluster. */
    public static Scenario ofCommand(ClusterSpec cluster, @Nullable List<String> arguments) {
        return new Scenario(
                "kubectl " + String.join(" ", arguments),
                cluster,
                List.of(new Command(0, arguments)),
                new TreeMap<>(),
                FaultPlan.NONE,
                DEFAULT_HORIZON);
    }

    /** Whether the cluster has the components that a fault names. */
    public boolean hasTargetsOf(Fault fault) {
        return TargetCheck.hasTargets(cluster, fault);
    }

    /** When the last fault has healed and the last command has started, in nanoseconds of virtual time. */
    public long calmFrom() {
        long lastCommand = timeline.stream().mapToLong(Command::at).max().orElse(0);
        return Math.max(lastCommand, faults.healedBy());
    }
}
