package dev.wavetank.properties.explore;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.provenance.Provenance.Seeds;
import dev.wavetank.model.scenario.ClusterSpec;
import java.util.List;

/**
 * Who made runs: the part of their provenance that no run knows by itself.
 *
 * @param command the command line; empty when no command made them, but a test in Java
 * @param wavetank version of Wavetank
 */
public record Origin(String command, String wavetank) {

    /** Runs that a test in Java made. */
    public static final Origin OF_TEST = new Origin("", version());

    /** Runs that this command made. */
    public static Origin ofCommand(String command) {
        return new Origin(command, version());
    }

    /** The version of the jar; {@code (from classes)} when there is no jar. */
    public static String version() {
        String version = Origin.class.getPackage().getImplementationVersion();
        return version == null ? "(from classes)" : version;
    }

    /**
     * What made a run.
     *
     * @param parts of the run
     */
    public Provenance of(RunResult result, PartsSpec parts) {
        PartsSpec resolved = parts.resolved(result.seed());
        ClusterSpec cluster = result.scenario().cluster();
        return new Provenance(
                command,
                wavetank,
                cluster.profile().toString(),
                cluster.nodeCount(),
                cluster.settings(),
                resolved.bugs(),
                Seeds.of(result.seed()),
                resolved.order(),
                result.faults());
    }

    /**
     * What made the runs of an exploration.
     *
     * @param parts of the runs, whose order may depend on the seed
     */
    public Provenance of(ClusterSpec cluster, Seeds seeds, PartsSpec parts) {
        return new Provenance(
                command,
                wavetank,
                cluster.profile().toString(),
                cluster.nodeCount(),
                cluster.settings(),
                parts.bugs(),
                seeds,
                parts.order(),
                List.of());
    }

    /**
     * What made the runs of an exploration that draws a scenario for each seed.
     *
     * @param common what the clusters of all seeds have
     * @param parts of the runs, whose order may depend on the seed
     */
    public Provenance ofGenerated(ClusterSpec common, Seeds seeds, PartsSpec parts) {
        return new Provenance(
                command,
                wavetank,
                common.profile().toString(),
                null,
                common.settings(),
                parts.bugs(),
                seeds,
                parts.order(),
                List.of());
    }
}
