package dev.wavetank.cli;

import dev.wavetank.properties.explore.Origin;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The top-level command, which only dispatches. */
@Command(
        name = "wavetank",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Simulates a Kubernetes cluster, from kubectl to the container, on a virtual clock.",
            "One seed decides everything: the same seed gives the same run."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:no invariant broke (the output names those that could not be judged)",
            "1:an invariant broke, or the cluster refused the kubectl command or plain manifests",
            "2:bad input or usage",
            "3:internal error, or a run that differs from its repetition",
            "4:a fault cut off the kubectl command, or the one that applies plain manifests",
            "130:interrupted with Ctrl-C; explore prints what it has found until then"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank kubectl create deployment web --image=nginx --replicas=3",
            "      what a Deployment goes through until its pods are ready",
            "  wavetank run app.yaml --nodes 10 --faults heavy --seed 42",
            "      apply manifests to ten nodes in a storm",
            "  wavetank explore app.yaml --seeds 1..1000",
            "      look for a storm that breaks an invariant, and save the smallest",
            "  wavetank replay wavetank-failures/bound-once-seed-42.yaml",
            "      see a saved failure again",
            "  wavetank settings; wavetank faults; wavetank invariants",
            "      what can be set, what can go wrong, what is judged",
            "  wavetank COMMAND --help",
            "      options and examples of one command"
        })
final class WavetankCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "With an error, print where in the program it happened.")
    boolean stackTrace;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "no command given: use one of "
                        + String.join(", ", spec.subcommands().keySet()));
    }

    /** The version of the running jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"wavetank " + Origin.version()};
        }
    }
}
