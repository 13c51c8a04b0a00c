package dev.wavetank.model.kubelet.cri.process;

import java.util.List;
import java.util.regex.Pattern;

/** What {@code set} says of a script. */
final class ShellOptions {

    private static final Pattern OPTIONS = Pattern.compile("-[a-z]+");

    private boolean endsOnFailure;
    private boolean pipesFail;

    /** {@code set -e}: a failure ends the script. */
    boolean endsOnFailure() {
        return endsOnFailure;
    }

    /** {@code set -o pipefail}: a pipe fails when one of its parts does. */
    boolean pipesFail() {
        return pipesFail;
    }

    /** The command with its options, or with parameters after {@code --}; returns whether it is understood. */
    boolean set(List<String> command, ShellState state) {
        StringBuilder options = new StringBuilder();
        for (int i = 1; i < command.size(); i++) {
            String word = command.get(i);
            if (word.equals("--")) {
                state.parameters = command.subList(i + 1, command.size());
                break;
            }
            if (word.matches("-[a-z]*o") && i + 1 < command.size()) {
                pipesFail |= command.get(i + 1).equals("pipefail");
                endsOnFailure |= command.get(i + 1).equals("errexit");
                i++;
            }
            if (!OPTIONS.matcher(word).matches()) {
                return false;
            }
            options.append(word.replaceAll("[-o]", ""));
        }
        return set(options.toString(), state) && state.ends(0);
    }

    /** The letters of options. */
    boolean set(String letters, ShellState state) {
        endsOnFailure |= letters.contains("e");
        state.traces |= letters.contains("x");
        return letters.matches("[eux]*");
    }
}
