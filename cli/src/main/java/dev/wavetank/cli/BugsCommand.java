package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.result.JsonResult;
import dev.wavetank.cli.result.ProofTable;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Progress;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.bugs.BugProof;
import dev.wavetank.properties.bugs.BugSearch;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeGenerator;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the known bugs that can be put into a cluster, and proves that they are found. */
@Command(
        name = "bugs",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "List the known bugs that explore --bug can put into the cluster. With --prove, look for each of them.",
            "The exit code is 1 when a bug is not found by its own invariant, or something is found without it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank bugs",
            "      each bug, where it occurred, and the invariant that it breaks",
            "  wavetank bugs --prove",
            "      how many seeds it takes to find each, and what is left of the failures; takes minutes",
            "  wavetank bugs --prove --batches 1 ghost-nodes lost-wake-ups",
            "      the same for two of them, quickly"
        })
final class BugsCommand extends CatalogueCommand implements IExitCodeGenerator {

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = ExploreCommand.BugNames.class,
            description = "With --prove: only these bugs; all by default.")
    private List<String> names = List.of();

    @Option(
            names = "--prove",
            description =
                    "Look for each bug in the scenario and the faults that suit it: a table in Markdown, or json.")
    private boolean prove;

    @Option(
            names = "--batches",
            paramLabel = "N",
            description = "With --prove: in how many batches of seeds each is looked for; 20 by default.")
    private Integer batches;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "With --prove: how many seeds a batch has at most; 300 by default.")
    private Integer seeds;

    private int exitCode = ExitCode.HELD;

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
                                "source",
                                bug.source(),
                                "breaks",
                                bug.invariant(),
                                "needs",
                                bug.requirement()
                                        .map(KnownBug.Requirement::toString)
                                        .orElse(""))))
                .toList();
        return new Catalogue("bugs", entries.size() + " known bugs, for explore --bug NAME.", entries);
    }

    @Override
    public void run() {
        if (prove) {
            prove();
            return;
        }
        if (!names.isEmpty() || batches != null || seeds != null) {
            throw new BadInputException("names, --batches and --seeds say what is proved: add --prove");
        }
        super.run();
    }

    private void prove() {
        int each = atLeastOne("--batches", batches == null ? 20 : batches);
        int most = atLeastOne("--seeds", seeds == null ? 300 : seeds);
        List<KnownBug> bugs = names.isEmpty()
                ? KnownBugs.all()
                : names.stream().map(BugsCommand::named).toList();
        List<BugProof> proofs = new ArrayList<>();
        try (Progress progress = Progress.ofBugs(bugs.size(), streams())) {
            for (KnownBug bug : bugs) {
                proofs.add(BugProof.of(
                        BugSearch.of(bug), each, most, Runtime.getRuntime().availableProcessors()));
                progress.stepDone();
            }
        }
        ProofTable table = new ProofTable(proofs, each, most);
        Map<String, Object> tree = JsonResult.document("bugs");
        tree.put("batches", each);
        tree.put("seedsInBatch", most);
        tree.put("proofs", table.trees());
        print(tree, table.markdown().stripTrailing());
        exitCode = table.isComplete() ? ExitCode.HELD : ExitCode.BROKEN;
    }

    private static KnownBug named(String name) {
        try {
            return KnownBugs.named(name);
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage());
        }
    }

    private static int atLeastOne(String option, int value) {
        if (value < 1) {
            throw new BadInputException(option + " must be at least 1, was " + value);
        }
        return value;
    }

    @Override
    public int getExitCode() {
        return exitCode;
    }
}
