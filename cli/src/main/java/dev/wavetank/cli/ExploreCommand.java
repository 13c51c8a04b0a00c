package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.InvalidCommands;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.BugChoice;
import dev.wavetank.cli.input.BugNames;
import dev.wavetank.cli.input.Extent;
import dev.wavetank.cli.input.FaultChoice;
import dev.wavetank.cli.input.GuidanceOptions;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.input.SeedRange;
import dev.wavetank.cli.result.CoverageText;
import dev.wavetank.cli.result.ExplorationSummary;
import dev.wavetank.cli.result.FailureFiles;
import dev.wavetank.cli.result.FoundFailure;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.TextResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Interruption;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.provenance.Provenance.Seeds;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.explore.Exploration;
import dev.wavetank.properties.explore.ExploredRun;
import dev.wavetank.properties.explore.Origin;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.ScenarioSource;
import dev.wavetank.sim.fault.FaultPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs many seeds over all cores, and shrinks failures. */
@Command(
        name = "explore",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Run a scenario or manifests with many seeds, and look for one that breaks an invariant.",
            "Failures are made small, saved and shown. Without --faults, a scenario keeps its own faults; where it"
                    + " has none, every seed draws a light plan. Without --order, every seed picks an order of"
                    + " events (portfolio); one in eight stays in order of scheduling (fifo). A seed is vacuous, not"
                    + " held, when nothing broke but no pod was ever created, although the scenario without faults"
                    + " creates some. Of each verdict but held, the command that shows the first such seed is"
                    + " printed."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank explore app.yaml --seeds 1..1000 --faults heavy",
            "      a thousand storms",
            "  wavetank explore app.yaml --for 60s --stop-after 5 --out failures",
            "      a minute of real time, or five failures",
            "  wavetank explore app.yaml --bug no-slow-start",
            "      put a known bug back in, to see it found",
            "  wavetank explore --generate --seeds 1..1000 --faults heavy",
            "      a thousand scenarios, each in a storm of its own",
            "  wavetank explore app.yaml --faults heavy --for 10m --corpus corpus",
            "      ten minutes, guided by what earlier runs reached, and on from there the next time",
            "  wavetank explore --bug RS-1",
            "      look for a known bug in a storm in which it shows itself"
        })
final class ExploreCommand implements Callable<Integer> {

    /** Fewer seeds say little about what can be reached. */
    private static final int FEWEST_SEEDS = 10;

    /** An exploration needs more than one order of events. */
    private static final String ORDER = "portfolio";

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..*",
            paramLabel = "FILE",
            description =
                    "A scenario, or manifests. Without any, --bug brings the storm in which the bug shows itself, and"
                            + " --generate draws a scenario for each seed.")
    private List<String> files = List.of();

    @ArgGroup
    private Extent extent = new Extent();

    @Option(names = "--jobs", paramLabel = "N", description = "Runs at the same time; one for each core by default.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--stop-after",
            paramLabel = "K",
            defaultValue = "1",
            description = "End after so many failures; ${DEFAULT-VALUE} by default.")
    private int stopAfter;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = FailureFiles.DIRECTORY,
            description = "Where failures are saved; ${DEFAULT-VALUE} by default.")
    private Path directory;

    @Option(
            names = "--generate",
            description = "Draw a scenario for each seed instead of a FILE: workloads of every kind, what users do with"
                    + " them, and a cluster, in the API versions of the profile. One in four loses several nodes at"
                    + " once, when --faults draws crashes of nodes. --nodes, --profile and --set change all of them.")
    private boolean generate;

    @Option(
            names = "--aim",
            description = "Instead of random faults and those of the scenario: for each write that it makes without"
                    + " faults, a crash right after it, a watch that stands still before it for seconds or minutes, a"
                    + " lost answer, a lost request. Each seed has one of them, and when all had their turn, two.")
    private boolean aim;

    @Option(names = "--coverage", description = "Show all that the runs came to see, not only the rarest.")
    private boolean allCoverage;

    @Option(
            names = "--bug",
            paramLabel = "BUG",
            completionCandidates = BugNames.class,
            description = "Look for a known bug, which is put in where the version does not have it: by its name, its"
                    + " row such as RS-2, or its issue such as kubernetes#69376; can be repeated. The names:"
                    + " ${COMPLETION-CANDIDATES}. See wavetank bugs.")
    private List<String> bugs = List.of();

    @Mixin
    private GuidanceOptions guidanceOptions;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json.")
    private Format format;

    ExploreCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        check("--jobs", jobs);
        check("--stop-after", stopAfter);
        BugChoice choice = BugChoice.of(bugs);
        ScenarioInput input = input(choice);
        ResolvedScenario prepared = prepare(input, choice);
        Predicate<RunResult> expectsPods = expectsPods(prepared);
        try (Interruption interruption = Interruption.watch()) {
            SeedRange seeds = extent.seeds(guidanceOptions.firstSeed());
            ExplorationSummary tally =
                    new ExplorationSummary(expectsPods, seed -> commandOf(seed, seeds.first(), input, prepared));
            Exploration exploration = exploration(input, prepared, choice);
            ExplorationRun run = new ExplorationRun(exploration, streams, interruption, tally);
            Guidance guidance = guidanceOptions.isGuided()
                    ? new Guidance(guidanceOptions, exploration.source().shared())
                    : null;
            List<ExploredRun> failures = failures(run, seeds, guidance);
            List<FoundFailure> reports = failures.stream()
                    .map(failure -> FoundFailure.of(failure, prepared, CommandLineText.origin(spec), directory, jobs))
                    .toList();
            long first = seeds.first();
            Seeds explored = Seeds.range(first, Math.max(first, tally.lastSeed()));
            print(tally, provenance(prepared, explored), reports, guidance, interruption.isRequested());
            if (generate && first == explored.last() && format == Format.text) {
                ExplorationSummary.printScenario(
                        exploration.source().forSeed(first),
                        first,
                        prepared.parts().order(),
                        streams.out());
            }
            return failures.isEmpty() ? ExitCode.HELD : ExitCode.BROKEN;
        }
    }

    private List<ExploredRun> failures(ExplorationRun run, SeedRange seeds, Guidance guidance) {
        Long span = extent.span();
        if (guidance == null) {
            return span == null ? run.seeds(seeds, jobs) : run.during(span, seeds.first(), jobs);
        }
        return span == null ? run.guided(guidance, seeds, jobs) : run.guided(guidance, span, seeds.first(), jobs);
    }

    /**
     * Whether a run without pods tested nothing. One scenario is run before all seeds, without its faults: invalid
     * commands fail with every seed, and every invariant would hold in an empty cluster. All generated ones ask for
     * pods, although an old version may refuse it.
     *
     * @throws BadInputException for an invalid command
     */
    private Predicate<RunResult> expectsPods(ResolvedScenario prepared) {
        if (generate) {
            return run -> true;
        }
        Scenario withoutFaults = prepared.scenario().withFaults(FaultPlan.NONE);
        RunResult calm = ScenarioRun.of(withoutFaults, prepared.seed(), ClusterParts.DEFAULT);
        InvalidCommands.refuse(calm);
        boolean createsPods = calm.podsCreated() > 0;
        return run -> createsPods;
    }

    private ResolvedScenario prepare(ScenarioInput input, BugChoice wanted) {
        List<String> all = new ArrayList<>(input.parts().bugs());
        all.addAll(wanted.names());
        // A saved failure keeps its order; its decisions mean something to its own seed only. So does a storm.
        String order = input.seed() == null && (generate || !files.isEmpty())
                ? ORDER
                : input.parts().order();
        PartsSpec given = new PartsSpec(order, all).judgedLike(input.parts());
        PartsSpec parts = scenarioOptions.parts(given);
        FaultChoice choice = scenarioOptions.faults();
        Scenario shaped = scenarioOptions.shape(input.scenario(), choice != null);
        boolean planned = choice != null && choice.file() != null;
        ResolvedScenario calm = ResolvedScenario.of(wanted.equip(shaped, streams.err()::println), 1, parts);
        ResolvedScenario prepared = planned ? choice.applyTo(calm) : calm;
        prepared.clusterParts(); // reports an unknown bug of a saved failure before the first run
        return prepared;
    }

    private Provenance provenance(ResolvedScenario prepared, Seeds explored) {
        Origin origin = CommandLineText.origin(spec);
        ClusterSpec cluster = prepared.scenario().cluster();
        return generate
                ? origin.ofGenerated(cluster, explored, prepared.parts())
                : origin.of(cluster, explored, prepared.parts());
    }

    private ScenarioInput input(BugChoice choice) {
        if (!generate) {
            return files.isEmpty() ? choice.scenario() : scenarioOptions.read(files);
        }
        if (!files.isEmpty() || aim) {
            throw new BadInputException("--generate draws a scenario for each seed: leave out "
                    + (aim ? "--aim" : "the " + (files.size() == 1 ? "file" : "files")));
        }
        FaultChoice faults = scenarioOptions.faults();
        if (faults != null && faults.file() != null) {
            throw new BadInputException("--faults " + faults.file()
                    + ": a plan fits one scenario, and --generate draws many: take none, light, heavy or long");
        }
        Scenario nothing = new Scenario(
                "generated", ClusterSpec.ofNodes(0), List.of(), Map.of(), FaultPlan.NONE, Scenario.DEFAULT_HORIZON);
        return new ScenarioInput(nothing, null, PartsSpec.DEFAULT);
    }

    private Exploration exploration(ScenarioInput input, ResolvedScenario prepared, BugChoice choice) {
        return new Exploration(
                source(input, prepared, choice),
                prepared.clusterParts(),
                stopAfter,
                prepared.parts().judges());
    }

    private ScenarioSource source(ScenarioInput input, ResolvedScenario prepared, BugChoice choice) {
        FaultSampler sampler = sampler(input, choice);
        if (generate) {
            return new ScenarioSource.Generated(
                    prepared.scenario().cluster().profile(),
                    drawn -> choice.equip(scenarioOptions.shape(drawn, false), note -> {}),
                    sampler);
        }
        if (!aim) {
            return new ScenarioSource.One(prepared.scenario(), sampler);
        }
        ScenarioSource.Aimed aimed = ScenarioSource.Aimed.at(prepared.scenario(), prepared.clusterParts());
        if (aimed.plans().count() == 0) {
            throw new BadInputException("--aim: without faults the scenario writes nothing that a fault could hit");
        }
        streams.err()
                .println("wavetank: --aim: " + aimed.plans().count()
                        + " faults at what the scenario writes without any, one for each seed in turn, then two");
        return aimed;
    }

    /** Draws the faults of each seed; null when the scenario keeps the plan that it has. */
    private FaultSampler sampler(ScenarioInput input, BugChoice wanted) {
        if (aim) {
            if (scenarioOptions.faults() != null
                    || !scenarioOptions.faultKinds().isEmpty()) {
                throw new BadInputException("--aim brings the faults: leave out --faults and --fault-kinds");
            }
            return null;
        }
        FaultChoice choice = scenarioOptions.faults();
        if (choice != null) {
            return choice.sampler();
        }
        if (!generate && files.isEmpty() && scenarioOptions.faultKinds().isEmpty()) {
            return wanted.sampler();
        }
        if (input.scenario().faults().isEmpty()) {
            return FaultChoice.sampler(Intensity.LIGHT, scenarioOptions.faultKinds());
        }
        if (!scenarioOptions.faultKinds().isEmpty()) {
            throw new BadInputException("--fault-kinds says which kinds are drawn, but the scenario has faults of its"
                    + " own: add --faults light, heavy or long");
        }
        return null;
    }

    /** The command line that shows what happened with one seed; only explore can put known bugs in. */
    private String commandOf(long seed, long first, ScenarioInput input, ResolvedScenario prepared) {
        boolean drawn = !aim
                && (generate || !files.isEmpty())
                && scenarioOptions.faults() == null
                && input.scenario().faults().isEmpty();
        boolean explores = aim || generate || !bugs.isEmpty() || guidanceOptions.isGuided();
        List<String> words = new ArrayList<>(List.of(explores ? "explore" : "run"));
        words.addAll(files);
        words.addAll(
                scenarioOptions.words(drawn ? "light" : null, prepared.parts().order()));
        bugs.forEach(bug -> words.addAll(List.of("--bug", bug)));
        if (aim) {
            words.add("--aim");
        }
        if (generate) {
            words.add("--generate");
        }
        words.addAll(guidanceOptions.words());
        String seeds = guidanceOptions.isGuided() ? first + ".." + seed : Long.toString(seed);
        words.addAll(List.of(explores ? "--seeds" : "--seed", seeds));
        return CommandLineText.of(words);
    }

    private void print(
            ExplorationSummary tally,
            Provenance provenance,
            List<FoundFailure> failures,
            Guidance guidance,
            boolean interrupted) {
        CoverageText coverage = new CoverageText(tally.coverage());
        if (format == Format.json) {
            Map<String, Object> tree = JsonResult.document(spec.name());
            tree.put("provenance", provenance.tree());
            tree.putAll(tally.tree());
            tree.put("interrupted", interrupted);
            tree.put("failures", failures.stream().map(FoundFailure::tree).toList());
            tree.put("coverage", coverage.tree());
            if (guidance != null) {
                tree.put("guided", guidance.tree());
            }
            streams.out().println(JsonResult.write(tree));
        } else {
            new TextResult(streams).head(provenance);
            streams.out().println();
            failures.forEach(failure -> failure.print(streams.out()));
            tally.print(streams.out());
            if (allCoverage || tally.coverage().runs() >= FEWEST_SEEDS) {
                streams.out().println();
                coverage.print(streams.out(), allCoverage);
            }
            if (guidance != null) {
                guidance.print(streams.out());
            }
            if (interrupted) {
                streams.err().println("wavetank: interrupted; this is what the seeds gave that had ended");
            }
        }
        streams.out().flush();
        streams.err().flush();
    }

    private void check(String option, int value) {
        if (value < 1) {
            throw new ParameterException(spec.commandLine(), option + " must be at least 1, was " + value);
        }
    }
}
