package dev.wavetank.model.kubectl.help;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What the pages of kubectl v1.32 have: lines of usage, commands in a line, and defaults of flags ({@code help.txt}),
 * and what stands above them ({@code pages.txt}).
 */
final class HelpTexts {

    private HelpTexts() {}

    /** Read when it is first needed; it never changes. */
    private static final class Lazy {
        private static final Map<String, String> TEXTS = read();
        private static final Map<String, String> HEADS = heads();
    }

    /** What stands above the commands on the page of commands that begin with these words; empty for other pages. */
    static String head(String words, KubernetesVersion version) {
        return in(Lazy.HEADS, words.isEmpty() ? "kubectl" : words, version);
    }

    /** What a command does, in a line. */
    static String line(String words, KubernetesVersion version) {
        return in(Lazy.TEXTS, "short " + words, version);
    }

    /** The commands of the first page, by the headings above them, in their order. */
    static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        Lazy.TEXTS.forEach((name, commands) -> {
            if (name.startsWith("group ")) {
                groups.put(name.substring("group ".length()), List.of(commands.split(" ")));
            }
        });
        return groups;
    }

    private static String in(Map<String, String> texts, String name, KubernetesVersion version) {
        String text = texts.getOrDefault(name, "");
        if (!version.has(Feature.KUBECTL_HELP_SENTENCES)) {
            text = texts.getOrDefault(name + " before v1.28", text);
        }
        return version.has(Feature.KUBECTL_HELP_PLAIN_WORDS) ? text : texts.getOrDefault(name + " before v1.22", text);
    }

    /** How a command is used; a command of which that is not known takes only flags. */
    static String usage(String words, KubernetesVersion version) {
        String known = in(Lazy.TEXTS, "usage " + words, version);
        return "kubectl " + words + " " + (known.isEmpty() ? "[options]" : known);
    }

    /** The value of a flag that is not given. */
    static String standard(String words, Flag flag) {
        String every = "default --" + flag.name();
        String found = Lazy.TEXTS.getOrDefault(every + " of " + words, Lazy.TEXTS.get(every));
        if (found != null) {
            return found;
        }
        return switch (flag.kind()) {
            case TEXT -> "''";
            case LIST -> "[]";
            case INTEGER -> "0";
            case DURATION -> "0s";
            case SWITCH -> "false";
        };
    }

    private static Map<String, String> read() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String line : lines("help.txt")) {
            int bar = line.indexOf(" | ");
            if (bar > 0 && !line.startsWith("#")) {
                texts.put(line.substring(0, bar), line.substring(bar + 3));
            }
        }
        return texts;
    }

    private static Map<String, String> heads() {
        Map<String, String> heads = new TreeMap<>();
        String page = "";
        for (String line : lines("pages.txt")) {
            if (line.startsWith("== ")) {
                page = line.substring(3);
            } else if (!page.isEmpty()) {
                heads.merge(page, line + "\n", String::concat);
            }
        }
        return heads;
    }

    private static List<String> lines(String file) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(HelpTexts.class.getResourceAsStream(file)), StandardCharsets.UTF_8))) {
            return lines.lines().toList();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
