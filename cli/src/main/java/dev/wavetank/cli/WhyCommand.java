package dev.wavetank.cli;

import dev.wavetank.cli.execution.CommandLineText;
import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.execution.ResultOptions;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.story.DivisionText;
import dev.wavetank.reports.story.TimeDivision;
import dev.wavetank.reports.story.Way;
import dev.wavetank.sim.trace.RingSink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Divides the time that an object took by what it was spent on. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Say why an object took as long as it did.",
            "The time from the command to its goal is divided into the network, rate limits, queues, back-off, leases,",
            "the API server, etcd, scheduling, starting, pulling, reporting and probing. The parts add up to the whole."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank why pod/web app.yaml",
            "      the slowest of the pods whose names begin with web",
            "  wavetank why pod/web-6497796474-2jrpl app.yaml --seed 7 --set kube-controller-manager.kube-api-qps=5",
            "      one pod, with another seed and a slower controller manager",
            "  wavetank why deployment/web app.yaml -o json",
            "      for programs; times are nanoseconds"
        })
final class WhyCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec command;

    @Parameters(
            index = "0",
            paramLabel = "OBJECT",
            description = "Kind and name, such as pod/web-1 or pod/NAMESPACE/web-1, or how the name begins.")
    private String object;

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "FILE",
            description = "A scenario, a saved failure, or manifests.")
    private List<String> files;

    @Option(names = "--seed", paramLabel = "N", description = "The seed; 1 by default.")
    private @Nullable Long seed;

    @Mixin
    private ScenarioOptions scenarioOptions;

    @Mixin
    private ResultOptions resultOptions;

    WhyCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ScenarioInput input = scenarioOptions.read(files);
        long chosen = seed != null ? seed : input.seed() != null ? input.seed() : 1;
        RingSink records = new RingSink(StoryOptions.RECORDS_KEPT, true);
        Execution execution = Execution.of(
                scenarioOptions.prepare(input.scenario(), chosen, input.parts()),
                CommandLineText.origin(command),
                resultOptions,
                List.of(records));
        resultOptions.report().ifPresent(execution::writeReport);
        Way way = StoryOptions.way(object, records.entries());
        if (resultOptions.format() == Format.json) {
            streams.out().println(JsonResult.write(tree(way)));
        } else {
            DivisionText.lines(way).forEach(streams.out()::println);
        }
        return ExitCode.of(execution.result().outcome());
    }

    private static Map<String, Object> tree(Way way) {
        TimeDivision division = TimeDivision.of(way);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("object", way.object());
        tree.put("total", division.total());
        Map<String, Object> spent = new LinkedHashMap<>();
        division.spent().forEach((what, nanos) -> spent.put(what.label(), nanos));
        tree.put("spent", spent);
        return tree;
    }
}
