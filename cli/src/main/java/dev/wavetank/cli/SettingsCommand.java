package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.Candidates;
import dev.wavetank.cli.input.ScenarioOptions;
import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.Setting;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.text.Suggestion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
            "  wavetank settings etcd",
            "      those with etcd in their names",
            "  wavetank settings --profile v1.20 --nodes 5000 -o json",
            "      the defaults of another version and size, for programs"
        })
final class SettingsCommand extends CatalogueCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "WORD",
            completionCandidates = Candidates.SettingNames.class,
            description = "Only settings with one of these in their names, such as etcd or kubelet.registry; all by"
                    + " default.")
    private List<String> words = List.of();

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
        List<Setting> all = Setting.all(cluster);
        List<String> names = all.stream().map(Setting::name).toList();
        words.forEach(word -> require(word, names));
        List<Catalogue.Entry> entries = all.stream()
                .filter(setting -> words.isEmpty() || words.stream().anyMatch(setting.name()::contains))
                .map(setting -> new Catalogue.Entry(
                        setting.name(),
                        setting.meaning(),
                        details("default", setting.standard(), "source", setting.source())))
                .toList();
        return new Catalogue(
                "settings",
                (entries.size() == all.size() ? "" : entries.size() + " of ")
                        + all.size()
                        + " settings, for --set NAME=VALUE and for cluster.settings of a scenario; defaults of "
                        + profile + " with " + nodes + " nodes.",
                entries);
    }

    private static void require(String word, List<String> names) {
        if (names.stream().noneMatch(name -> name.contains(word))) {
            Set<String> known = new LinkedHashSet<>(names);
            names.forEach(name -> known.add(name.replaceFirst("\\..*", "")));
            throw new BadInputException("there is no setting with '" + word + "' in its name: "
                    + Suggestion.question(word, known) + "wavetank settings without a word lists them");
        }
    }
}
