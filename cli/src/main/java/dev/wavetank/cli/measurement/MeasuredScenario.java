package dev.wavetank.cli.measurement;

import dev.wavetank.cli.execution.InvalidCommands;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.provenance.Provenance.Seeds;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RunEnd;
import dev.wavetank.properties.explore.Origin;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.reports.measure.Measurement;
import dev.wavetank.reports.measure.SeedRun;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.trace.TraceSink;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A scenario whose seeds are run and measured. Every seed draws its own faults, when faults are drawn.
 *
 * @param options that change the scenario
 * @param first the inputs of the first seed; the parts are without the decisions that belong to one seed
 * @param blueprint of the cluster, which all seeds share
 */
public record MeasuredScenario(ScenarioOptions options, ResolvedScenario first, ClusterBlueprint blueprint)
        implements SeedRun {

    /** So much of the hash tells scenarios apart. */
    private static final int DIGITS = 32;

    /** Reads the files, and checks the options with the first seed. */
    public static MeasuredScenario read(List<String> files, ScenarioOptions options, long firstSeed) {
        ScenarioInput input = options.read(files);
        PartsSpec parts = new PartsSpec(input.parts().order(), input.parts().bugs()).judgedLike(input.parts());
        ResolvedScenario first = options.prepare(input.scenario(), firstSeed, parts);
        ClusterBlueprint blueprint = ClusterBlueprint.of(first.scenario(), first.clusterParts());
        return new MeasuredScenario(options, first, blueprint);
    }

    @Override
    public RunEnd run(long seed, List<TraceSink> sinks) {
        ResolvedScenario prepared = prepare(seed);
        RunResult result = ScenarioRun.of(
                blueprint, prepared.scenario(), seed, prepared.parts().judges(), sinks);
        InvalidCommands.refuse(result);
        return result;
    }

    private ResolvedScenario prepare(long seed) {
        return options.withSeed(first, seed);
    }

    /** What made the measurement. */
    public Provenance provenance(Origin origin, Measurement measurement, long firstSeed) {
        long last = measurement.seeds().stream().mapToLong(seed -> seed).max().orElse(firstSeed);
        ResolvedScenario prepared = prepare(firstSeed);
        return origin.of(prepared.scenario().cluster(), Seeds.range(firstSeed, last), prepared.parts());
    }

    /**
     * What tells the scenario from others, however it is set up: a hash of its commands, its files and its horizon. The
     * cluster and the faults may differ between results that are compared.
     */
    public String identity(long firstSeed) {
        Scenario same = prepare(firstSeed)
                .scenario()
                .withName("")
                .withFaults(FaultPlan.NONE)
                .withCluster(ClusterSpec.DEFAULT);
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(ScenarioCodec.write(same).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash).substring(0, DIGITS);
        } catch (NoSuchAlgorithmException impossible) { // every JDK has it
            throw new IllegalStateException(impossible);
        }
    }
}
