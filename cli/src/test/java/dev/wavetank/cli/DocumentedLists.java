package dev.wavetank.cli;

import dev.wavetank.cli.result.Catalogue;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.explore.Invariants;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.reports.journey.Stage;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The lists of the manual, as tables made by the program. */
final class DocumentedLists {

    private static final Streams NOWHERE = new Streams(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8),
            false);

    private DocumentedLists() {}

    /** Each list by the name that its place in a page has. */
    static Map<String, String> all() {
        Map<String, String> lists = new LinkedHashMap<>();
        lists.put("commands", commands());
        lists.put("exit codes", exitCodes());
        lists.put("stages", stages());
        lists.put("invariants", invariants());
        lists.put("tags", tags());
        lists.put("record types", DocumentedRecords.table());
        lists.put("known behaviours", knownBehaviours());
        lists.put("faults", faults());
        lists.put("bugs", catalogue(new BugsCommand(NOWHERE), "bug", "what it does", "breaks", "source"));
        lists.put("settings", catalogue(new SettingsCommand(NOWHERE), "setting", "meaning", "default"));
        lists.put("controllers", controllers());
        lists.put("kubectl flags", kubectlFlags());
        lists.put("kubectl", kubectl());
        return lists;
    }

    private static String commands() {
        List<List<String>> rows = new ArrayList<>();
        Main.commandLine(NOWHERE)
                .getSubcommands()
                .forEach((name, command) -> rows.add(List.of(code(name), description(command))));
        return table(List.of("command", "what it does"), rows);
    }

    private static String description(CommandLine command) {
        String all = String.join(" ", command.getCommandSpec().usageMessage().description());
        return all.replaceFirst("(?<=\\.) .*", "");
    }

    private static String exitCodes() {
        List<List<String>> rows = new ArrayList<>();
        Main.commandLine(NOWHERE)
                .getCommandSpec()
                .usageMessage()
                .exitCodeList()
                .forEach((code, meaning) -> rows.add(List.of(code.strip(), meaning)));
        return table(List.of("exit code", "meaning"), rows);
    }

    private static String stages() {
        List<List<String>> rows = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            String kind = stage.isStep() ? "step" : "total";
            rows.add(List.of(code(stage.key()), stage.title(), words(stage.from()), words(stage.to()), kind));
        }
        return table(List.of("stage", "what happens", "from", "to", "kind"), rows);
    }

    private static String words(Milestone.Point point) {
        return point.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String invariants() {
        return table(
                List.of("invariant", "what it says"),
                Invariants.ofNoRun().stream()
                        .map(one ->
                                List.of("[`" + one.name() + "`](invariants/" + one.name() + ".md)", one.statement()))
                        .toList());
    }

    private static String tags() {
        return table(
                List.of("tag", "what they are about", "invariants"),
                Arrays.stream(Tag.values())
                        .map(tag -> List.of(
                                code(tag.word()),
                                tag.meaning(),
                                Long.toString(Invariants.ofNoRun().stream()
                                        .filter(one -> one.tags().contains(tag))
                                        .count())))
                        .toList());
    }

    private static String knownBehaviours() {
        return table(
                List.of("issue", "what happens"),
                Arrays.stream(KnownBehaviour.values())
                        .map(behaviour -> List.of(behaviour.issue(), behaviour.sentence()))
                        .toList());
    }

    private static String faults() {
        return table(
                List.of("kind", "what it does", "fields, with their defaults"),
                new FaultsCommand(NOWHERE)
                        .catalogue().entries().stream()
                                .map(entry -> List.of(
                                        code(entry.name()),
                                        entry.meaning(),
                                        DocumentedFaults.fields(
                                                String.valueOf(entry.details().get("example")))))
                                .toList());
    }

    private static String controllers() {
        return table(
                List.of("name", "name of its client"),
                Arrays.stream(KubernetesController.values())
                        .map(controller -> List.of(code(controller.label()), code(controller.userAgent())))
                        .toList());
    }

    private static String kubectl() {
        return table(
                List.of("command", "flags", "flags of some versions only"),
                Arrays.stream(VerbSyntax.values())
                        .map(verb -> List.of(code(verb.words()) + since(verb), flags(verb, true), flags(verb, false)))
                        .toList());
    }

    /** The versions that have a command; empty for all. */
    private static String since(VerbSyntax verb) {
        Set<KubernetesVersion> those = new LinkedHashSet<>();
        KubernetesVersion.all().stream().filter(verb::isIn).forEach(those::add);
        return isAlways(those) ? "" : " " + range(those);
    }

    /** The flags that every command has. */
    private static String kubectlFlags() {
        Map<String, Set<KubernetesVersion>> versions = versions(VerbSyntax::globalFlags);
        return versions.entrySet().stream()
                .map(flag ->
                        code("--" + flag.getKey()) + (isAlways(flag.getValue()) ? "" : " " + range(flag.getValue())))
                .collect(Collectors.joining(", ", "", "\n"));
    }

    private static Set<String> everywhere() {
        return versions(VerbSyntax::globalFlags).keySet();
    }

    /** The flags of one command that all versions have, or the others, each with its versions. */
    private static String flags(VerbSyntax verb, boolean always) {
        Set<String> everywhere = everywhere();
        return versions(verb::flags).entrySet().stream()
                .filter(flag -> !everywhere.contains(flag.getKey()) && isAlways(flag.getValue()) == always)
                .map(flag -> code("--" + flag.getKey()) + (always ? "" : " " + range(flag.getValue())))
                .collect(Collectors.joining(", "));
    }

    private static Map<String, Set<KubernetesVersion>> versions(Function<KubernetesVersion, List<Flag>> flags) {
        Map<String, Set<KubernetesVersion>> versions = new LinkedHashMap<>();
        for (KubernetesVersion version : KubernetesVersion.all()) {
            for (Flag flag : flags.apply(version)) {
                versions.computeIfAbsent(flag.name(), first -> new LinkedHashSet<>())
                        .add(version);
            }
        }
        return versions;
    }

    private static boolean isAlways(Set<KubernetesVersion> versions) {
        return versions.size() == KubernetesVersion.all().size();
    }

    private static String range(Set<KubernetesVersion> versions) {
        List<KubernetesVersion> all = KubernetesVersion.all();
        List<KubernetesVersion> those = List.copyOf(versions);
        KubernetesVersion first = those.get(0);
        KubernetesVersion last = those.get(those.size() - 1);
        if (last.equals(all.get(all.size() - 1))) {
            return "since " + first;
        }
        return first.equals(all.get(0)) ? "until " + last : first + " to " + last;
    }

    private static String catalogue(CatalogueCommand command, String name, String meaning, String... details) {
        Catalogue catalogue = command.catalogue();
        List<String> heads =
                Stream.concat(Stream.of(name, meaning), Arrays.stream(details)).toList();
        Function<Catalogue.Entry, List<String>> row = entry -> Stream.concat(
                        Stream.of(code(entry.name()), entry.meaning()),
                        Arrays.stream(details)
                                .map(detail -> text(entry.details().get(detail))))
                .toList();
        return table(heads, catalogue.entries().stream().map(row).toList());
    }

    static String table(List<String> heads, List<List<String>> rows) {
        StringBuilder table = new StringBuilder(row(heads));
        table.append(row(heads.stream().map(head -> "---").toList()).replace(" ", ""));
        rows.forEach(row -> table.append(row(row)));
        return table.toString();
    }

    private static String row(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String text(Object detail) {
        return detail == null ? "" : detail.toString();
    }

    private static String code(String name) {
        return "`" + name + "`";
    }
}
