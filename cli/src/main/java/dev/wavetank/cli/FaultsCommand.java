package dev.wavetank.cli;

import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.FaultDescription;
import java.util.Collections;
import java.util.List;
import picocli.CommandLine.Command;

/** Prints the kinds of faults that a plan can have. */
@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "List the kinds of faults that a fault plan can have, each with an example.",
        footerHeading = "%nExamples:%n",
        footer = {"  wavetank faults", "      what can go wrong, and how to write it"})
final class FaultsCommand extends CatalogueCommand {

    /** With three members of etcd there are examples of all kinds. */
    private static final ClusterSpec REPLICATED = replicated();

    FaultsCommand(Streams streams) {
        super(streams);
    }

    private static ClusterSpec replicated() {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        return new ClusterSpec(
                standard.nodes(),
                standard.nodeCapacity(),
                standard.profile(),
                Collections.singletonMap(ComponentNames.ETCD_MEMBERS, "3"));
    }

    @Override
    Catalogue catalogue() {
        List<Catalogue.Entry> entries = FaultDescription.all(REPLICATED).stream()
                .map(fault -> new Catalogue.Entry(fault.kind(), fault.meaning(), details("example", fault.example())))
                .toList();
        return new Catalogue(
                "faults",
                entries.size() + " kinds of faults, for --fault-kinds and for fault plans: see docs/faults.md.",
                entries);
    }
}
