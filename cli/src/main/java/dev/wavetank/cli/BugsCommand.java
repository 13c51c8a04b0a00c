package dev.wavetank.cli;

import dev.wavetank.cli.input.BugChoice;
import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Progress;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.proof.Proof;
import dev.wavetank.properties.proof.ProofTable;
import dev.wavetank.properties.proof.Prover;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the known bugs, or the proof that storms find them. */
@Command(
        name = "bugs",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "List the known bugs that explore --bug looks for.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank bugs",
            "      each bug, where it occurred, and the invariant that it breaks",
            "  wavetank bugs --prove > docs/BUGS.md",
            "      how many seeds it takes to find each of them; takes long",
            "  wavetank bugs --prove RS-1 --batches 3",
            "      the same for one bug, measured less well"
        })
final class BugsCommand extends CatalogueCommand {

    private static final List<String> OF_PROOFS = List.of("--batches", "--seeds", "--guided", "--controls", "--jobs");

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "NAME", description = "The bugs to measure with --prove; all by default.")
    private List<String> names = List.of();

    @Option(names = "--prove", description = "Find each bug from random seeds, and print a table in Markdown.")
    private boolean prove;

    @Option(
            names = "--batches",
            paramLabel = "N",
            defaultValue = "20",
            description = "How often each bug is to be found; ${DEFAULT-VALUE} by default.")
    private int batches;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5000",
            description = "How many seeds are run for a bug at most; ${DEFAULT-VALUE} by default.")
    private int seeds;

    @Option(names = "--guided", description = "Explore each batch guided by coverage, as explore --guided does.")
    private boolean guided;

    @Option(
            names = "--controls",
            paramLabel = "N",
            defaultValue = "20",
            description = "How many seeds are run without faults, and without the bug; ${DEFAULT-VALUE} by default.")
    private int controls;

    @Option(names = "--jobs", paramLabel = "N", description = "Runs at the same time; one for each core by default.")
    private int jobs = Runtime.getRuntime().availableProcessors();

    BugsCommand(Streams streams) {
        super(streams);
        this.streams = streams;
    }

    @Override
    public void run() {
        if (!prove) {
            if (!names.isEmpty()) {
                throw new ParameterException(spec.commandLine(), "bugs takes names with --prove only");
            }
            OF_PROOFS.stream()
                    .filter(spec.commandLine().getParseResult()::hasMatchedOption)
                    .findFirst()
                    .ifPresent(option -> {
                        throw new ParameterException(spec.commandLine(), "bugs takes " + option + " with --prove only");
                    });
            super.run();
            return;
        }
        if (Math.min(Math.min(batches, seeds), Math.min(controls, jobs)) < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--batches, --seeds, --controls and --jobs must be at least 1");
        }
        List<KnownBug> bugs =
                names.isEmpty() ? KnownBugs.all() : BugChoice.of(names).bugs();
        Prover prover = new Prover(batches, seeds, controls, jobs, guided, System::nanoTime);
        List<Proof> proofs = new ArrayList<>();
        try (Progress progress = Progress.ofBugs(bugs.size(), streams)) {
            for (KnownBug bug : bugs) {
                proofs.add(prover.prove(bug));
                progress.stepDone();
            }
        }
        streams.out().print(ProofTable.of(prover, proofs));
        streams.out().flush();
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
