package dev.wavetank.cli;

import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.HelpText;
import dev.wavetank.cli.terminal.StandardOutput;
import dev.wavetank.cli.terminal.Streams;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.TypeConversionException;

/** Entry point of the {@code wavetank} command. */
public final class Main {

    /** Set by the launcher, because Java cannot ask whether standard error is a terminal. */
    private static final String TERMINAL = "wavetank.terminal";

    private static final Set<String> HELP = Set.of("-h", "--help", "-V", "--version");

    /** Columns of a help text where the terminal has as many or is none; the launcher tells picocli of fewer. */
    private static final int WIDTH = 100;

    private Main() {}

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args the command line
     */
    public static void main(String[] args) {
        StandardOutput out = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        Streams streams = new Streams(
                System.in,
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(new FileOutputStream(FileDescriptor.err), false, StandardCharsets.UTF_8),
                Boolean.getBoolean(TERMINAL));
        int exitCode = run(streams, args);
        // A reader such as head that has seen enough is no error.
        boolean complete = !streams.out().checkError() || out.hasLostItsReader();
        if (!complete) {
            streams.err().println("wavetank: standard output cannot be written to: the result is incomplete");
        }
        streams.err().flush();
        System.exit(complete ? exitCode : ExitCode.INTERNAL);
    }

    /**
     * Runs the command.
     *
     * @param streams where it reads and writes
     * @param args the command line
     * @return the exit code, see {@link ExitCode}
     */
    public static int run(Streams streams, String... args) {
        CommandLine command = commandLine(streams);
        try {
            return command.execute(withoutHelpOfNothing(command, helpAsOption(command, args)));
        } catch (Error defect) { // the kernel's assertions are errors, which picocli lets pass
            return ErrorHandlers.internal(defect, command);
        }
    }

    /** {@code help run} is what other programs call {@code run --help}. */
    private static String[] helpAsOption(CommandLine command, String[] args) {
        if (args.length == 0 || !args[0].equals("help")) {
            return args;
        }
        List<String> words = new ArrayList<>(List.of(args).subList(1, args.length));
        if (words.isEmpty() || command.getSubcommands().containsKey(words.get(0))) {
            words.add("--help");
        }
        return words.toArray(String[]::new);
    }

    /** Help is about a command, so one that does not exist is named instead of showing that of all. */
    private static String[] withoutHelpOfNothing(CommandLine command, String[] args) {
        Optional<String> named =
                Arrays.stream(args).filter(word -> !word.startsWith("-")).findFirst();
        if (named.isEmpty() || command.getSubcommands().containsKey(named.get())) {
            return args;
        }
        return Arrays.stream(args).filter(word -> !HELP.contains(word)).toArray(String[]::new);
    }

    /** The command with all its sub-commands. */
    static CommandLine commandLine(Streams streams) {
        CommandLine command = new CommandLine(new WavetankCommand())
                .addSubcommand(new RunCommand(streams))
                .addSubcommand(new KubectlCommand(streams))
                .addSubcommand(new WhyCommand(streams))
                .addSubcommand(new ExplainCommand(streams))
                .addSubcommand(new InspectCommand(streams))
                .addSubcommand(new PingCommand(streams))
                .addSubcommand(new TracePacketCommand(streams))
                .addSubcommand(new CurlCommand(streams))
                .addSubcommand(new ExploreCommand(streams))
                .addSubcommand(new ReplayCommand(streams))
                .addSubcommand(new ReportCommand(streams))
                .addSubcommand(new MeasureCommand(streams))
                .addSubcommand(new SweepCommand(streams))
                .addSubcommand(new CompareCommand(streams))
                .addSubcommand(new FitCommand(streams))
                .addSubcommand(new BenchCommand(streams))
                .addSubcommand(new VersionsCommand(streams))
                .addSubcommand(new SettingsCommand(streams))
                .addSubcommand(new InvariantsCommand(streams))
                .addSubcommand(new FaultsCommand(streams))
                .addSubcommand(new BugsCommand(streams))
                .addSubcommand(new StagesCommand(streams))
                .addSubcommand(new CompletionCommand(streams));
        command.setOut(new PrintWriter(streams.out(), true, StandardCharsets.UTF_8));
        command.setErr(new PrintWriter(streams.err(), true, StandardCharsets.UTF_8));
        command.setCaseInsensitiveEnumValuesAllowed(true);
        command.registerConverter(Path.class, Main::path);
        command.setUsageHelpWidth(WIDTH);
        int width = command.getUsageHelpWidth();
        command.setUsageHelpLongOptionsMaxWidth(width < WIDTH ? 26 : 34);
        command.setHelpFactory((spec, colours) -> {
            UsageMessageSpec usage = spec.usageMessage();
            usage.footer(HelpText.fitted(usage.footer(), width - 1));
            return new CommandLine.Help(spec, colours);
        });
        command.setParameterExceptionHandler(ErrorHandlers::usage);
        command.setExecutionExceptionHandler(ErrorHandlers::execution);
        // From the verb on, everything is kubectl's, options too.
        command.getSubcommands().get("kubectl").setStopAtPositional(true).setUnmatchedOptionsArePositionalParams(false);
        return command;
    }

    private static Path path(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("the name of a file or directory is missing");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException impossible) {
            throw new TypeConversionException("'" + text + "' is no name of a file or directory");
        }
    }
}
