package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What somebody saw in a cluster at a virtual time.
 *
 * @param seen what was seen
 * @param end virtual time at which the run stopped
 * @param exitCode of the run
 * @param broken what broke in the run, in words
 * @param <T> what is looked for
 */
record Snapshot<T>(T seen, long end, int exitCode, List<String> broken) {

    /** Tells people why the exit code is not 0 though they see what they asked for. */
    void warn(Streams streams) {
        broken.forEach(one -> streams.err().println("wavetank: " + one));
    }

    /**
     * Runs a scenario up to a time and looks.
     *
     * @param at virtual time, or null for the end of the run
     * @param check refuses, with an {@link IllegalArgumentException}, what can be refused before the run
     * @throws BadInputException when the time is after the end, or the check or the look finds a mistake in its
     *     arguments
     */
    static <T> Snapshot<T> of(
            ScenarioOptions options,
            List<String> files,
            @Nullable Long seed,
            @Nullable Long at,
            Consumer<Scenario> check,
            Function<Cluster, T> look) {
        return of(options, files, seed, at, UnaryOperator.identity(), check, look);
    }

    /**
     * The same with a scenario that is changed before it runs.
     *
     * @param change to the scenario
     */
    static <T> Snapshot<T> of(
            ScenarioOptions options,
            List<String> files,
            @Nullable Long seed,
            @Nullable Long at,
            UnaryOperator<Scenario> change,
            Consumer<Scenario> check,
            Function<Cluster, T> look) {
        ScenarioInput input = options.read(files);
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        ResolvedScenario prepared = options.prepare(change.apply(input.scenario()), chosen, input.parts());
        long horizon = prepared.scenario().horizon();
        if (at != null && at > horizon) {
            throw new BadInputException("--at " + VirtualTime.span(at) + " is after the end of the run at "
                    + VirtualTime.span(horizon) + ": give an earlier time, or a later end with --until "
                    + VirtualTime.span(at));
        }
        try {
            check.accept(prepared.scenario());
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage(), unknown);
        }
        List<T> seen = new ArrayList<>(1);
        RunResult result = ScenarioRun.of(
                at == null ? prepared.scenario() : prepared.scenario().withHorizon(at),
                chosen,
                prepared.clusterParts(),
                List.of(),
                cluster -> seen.add(checked(look, cluster)));
        List<String> broken = result.violations().stream()
                .map(one -> "an invariant broke in the run, as wavetank run shows: " + one.invariant() + " of "
                        + one.object() + " at " + VirtualTime.format(one.at()))
                .toList();
        return new Snapshot<>(seen.get(0), result.virtualTime(), ExitCode.of(result.outcome()), broken);
    }

    private static <T> T checked(Function<Cluster, T> look, Cluster cluster) {
        try {
            return look.apply(cluster);
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage(), unknown);
        }
    }
}
