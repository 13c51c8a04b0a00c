package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Derives what commands do, as far as they are understood. */
public final class Commands {

    private Commands() {}

    /**
     * The result of a command in a running container.
     *
     * @param nanos how long it takes
     * @param code its exit code
     * @param output what it prints
     */
    public record Executed(long nanos, int code, String output) {}

    /** The process of a container with that command; empty when the command is not understood. */
    public static Optional<ContainerProcess> process(List<String> command) {
        ShellScript.Outcome outcome = ShellScript.run(command, List.of());
        if (outcome == null) {
            return Optional.empty();
        }
        boolean ends = outcome.nanos() != ShellScript.FOR_EVER;
        return Optional.of(new ContainerProcess(
                ends ? Kind.TIMED : Kind.SERVER,
                ends ? outcome.nanos() : 0,
                new Exit(outcome.code(), null, outcome.message(), outcome.output()),
                outcome.stop(),
                outcome.steps(),
                List.of(),
                false,
                null,
                outcome.log()));
    }

    /** The result of a command in a container with these files; empty when the command is not understood. */
    public static Optional<Executed> execute(List<String> command, Collection<String> files) {
        ShellScript.Outcome outcome = ShellScript.run(command, files);
        return outcome == null
                ? Optional.empty()
                : Optional.of(new Executed(outcome.nanos(), outcome.code(), outcome.output()));
    }
}
