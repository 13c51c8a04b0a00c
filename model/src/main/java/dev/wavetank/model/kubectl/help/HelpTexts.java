package dev.wavetank.model.kubectl.help;

import dev.wavetank.model.kubectl.syntax.Flag;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Lines of usage and defaults of flags, as the pages of kubectl v1.32 have them: {@code help.txt}. */
final class HelpTexts {

    private HelpTexts() {}

    /** Read when it is first needed; it never changes. */
    private static final class Lazy {
        private static final Map<String, String> TEXTS = read();
    }

    /** How a command is used; a command of which that is not known takes only flags. */
    static String usage(String words) {
        return "kubectl " + words + " " + Lazy.TEXTS.getOrDefault("usage " + words, "[options]");
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
        Map<String, String> texts = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(HelpTexts.class.getResourceAsStream("help.txt")), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int bar = line.indexOf(" | ");
                if (bar > 0 && !line.startsWith("#")) {
                    texts.put(line.substring(0, bar), line.substring(bar + 3));
                }
            }
            return texts;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
