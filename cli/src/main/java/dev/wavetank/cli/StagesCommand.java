package dev.wavetank.cli;

import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.journey.Stage;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Command;

/** Prints the stages of a pod's journey that reports measure. */
@Command(
        name = "stages",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "List the stages of a pod's journey that reports measure.",
        footerHeading = "%nExamples:%n",
        footer = {"  wavetank stages", "      the names of the latencies in report.json and metrics"})
final class StagesCommand extends CatalogueCommand {

    StagesCommand(Streams streams) {
        super(streams);
    }

    @Override
    Catalogue catalogue() {
        List<Catalogue.Entry> entries = Arrays.stream(Stage.values())
                .map(stage -> new Catalogue.Entry(
                        stage.key(), stage.title(), details("kind", stage.isStep() ? "step" : "total")))
                .toList();
        return new Catalogue(
                "stages", entries.size() + " stages: steps laid end to end, and totals over several steps.", entries);
    }
}
