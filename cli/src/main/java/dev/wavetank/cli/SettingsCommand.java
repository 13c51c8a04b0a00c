package dev.wavetank.cli;

import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.Setting;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the flags of components that a scenario or {@code --set} can set. */
@Command(
        name = "settings",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description =
                "List the flags of components that --set and a scenario's settings can change, with their defaults.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank settings",
            "      every setting with its default",
            "  wavetank settings --profile v1.20 --nodes 5000 -o json",
            "      the defaults of another version and size, for programs"
        })
final class SettingsCommand extends CatalogueCommand {

    @Option(
            names = "--nodes",
            paramLabel = "N",
            converter = ScenarioOptions.NodesConverter.class,
            description = "Number of nodes, which decides some defaults.")
    private int nodes = ClusterSpec.DEFAULT.nodes();

    @Option(
            names = "--profile",
            paramLabel = "VERSION",
            converter = ScenarioOptions.ProfileConverter.class,
            completionCandidates = ScenarioOptions.Profiles.class,
            description = "The version of Kubernetes whose defaults are listed, such as v1.25.")
    private KubernetesVersion profile = KubernetesVersion.DEFAULT;

    SettingsCommand(Streams streams) {
        super(streams);
    }

    @Override
    Catalogue catalogue() {
        ClusterSpec cluster =
                new ClusterSpec(nodes, ClusterSpec.DEFAULT.nodeCapacity(), profile, ClusterSpec.DEFAULT.settings());
        List<Catalogue.Entry> entries = Setting.all(cluster).stream()
                .map(setting -> new Catalogue.Entry(
                        setting.name(),
                        setting.meaning(),
                        details("default", setting.standard(), "source", setting.source())))
                .toList();
        return new Catalogue(
                "settings",
                entries.size() + " settings, for --set NAME=VALUE and for cluster.settings of a scenario; defaults of "
                        + profile + " with " + nodes + " nodes.",
                entries);
    }
}
