package dev.wavetank.cli;

import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Prints the known bugs that can be put into a cluster. */
@Command(
        name = "bugs",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "List the known bugs that explore --bug can put into the cluster.",
        footerHeading = "%nExamples:%n",
        footer = {"  wavetank bugs", "      each bug, where it occurred, and the invariant that it breaks"})
final class BugsCommand extends CatalogueCommand {

    BugsCommand(Streams streams) {
        super(streams);
    }

    @Override
    Catalogue catalogue() {
        List<Catalogue.Entry> entries = KnownBugs.all().stream()
                .map(bug -> new Catalogue.Entry(
                        bug.name(),
                        bug.mechanism(),
                        details(
                                "row",
                                bug.row().orElse(""),
                                "about",
                                bug.about(),
                                "source",
                                bug.source(),
                                "versions",
                                bug.versions() + (bug.isOfKubernetes() ? ", as the model" : ", put in"),
                                "breaks",
                                bug.invariant(),
                                "needs",
                                bug.requirements().stream()
                                        .map(KnownBug.Requirement::toString)
                                        .collect(Collectors.joining(", ")))))
                .toList();
        return new Catalogue("bugs", entries.size() + " known bugs, for explore --bug NAME.", entries);
    }
}
