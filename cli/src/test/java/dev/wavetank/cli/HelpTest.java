package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.terminal.HelpText;
import dev.wavetank.cli.terminal.Streams;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {

    private static final List<String> COMMANDS = List.of(
            "run",
            "kubectl",
            "why",
            "explain",
            "inspect",
            "ping",
            "trace-packet",
            "curl",
            "explore",
            "replay",
            "report",
            "measure",
            "sweep",
            "compare",
            "fit",
            "bench",
            "versions",
            "settings",
            "invariants",
            "faults",
            "bugs",
            "stages",
            "completion");

    @Test
    void names_every_command_and_exit_code() {
        Invocation help = Invocation.of("--help");

        assertThat(help.exitCode()).isZero();
        COMMANDS.forEach(command -> assertThat(help.out()).containsPattern("\n  " + command + " +[A-Z]"));
        assertThat(help.out())
                .contains("\n  0   ", "\n  1   ", "\n  2   ", "\n  3   ", "\n  4   ", "\n  130 ", "\nExamples:\n");
        assertThat(commandLine().getSubcommands().keySet()).containsExactlyElementsOf(COMMANDS);
    }

    @Test
    void help_may_stand_before_the_command() {
        assertThat(Invocation.of("help")).isEqualTo(Invocation.of("--help"));
        assertThat(Invocation.of("help", "run")).isEqualTo(Invocation.of("run", "--help"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run",
                "kubectl",
                "why",
                "explain",
                "inspect",
                "ping",
                "trace-packet",
                "curl",
                "explore",
                "replay",
                "report",
                "measure",
                "sweep",
                "compare",
                "fit",
                "bench",
                "versions",
                "settings",
                "invariants",
                "faults",
                "bugs",
                "stages",
                "completion"
            })
    void teaches_every_option_of_a_command(String command) {
        Invocation help = Invocation.of(command, "--help");

        assertThat(help.exitCode()).isZero();
        assertThat(help.out()).contains("\nExamples:\n", "wavetank " + command);
        for (OptionSpec option :
                commandLine().getSubcommands().get(command).getCommandSpec().options()) {
            String name = option.longestName();
            assertThat(option.description()).as(name).isNotEmpty();
            assertThat(help.out()).containsPattern("\n +(-\\w, )?" + name + "\\b.* [A-Z]");
        }
    }

    @Test
    void begins_with_a_whole_sentence_for_the_list_of_commands() {
        for (CommandLine command : commandLine().getSubcommands().values()) {
            String[] description = command.getCommandSpec().usageMessage().description();
            assertThat(description).as(command.getCommandName()).hasSizeBetween(1, 2);
            assertThat(description).as(command.getCommandName()).allMatch(text -> text.matches("[A-Z].*[.?]"));
        }
    }

    @Test
    void breaks_examples_before_an_option_and_keeps_the_indentation() {
        String[] lines = {"  wavetank run app.yaml --seed 7 --order shuffle", "      a scenario in a random order", "x"
        };

        assertThat(HelpText.fitted(lines, 34))
                .containsExactly(
                        "  wavetank run app.yaml --seed 7 \\",
                        "      --order shuffle",
                        "      a scenario in a random order",
                        "x");
        assertThat(HelpText.fitted(lines, 25))
                .containsExactly(
                        "  wavetank run app.yaml \\",
                        "      --seed 7 \\",
                        "      --order shuffle",
                        "      a scenario in a",
                        "      random order",
                        "x");
        assertThat(HelpText.fitted(lines, 100)).isEqualTo(lines);
    }

    private static CommandLine commandLine() {
        return Main.commandLine(new Streams(System.in, System.out, System.err, false));
    }

    @Test
    void tells_the_version() {
        assertThat(Invocation.of("--version").out()).startsWith("wavetank ");
    }

    @Test
    void names_the_known_bugs() {
        assertThat(Invocation.of("explore", "--help").out()).contains("no-slow-start");
    }
}
