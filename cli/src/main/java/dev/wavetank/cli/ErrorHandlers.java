package dev.wavetank.cli;

import dev.wavetank.cli.execution.NotDeterministicException;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Launcher;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.properties.explore.NondeterministicRunException;
import dev.wavetank.sim.text.Suggestion;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns an error into one sentence on standard error and an exit code. */
final class ErrorHandlers {

    private ErrorHandlers() {}

    /** The command line cannot be understood. */
    static int usage(ParameterException mistake, String[] args) {
        CommandLine command = mistake.getCommandLine();
        String sentence = sentence(message(mistake));
        PrintWriter err = command.getErr();
        err.println("wavetank: " + sentence + " (see " + help(command) + ")");
        if (wantsStackTrace(command)) {
            mistake.printStackTrace(err);
        }
        return ExitCode.BAD_INPUT;
    }

    /** The command line that explains a command, as this user would write it. */
    private static String help(CommandLine command) {
        boolean atTop = command.getParent() == null;
        return Launcher.command() + (atTop ? "" : " " + command.getCommandName()) + " --help";
    }

    /** The command ended with an exception. */
    static int execution(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof BadInputException || failure instanceof ManifestException) {
            return report(failure, sentence(failure.getMessage()), command, ExitCode.BAD_INPUT);
        }
        if (failure instanceof NotDeterministicException || failure instanceof NondeterministicRunException) {
            return report(failure, failure.getMessage(), command, ExitCode.INTERNAL);
        }
        return internal(failure, command);
    }

    /** A defect of Wavetank, or too little memory. */
    static int internal(Throwable failure, CommandLine command) {
        String sentence = failure instanceof OutOfMemoryError
                ? "out of memory: set WAVETANK_JAVA_OPTS, for instance to -Xmx4g, or simulate less"
                : "internal error: " + sentence(String.valueOf(failure))
                        + "; please report it with the command, and what it prints with --stacktrace";
        return report(failure, sentence, command, ExitCode.INTERNAL);
    }

    private static int report(Throwable failure, String sentence, CommandLine command, int exitCode) {
        PrintWriter err = command.getErr();
        err.println("wavetank: " + sentence);
        if (wantsStackTrace(command)) {
            failure.printStackTrace(err);
        }
        return exitCode;
    }

    private static boolean wantsStackTrace(CommandLine command) {
        return command.getCommandSpec().root().userObject() instanceof WavetankCommand top && top.stackTrace;
    }

    private static String message(ParameterException mistake) {
        boolean atTop = mistake.getCommandLine().getParent() == null;
        if (atTop && mistake instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
            String written = unmatched.getUnmatched().get(0);
            Set<String> known = mistake.getCommandLine().getSubcommands().keySet();
            return "there is no command '" + written + "': " + Suggestion.question(written, known) + "use one of "
                    + String.join(", ", known);
        }
        Optional<String> unknown = unknownOption(mistake);
        if (unknown.isPresent()) {
            String written = unknown.get();
            String name = written.replaceFirst("=.*", "");
            String hint = Suggestion.question(name, optionNames(mistake.getCommandLine()))
                    .strip();
            return "there is no option '" + written + "'"
                    + (hint.isEmpty() ? otherCommands(name, mistake) : ": " + hint)
                    + behindVerb(mistake.getCommandLine());
        }
        boolean isOutput = mistake.getArgSpec() instanceof OptionSpec option
                && option.longestName().equals("--output");
        return (mistake.getMessage() + (isOutput ? behindVerb(mistake.getCommandLine()) : ""))
                .replaceFirst("^Error: ", "")
                .replaceFirst("is not an? int$", "is not a whole number")
                .replaceFirst(
                        "is not an? long$", "is not a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
    }

    /** An option that does not exist; it comes before what is missing, which it may have been meant for. */
    private static Optional<String> unknownOption(ParameterException mistake) {
        if (mistake instanceof UnmatchedArgumentException unmatched) {
            return unmatched.isUnknownOption()
                    ? Optional.of(unmatched.getUnmatched().get(0))
                    : Optional.empty();
        }
        return mistake instanceof MissingParameterException
                ? mistake.getCommandLine().getUnmatchedArguments().stream()
                        .filter(word -> word.startsWith("-"))
                        .findFirst()
                : Optional.empty();
    }

    /** Two programs share the command line of {@code kubectl}: says where the options of the other one go. */
    private static String behindVerb(CommandLine command) {
        return command.getCommandName().equals("kubectl") ? "; options of kubectl itself go behind its verb" : "";
    }

    /** Names the commands that have the option. */
    private static String otherCommands(String option, ParameterException mistake) {
        CommandLine above = mistake.getCommandLine().getParent();
        List<String> having = above == null
                ? List.of()
                : above.getSubcommands().entrySet().stream()
                        .filter(other -> optionNames(other.getValue()).contains(option))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
        return having.isEmpty()
                ? ""
                : ": only " + String.join(", ", having) + (having.size() == 1 ? " has" : " have") + " it";
    }

    private static List<String> optionNames(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .flatMap(option -> Arrays.stream(option.names()))
                .toList();
    }

    /** Messages of several lines become one sentence. */
    private static String sentence(String message) {
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
