package dev.wavetank.cli.execution;

import dev.wavetank.cli.terminal.Launcher;
import dev.wavetank.properties.explore.FailureReport;
import dev.wavetank.properties.explore.Origin;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/** The command line that the user gave, as a result names it. */
public final class CommandLineText {

    private CommandLineText() {}

    /** The command line as the origin of its results. */
    public static Origin origin(CommandSpec command) {
        return Origin.ofCommand(of(arguments(command)));
    }

    /** The command line that the user gave. */
    public static String of(CommandSpec command) {
        return of(arguments(command));
    }

    /** A command line with these words after the name of the program, ready for a POSIX shell. */
    public static String of(List<String> words) {
        return FailureReport.quoted(Launcher.command()) + " "
                + words.stream().map(FailureReport::quoted).collect(Collectors.joining(" "));
    }

    /** Everything after the name of the program, as it was given. */
    static List<String> arguments(CommandSpec command) {
        return command.root().commandLine().getParseResult().originalArgs();
    }
}
