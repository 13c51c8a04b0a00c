package dev.wavetank.cli;

import dev.wavetank.cli.bench.Bench;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.SpanConverter;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.explore.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how fast Wavetank is on this machine. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Measure how fast simulations run on this machine, on one thread, after warming up.",
            "Takes about half a minute. Figures vary by some per cent from one time to the next."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  wavetank bench", "      five figures, and what each of them is", "  wavetank bench -o json"})
final class BenchCommand implements Callable<Integer> {

    private final Streams streams;

    @Option(
            names = "--for",
            paramLabel = "SPAN",
            converter = SpanConverter.class,
            defaultValue = "5s",
            description = "Real time to measure each of the first two figures; warm-up takes half as long;"
                    + " ${DEFAULT-VALUE} by default.")
    private long span;

    @Option(
            names = "--replicas",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Pods of the third figure, on a tenth as many nodes; ${DEFAULT-VALUE} by default.")
    private int replicas;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result on standard output: text (default) or json.")
    private Format format;

    BenchCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (replicas < 1 || replicas > 10_000) {
            throw new BadInputException("--replicas must be from 1 to 10000, was " + replicas);
        }
        Bench bench = new Bench(span);
        List<Bench.Figure> figures = new ArrayList<>(List.of(bench.kernel(), bench.seeds()));
        figures.addAll(bench.pods(replicas));
        print(figures);
        return ExitCode.HELD;
    }

    private void print(List<Bench.Figure> figures) {
        if (format == Format.json) {
            Map<String, Object> tree = JsonResult.document("bench");
            tree.put("wavetank", Origin.version());
            tree.put("figures", figures.stream().map(BenchCommand::tree).toList());
            streams.out().println(JsonResult.write(tree));
            return;
        }
        for (Bench.Figure figure : figures) {
            streams.out().println(String.format(Locale.ROOT, "%,14.0f %s", figure.value(), figure.unit()));
            streams.out().println(" ".repeat(15) + figure.what());
        }
    }

    private static Map<String, Object> tree(Bench.Figure figure) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", figure.name());
        tree.put("value", figure.value());
        tree.put("what", figure.what());
        return tree;
    }
}
