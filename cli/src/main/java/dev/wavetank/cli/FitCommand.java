package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.InputFiles;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.fit.AuditSamples;
import dev.wavetank.reports.fit.Fit;
import dev.wavetank.reports.fit.Observed;
import dev.wavetank.reports.fit.PrometheusSamples;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fits settings to what real components have measured. */
@Command(
        name = "fit",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Read what real components have measured, and print settings with the same distributions.",
            "The settings are for cluster.settings of a scenario or the settings of a node pool. FILE is what a"
                    + " kubelet or an API server offers to Prometheus (/metrics), or an audit log, one JSON event a"
                    + " line."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank fit kubelet-metrics.txt",
            "      times of the container runtime",
            "  wavetank fit audit.jsonl --shape=empirical",
            "      commits and pulls, as they were observed"
        })
final class FitCommand implements Callable<Integer> {

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Metrics, or an audit log.")
    private List<String> files;

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            defaultValue = "best",
            description = "Which distribution a setting gets: lognormal, by a median and a 99th percentile; empirical,"
                    + " by the observed quantiles; or best (default), log-normal where that fits and empirical"
                    + " elsewhere.")
    private String shape;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result: text (default), which is YAML, or json.")
    private Format format;

    FitCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        Fit.Shape chosen = shape();
        Map<String, String> sources = new LinkedHashMap<>();
        Map<String, Fit> fits = new LinkedHashMap<>();
        for (String file : files) {
            for (Observed observed : read(file)) {
                fits.put(observed.setting(), Fit.of(observed, chosen));
                String before = sources.put(observed.setting(), name(file));
                if (before != null) {
                    throw new BadInputException(before + " and " + name(file) + " both have samples for "
                            + observed.setting() + ": fit them one at a time");
                }
            }
        }
        if (format == Format.json) {
            streams.out().println(JsonResult.write(tree(fits, sources)));
        } else {
            print(fits, sources);
        }
        streams.out().flush();
        return ExitCode.HELD;
    }

    private Fit.Shape shape() {
        try {
            return Fit.Shape.valueOf(shape.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException("--shape " + shape + ": expected lognormal, empirical or best", unknown);
        }
    }

    private static String name(String file) {
        Path name = Path.of(file).getFileName();
        return name == null ? file : name.toString();
    }

    private static List<Observed> read(String file) {
        String text = InputFiles.read(file);
        try {
            List<Observed> all =
                    text.stripLeading().startsWith("{") ? AuditSamples.read(text) : PrometheusSamples.read(text);
            if (all.isEmpty()) {
                throw new BadInputException(
                        file + " has no samples for a setting: expected histograms of a kubelet, such as"
                                + " kubelet_runtime_operations_duration_seconds, of an API server,"
                                + " etcd_request_duration_seconds, or an audit log with writes");
            }
            return all;
        } catch (IllegalArgumentException damaged) {
            throw new BadInputException(file + ": " + damaged.getMessage(), damaged);
        }
    }

    private void print(Map<String, Fit> fits, Map<String, String> sources) {
        streams.out().println("settings:");
        fits.forEach((setting, fit) -> {
            streams.out()
                    .println("  # " + fit.observed().what() + ": "
                            + fit.observed().count() + " samples; " + fit.goodness());
            streams.out().println("  " + setting + ": \"" + fit.value(sources.getOrDefault(setting, "")) + '"');
            if (setting.equals("container-runtime.sandbox-time")) {
                streams.out().println("  # in the time of the sandbox, which is measured with its network");
                streams.out().println("  container-runtime.network-time: exactly 0s");
            }
        });
    }

    private Map<String, Object> tree(Map<String, Fit> fits, Map<String, String> sources) {
        List<Map<String, Object>> all = new ArrayList<>();
        fits.forEach((setting, fit) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("setting", setting);
            one.put("value", fit.value(sources.getOrDefault(setting, "")));
            one.put("of", fit.observed().what());
            one.put("count", fit.observed().count());
            one.put("distance", fit.logNormal().distance());
            one.put("critical", fit.logNormal().critical());
            one.put("fits", fit.observed().hasShape() && fit.logNormal().isGood());
            all.add(one);
        });
        Map<String, Object> tree = JsonResult.document(spec.name());
        tree.put("fits", all);
        return tree;
    }
}
