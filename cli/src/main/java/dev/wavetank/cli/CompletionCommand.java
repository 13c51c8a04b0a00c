package dev.wavetank.cli;

import dev.wavetank.cli.terminal.Streams;
import java.util.regex.Matcher;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes a script that completes the command line. */
@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        description = "Print a script that lets bash and zsh complete commands and options.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(wavetank completion)",
            "      for this shell",
            "  wavetank completion > ~/.local/share/bash-completion/completions/wavetank",
            "      for every bash to come"
        })
final class CompletionCommand implements Runnable {

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    CompletionCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public void run() {
        streams.out().print(mended(AutoComplete.bash("wavetank", spec.root().commandLine())));
    }

    /** A setting is followed by its value, so by no space; and a plan of faults may be in a file. */
    static String mended(String script) {
        String files = "COMPREPLY+=( $( compgen -f -- \"${curr_word}\" ) )\n      return $?";
        return script.replaceAll(
                        "('--set'\\)\\n      local IFS=.*\\n)",
                        "$1      type compopt &>/dev/null && compopt -o nospace\n")
                .replaceAll(
                        "('--faults'\\)\\n(?:      .*\\n){2}      )return \\$\\?",
                        "$1" + Matcher.quoteReplacement(files));
    }
}
