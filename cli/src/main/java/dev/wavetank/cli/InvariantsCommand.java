package dev.wavetank.cli;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.explore.Invariants;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.text.Suggestion;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the invariants that runs are judged by. */
@Command(
        name = "invariants",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "List the invariants that every run is judged by, or say all that is known of some.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank invariants",
            "      what has to hold in every run",
            "  wavetank invariants --tag scheduler",
            "      what has to hold of schedulers",
            "  wavetank invariants SlowStart",
            "      why it is there, where it is promised, and which known bugs break it"
        })
final class InvariantsCommand extends CatalogueCommand {

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            completionCandidates = Names.class,
            description = "The invariants to describe; all are listed by default.")
    private List<String> names = List.of();

    @Option(
            names = "--tag",
            paramLabel = "TAG,...",
            hideParamSyntax = true,
            split = ",",
            completionCandidates = Tags.class,
            description = "Only invariants with one of these tags, separated by commas: ${COMPLETION-CANDIDATES}.")
    private List<String> tags = List.of();

    InvariantsCommand(Streams streams) {
        super(streams);
    }

    @Override
    Catalogue catalogue() {
        List<Invariant> all = Invariants.ofNoRun();
        List<String> known = all.stream().map(Invariant::name).toList();
        names.forEach(name -> require("invariant", name, known));
        tags.forEach(tag -> require("tag", tag, Tag.words()));
        List<Invariant> chosen = all.stream()
                .filter(one -> names.isEmpty() || names.contains(one.name()))
                .filter(one -> tags.isEmpty() || words(one).stream().anyMatch(tags::contains))
                .toList();
        String count = chosen.size() == all.size()
                ? all.size() + " invariants, all of them on in every run."
                : chosen.size() + " of " + all.size() + " invariants.";
        return new Catalogue(
                "invariants",
                count,
                chosen.stream()
                        .map(one -> new Catalogue.Entry(one.name(), one.statement(), facts(one)))
                        .toList());
    }

    private static void require(String what, String word, List<String> known) {
        if (!known.contains(word)) {
            throw new BadInputException("there is no " + what + " '" + word + "': " + Suggestion.question(word, known)
                    + (what.equals("tag")
                            ? "use " + String.join(" or ", known)
                            : "wavetank invariants without a name lists them"));
        }
    }

    private Map<String, Object> facts(Invariant invariant) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (!names.isEmpty()) {
            facts.put("reason", invariant.reason());
            facts.put("sources", invariant.sources());
            facts.put("bugs", bugs(invariant.name()));
        }
        facts.put("tags", words(invariant));
        return facts;
    }

    private static List<String> words(Invariant invariant) {
        return new TreeSet<>(invariant.tags()).stream().map(Tag::word).toList();
    }

    private static List<String> bugs(String invariant) {
        List<String> bugs = new ArrayList<>();
        for (KnownBug bug : KnownBugs.all()) {
            if (bug.invariant().equals(invariant)) {
                bugs.add(bug.name() + " (" + bug.source() + "): " + bug.mechanism() + " See wavetank explore --bug "
                        + bug.name());
            }
        }
        return bugs;
    }

    /** The names, looked up only when they are needed. */
    static final class Names implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Invariants.ofNoRun().stream().map(Invariant::name).iterator();
        }
    }

    /** The tags, looked up only when they are needed. */
    static final class Tags implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Tag.words().iterator();
        }
    }
}
