package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.VersionChanges;
import dev.wavetank.cli.result.VersionTable;
import dev.wavetank.cli.terminal.Format;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.version.KubernetesVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints what changes between versions of Kubernetes. */
@Command(
        name = "versions",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Print the versions of Kubernetes that Wavetank simulates, and the behaviours that differ between them.",
            "Without options: all behaviours, each with the versions that have it by default."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank versions",
            "      every behaviour that differs between versions",
            "  wavetank versions --profile v1.25",
            "      the behaviours that a cluster of v1.25 has",
            "  wavetank versions --changes v1.20..v1.32",
            "      what an upgrade changes, in behaviour and in the API versions that are served",
            "  wavetank versions --changes v1.24..v1.25 -o json",
            "      the same for programs"
        })
final class VersionsCommand implements Runnable {

    private final Streams streams;

    @Option(
            names = "--profile",
            paramLabel = "VERSION",
            converter = ScenarioOptions.ProfileConverter.class,
            completionCandidates = ScenarioOptions.Profiles.class,
            description = "Only the behaviours that this version has, such as v1.25.")
    private KubernetesVersion profile;

    @Option(
            names = "--changes",
            paramLabel = "FROM..TO",
            description = "What changes from an older version to a newer one, such as v1.20..v1.32.")
    private String changes;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "text|json",
            defaultValue = "text",
            description = "Form of the result: text (default) or json.")
    private Format format;

    VersionsCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void run() {
        if (profile != null && changes != null) {
            throw new BadInputException("--profile and --changes cannot be combined: use one of them");
        }
        if (changes == null) {
            VersionTable table = new VersionTable(profile);
            streams.out().println(format == Format.json ? JsonResult.write(table.tree()) : table.text());
        } else {
            VersionChanges between = between(changes);
            streams.out().println(format == Format.json ? JsonResult.write(between.tree()) : between.text());
        }
    }

    private static VersionChanges between(String range) {
        try {
            return VersionChanges.parse(range);
        } catch (IllegalArgumentException wrong) {
            throw new BadInputException("--changes: " + wrong.getMessage());
        }
    }
}
