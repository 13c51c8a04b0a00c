package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.http.HttpResponse;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prints the warnings of the server, each once in a command (client-go, rest/warnings.go, v1.19). */
public final class ServerWarnings {

    private static final Pattern WARNING = Pattern.compile("299 \\S+ \"((?:\\\\.|[^\"\\\\])*)\"");

    private final Output output;
    private final boolean prints;
    private final Set<String> printed = new LinkedHashSet<>();

    /**
     * No warnings yet.
     *
     * @param prints whether kubectl of this version does
     */
    public ServerWarnings(Output output, boolean prints) {
        this.output = output;
        this.prints = prints;
    }

    void print(HttpResponse response) {
        if (!prints) {
            return;
        }
        Matcher warnings = WARNING.matcher(response.headers().getOrDefault("Warning", ""));
        while (warnings.find()) {
            String text = warnings.group(1).replaceAll("\\\\(.)", "$1");
            if (printed.add(text)) {
                output.note("Warning: " + text);
            }
        }
    }
}
