package dev.wavetank.model.kubectl.help;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.VerbNames;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Writes pages of help. */
final class HelpPage {

    private static final String GLOBAL =
            "Use \"kubectl options\" for a list of global command-line options (applies to all commands).\n";

    private static final int SHORTEST_COLUMN = 11;
    private static final int WIDE_GAP = 3;

    private final KubernetesVersion version;

    HelpPage(KubernetesVersion version) {
        this.version = version;
    }

    /** The flags of every command. */
    String options() {
        StringBuilder page = new StringBuilder("The following options can be passed to any command:\n\n");
        flags(page, "options", VerbSyntax.globalFlags(version));
        return page.toString();
    }

    /** The page of a command, or of several that begin with the same words. */
    String of(String words) {
        String head = HelpTexts.head(words, version);
        return head + (head.isEmpty() ? "" : "\n") + usageOf(words);
    }

    /** The same without what stands above the commands. */
    String usageOf(String words) {
        StringBuilder page = new StringBuilder();
        List<String> next = VerbNames.listed(words, version);
        if (words.isEmpty()) {
            groups(page, next);
        } else if (!next.isEmpty()) {
            commands(page, "Available Commands", words + " ", next, next);
        }
        Optional<VerbSyntax> verb = VerbNames.named(words, version);
        List<Flag> own = verb.map(one -> one.documentedFlags(version)).orElse(List.of());
        if (!own.isEmpty()) {
            page.append("Options:\n");
            flags(page, words, own);
            page.append('\n');
        }
        page.append("Usage:\n  ").append(usage(words)).append("\n\n");
        if (!next.isEmpty()) {
            boolean isNamed = !words.isEmpty() && version.has(Feature.KUBECTL_HELP_SENTENCES);
            String command = isNamed ? "kubectl " + words : "kubectl";
            page.append("Use \"")
                    .append(command)
                    .append(" <command> --help\" for more information about a given command.\n");
        }
        return page.append(GLOBAL).toString();
    }

    /** The first page has the commands in groups, and since v1.29 a heading for those of plugins: there are none. */
    private void groups(StringBuilder page, List<String> all) {
        HelpTexts.groups().forEach((heading, commands) -> {
            if (heading.equals("Other Commands") && version.has(Feature.KUBECTL_HELP_PLUGINS)) {
                page.append("Subcommands provided by plugins:\n\n");
            }
            commands(page, heading, "", commands.stream().filter(all::contains).toList(), all);
        });
    }

    /** Commands and what they do, in columns as wide as the longest name needs, and 11 characters at least (cobra). */
    private void commands(StringBuilder page, String heading, String above, List<String> commands, List<String> all) {
        int longest = all.stream().mapToInt(String::length).max().orElse(0);
        int width = Math.max(SHORTEST_COLUMN, longest) + (version.has(Feature.KUBECTL_HELP_COLUMNS) ? WIDE_GAP : 1);
        page.append(heading).append(":\n");
        for (String command : commands) {
            page.append("  ")
                    .append(command)
                    .append(" ".repeat(width - command.length()))
                    .append(HelpTexts.line(above + command, version))
                    .append('\n');
        }
        page.append('\n');
    }

    private String usage(String words) {
        if (words.isEmpty()) {
            return "kubectl [flags] [options]";
        }
        boolean generates = words.equals("run") && version.has(Feature.KUBECTL_RUN_GENERATORS);
        String usage = HelpTexts.usage(generates ? "run with generators" : words, version);
        return version.has(Feature.KUBECTL_RUN_GENERATORS) ? usage.replaceAll("--dry-run=[a-z|]+", "--dry-run") : usage;
    }

    private void flags(StringBuilder page, String words, List<Flag> flags) {
        flags.stream().sorted(Comparator.comparing(Flag::name)).forEach(flag -> {
            String shorthand = flag.shorthand().isEmpty() ? "" : "-" + flag.shorthand() + ", ";
            page.append("    ")
                    .append(shorthand)
                    .append("--")
                    .append(flag.name())
                    .append('=')
                    .append(standard(words, flag))
                    .append('\n');
        });
    }

    private String standard(String words, Flag flag) {
        return flag == Flag.VALIDATE && !version.has(Feature.FIELD_VALIDATION)
                ? "true"
                : HelpTexts.standard(words, flag);
    }
}
