package dev.wavetank.cli;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Profile;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that change a scenario. What is not given stays as the scenario has it. */
final class ScenarioOptions {

    @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes; 3 when nobody says otherwise.")
    private Integer nodes;

    @Option(
            names = "--profile",
            paramLabel = "v1.32|v1.20",
            converter = ProfileConverter.class,
            description = "Whose defaults hold: v1.32 (default) or v1.20.")
    private Profile profile;

    @Option(
            names = "--faults",
            paramLabel = "none|light|heavy|FILE",
            description = "What goes wrong: drawn from the seed, or a plan read from a file."
                    + " swarm is another word for heavy.")
    private String faults;

    @Option(
            names = "--until",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            description = "Virtual time at which a run ends at the latest, such as 10m; 1h when nobody says otherwise.")
    private Long until;

    @Option(
            names = "--order",
            paramLabel = "ORDER",
            description = "Order of events that are due at about the same time: fifo (as scheduled, the default), or"
                    + " drawn from the seed: shuffle (any event first), walk (any component first), pct:3 (by random"
                    + " priorities with 3 changes), or portfolio (each seed picks one). The window in which events"
                    + " compete is drawn too, or given as in shuffle@200us.")
    private String order;

    @Option(
            names = "--set",
            paramLabel = "component.flag=value",
            description = "A flag of a component, such as kubelet.kube-api-qps=100; can be repeated.")
    private List<String> settings = List.of();

    /** The choice of faults, or null when none was made. */
    FaultChoice faults() {
        return faults == null ? null : FaultChoice.of(faults);
    }

    /** The scenario with all options applied; faults are drawn for the seed. */
    Prepared prepare(Scenario scenario, long seed, PartsSpec parts) {
        FaultChoice choice = faults();
        try {
            Scenario shaped = shape(scenario, choice != null);
            return new Prepared(choice == null ? shaped : choice.applyTo(shaped, seed), seed, parts(parts));
        } catch (IllegalArgumentException impossible) {
            throw new BadInputException(impossible.getMessage(), impossible);
        }
    }

    /** The scenario with every option applied but the faults. */
    Scenario shape(Scenario scenario, boolean otherFaults) {
        try {
            Scenario base = otherFaults ? scenario.withFaults(FaultPlan.NONE) : scenario;
            Scenario shaped = base.withCluster(cluster(scenario.cluster()));
            return until == null ? shaped : shaped.withHorizon(until);
        } catch (IllegalArgumentException impossible) {
            throw new BadInputException(impossible.getMessage(), impossible);
        }
    }

    /** The parts in the order that was asked for. */
    PartsSpec parts(PartsSpec given) {
        try {
            return order == null ? given : new PartsSpec(order, given.bugs());
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException("--order: " + unknown.getMessage(), unknown);
        }
    }

    private ClusterSpec cluster(ClusterSpec given) {
        Map<String, String> all = new TreeMap<>(given.settings());
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new BadInputException("--set takes component.flag=value, such as"
                        + " kubelet.kube-api-qps=100, was '" + setting + "'");
            }
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new ClusterSpec(
                nodes == null ? given.nodes() : nodes,
                given.nodeCapacity(),
                profile == null ? given.profile() : profile,
                all);
    }

    /** Reads the label of a profile. */
    static final class ProfileConverter implements ITypeConverter<Profile> {

        @Override
        public Profile convert(String label) {
            try {
                return Profile.of(label);
            } catch (IllegalArgumentException unknown) {
                throw new TypeConversionException(unknown.getMessage());
            }
        }
    }
}
