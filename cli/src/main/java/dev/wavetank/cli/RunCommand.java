package dev.wavetank.cli;

import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.input.ScenarioInput;
import dev.wavetank.cli.terminal.ExitCode;
import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.model.cluster.CommandOutcome;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.properties.explore.RunResult;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Simulates a scenario or manifests once. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = "Simulate once and check every invariant: a scenario, or plain Kubernetes manifests.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank run app.yaml",
            "      apply a manifest to a cluster of three nodes and wait until nothing changes any more",
            "  wavetank run namespace.yaml app.yaml --nodes 10 --set kube-scheduler.kube-api-qps=100",
            "      several manifests, applied in this order, on another cluster",
            "  wavetank run storm.yaml --seed 7 --order shuffle --check-determinism",
            "      a scenario, with simultaneous events in an order drawn from the seed",
            "  wavetank run app.yaml --faults heavy --until 10m --trace trace.jsonl --report report",
            "      a storm; every record of it as JSON lines, and a page to look at",
            "",
            "A scenario is a YAML file:",
            "  cluster: {nodes: 3}",
            "  timeline:",
            "  - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}",
            "  - {at: 30s, kubectl: scale deployment web --replicas=5}",
            "  faults:",
            "  - {kind: nodeCrash, node: node-2, at: 40s, for: 2m}",
            "  horizon: 10m",
            "",
            "Exit codes: 0 no invariant broke; 1 one broke, or the cluster refused plain manifests; 2 bad input,"
                    + " also a command of a scenario that kubectl itself refuses as it is written, when no invariant"
                    + " broke; 3 Wavetank failed; 4 faults cut off the command that applies plain manifests. A"
                    + " command of a scenario that the cluster refuses, or that is cut off, is printed and does not"
                    + " change the exit code: a scenario may be about that."
        })
final class RunCommand implements Callable<Integer> {

    private final Streams streams;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "A scenario, a saved failure, or manifests.")
    private List<String> files;

    @Mixin
    private SimulateOptions simulate;

    RunCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        ScenarioInput input = simulate.read(files);
        Execution execution = simulate.run(input, streams);
        RunResult result = execution.result();
        report(result, input);
        Set<CommandOutcome> commands = ExitCode.commands(result);
        return input.isManifests() && !commands.contains(CommandOutcome.MISTAKE)
                ? ExitCode.of(result)
                : ExitCode.ofScenario(result.outcome(), commands);
    }

    private void report(RunResult result, ScenarioInput input) {
        for (CommandResult command : result.commands()) {
            if (command.outcome() == CommandOutcome.MISTAKE) {
                note(input.place(command.at(), command.arguments())
                        + "the command could not be carried out as it is written: see its own words above");
            }
        }
        if (has(result, CommandOutcome.MISTAKE)) {
            input.remarks().forEach(this::note);
        }
        if (has(result, CommandOutcome.REFUSED)) {
            note(
                    input.isManifests()
                            ? "the simulated cluster refused a manifest: see its own words above"
                            : "a command of the scenario was refused by the simulated cluster");
        }
        for (CommandResult command : result.commands()) {
            if (command.outcome() == CommandOutcome.GAVE_UP) {
                note(input.place(command.at(), command.arguments()) + "the command gave up waiting");
            }
        }
        if (has(result, CommandOutcome.CUT_OFF)) {
            note("a command was cut off: it got no answer, or the cluster was not able to give one");
        }
    }

    private void note(String sentence) {
        streams.err().println("wavetank: " + sentence);
    }

    private static boolean has(RunResult result, CommandOutcome outcome) {
        return result.commands().stream().anyMatch(command -> command.outcome() == outcome);
    }
}
