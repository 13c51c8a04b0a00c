package dev.wavetank.cli;

import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.InputFiles;
import dev.wavetank.cli.input.NamedFiles;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Launcher;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.yaml.ManifestException;
import dev.wavetank.properties.explore.PartsSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs one kubectl command on a fresh cluster. */
@Command(
        name = "kubectl",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        customSynopsis = "wavetank kubectl [OPTIONS] VERB [ARGUMENTS]...",
        description = {
            "Give one kubectl command to a fresh cluster, and show what follows from it.",
            "Options of Wavetank stand before the verb; everything from the verb on is kubectl's, but for --story."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank kubectl create deployment web --image=nginx --replicas=3",
            "      what a Deployment goes through until its pods are ready",
            "  wavetank kubectl --seed 7 --nodes 1 run web --image=nginx",
            "      one pod on a cluster of one node",
            "  wavetank kubectl create deployment web --image=nginx --story",
            "      every step on the way from this command to a running container",
            "  wavetank kubectl -o json apply -f app.yaml",
            "      the result for programs; -f names a file on this machine"
        })
final class KubectlCommand implements Callable<Integer> {

    private static final String STORY = "--story";
    private static final Pattern UNKNOWN_FLAG = Pattern.compile("unknown flag: (--[a-z-]+)");

    private final Streams streams;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "VERB", description = "A kubectl command: its verb, and all that follows.")
    private List<String> arguments;

    @Mixin
    private SimulateOptions simulate;

    KubectlCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        List<String> words = new ArrayList<>(arguments);
        words.removeIf(this::isStory);
        if (words.get(0).equals("kubectl")) {
            throw new BadInputException("leave the second kubectl out: write what follows it");
        }
        Scenario scenario = NamedFiles.ofCommand(InputFiles.path(""), streams.in())
                .complete(Scenario.ofCommand(ClusterSpec.DEFAULT, words));
        Execution execution = simulate.run(new ScenarioInput(scenario, null, PartsSpec.DEFAULT), streams);
        execution.result().commands().forEach(this::explainPlace);
        if (ExitCode.commands(execution.result()).contains(CommandOutcome.MISTAKE)) {
            explainKinds(execution.result().scenario());
        }
        return ExitCode.of(execution.result());
    }

    /** Says which versions there are of a kind in a file that kubectl has found nobody to serve. */
    private void explainKinds(Scenario scenario) {
        try {
            ScenarioInput.unreadable(scenario, scenario.cluster().profile())
                    .forEach(remark -> streams.err().println("wavetank: " + remark));
        } catch (ManifestException noYaml) {
            // kubectl has said it in the same words.
        }
    }

    /** Says where an option of Wavetank goes that kubectl was given, and does not know. */
    private void explainPlace(CommandResult result) {
        Matcher unknown = UNKNOWN_FLAG.matcher(result.stderr());
        if (unknown.find() && spec.optionsMap().containsKey(unknown.group(1))) {
            streams.err()
                    .println("wavetank: " + unknown.group(1) + " is an option of Wavetank: write it before the verb: "
                            + Launcher.command() + " kubectl " + unknown.group(1) + " ... "
                            + result.arguments().get(0));
        }
    }

    /** The option of Wavetank that may also stand behind the verb, because kubectl has none of that name. */
    private boolean isStory(String word) {
        if (!word.equals(STORY) && !word.startsWith(STORY + "=")) {
            return false;
        }
        simulate.tellStory(word.equals(STORY) ? "" : word.substring(STORY.length() + 1));
        return true;
    }
}
