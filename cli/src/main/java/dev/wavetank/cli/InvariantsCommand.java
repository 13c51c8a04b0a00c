package dev.wavetank.cli;

import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.explore.Invariants;
import java.util.List;
import picocli.CommandLine.Command;

/** Prints the invariants that every run is judged by. */
@Command(
        name = "invariants",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "List the invariants that every run is judged by.",
        footerHeading = "%nExamples:%n",
        footer = {"  wavetank invariants", "      what has to hold in every run"})
final class InvariantsCommand extends CatalogueCommand {

    InvariantsCommand(Streams streams) {
        super(streams);
    }

    @Override
    Catalogue catalogue() {
        List<Catalogue.Entry> entries = Invariants.statements().entrySet().stream()
                .map(one -> new Catalogue.Entry(one.getKey(), one.getValue(), details()))
                .toList();
        return new Catalogue("invariants", entries.size() + " invariants, all of them on in every run.", entries);
    }
}
