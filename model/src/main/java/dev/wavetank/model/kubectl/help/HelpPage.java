package dev.wavetank.model.kubectl.help;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.VerbNames;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Writes pages of help. */
final class HelpPage {

    private static final String GLOBAL =
            "Use \"kubectl options\" for a list of global command-line options (applies to all commands).\n";

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
        StringBuilder page = new StringBuilder();
        List<String> next = next(words);
        if (!next.isEmpty()) {
            page.append("Available Commands:\n");
            next.forEach(word -> page.append("  ").append(word).append('\n'));
            page.append('\n');
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
            String command = words.isEmpty() ? "kubectl" : "kubectl " + words;
            page.append("Use \"")
                    .append(command)
                    .append(" <command> --help\" for more information about a given command.\n");
        }
        return page.append(GLOBAL).toString();
    }

    /** The words that may follow. */
    private List<String> next(String words) {
        TreeSet<String> next = new TreeSet<>();
        int depth = words.isEmpty() ? 0 : words.split(" ").length;
        VerbNames.inGroup(words, version).forEach(verb -> next.add(verb.words().split(" ")[depth]));
        next.remove("help");
        next.remove("options");
        return List.copyOf(next);
    }

    private String usage(String words) {
        if (words.isEmpty()) {
            return "kubectl [flags] [options]";
        }
        boolean generates = words.equals("run") && version.has(Feature.KUBECTL_RUN_GENERATORS);
        String usage = HelpTexts.usage(generates ? "run with generators" : words);
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
