package dev.wavetank.model.kubelet.cri.process;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A script that a shell is given.
 *
 * @param options the letters of its options, those left out that change nothing here
 * @param script what it runs
 * @param parameters the positional ones, from the first on
 */
record ShellArguments(String options, String script, List<String> parameters) {

    private static final List<String> SHELLS = List.of("sh", "bash", "ash", "dash");
    private static final Pattern OPTIONS = Pattern.compile("-[a-z]+");

    /** What a command gives to a shell; null when it is none, or gives it no script. */
    static @Nullable ShellArguments of(List<String> words) {
        String shell = words.isEmpty() ? "" : words.get(0);
        if (!SHELLS.contains(shell.substring(shell.lastIndexOf('/') + 1))) {
            return null;
        }
        StringBuilder options = new StringBuilder();
        for (int i = 1; i + 1 < words.size() && OPTIONS.matcher(words.get(i)).matches(); i++) {
            options.append(words.get(i).substring(1));
            if (words.get(i).contains("c")) {
                // The word after the script is the name of the shell.
                List<String> rest = words.subList(Math.min(i + 3, words.size()), words.size());
                return new ShellArguments(options.toString().replaceAll("[cil]", ""), words.get(i + 1), rest);
            }
        }
        return null;
    }
}
