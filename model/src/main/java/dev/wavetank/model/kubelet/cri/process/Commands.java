package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Derives what commands do, as far as they are understood. */
public final class Commands {

    private Commands() {}

    /**
     * The result of a command in a running container.
     *
     * @param nanos how long it takes; {@code Long.MAX_VALUE} when it does not end
     * @param code its exit code
     * @param log what it prints
     * @param steps what it changes
     */
    public record Executed(long nanos, int code, List<Line> log, List<Step> steps) {

        /** All that it prints. */
        public String output() {
            return outputUntil(Long.MAX_VALUE);
        }

        /** What it has printed so many nanoseconds after it began. */
        public String outputUntil(long nanosAfter) {
            return log.stream()
                    .filter(line -> line.at() <= nanosAfter)
                    .map(Line::text)
                    .collect(Collectors.joining());
        }
    }

    /**
     * The process of a container with that command; empty when the command is not understood.
     *
     * @param view what it finds when it starts
     * @param terminationLog the file whose content becomes the termination message
     */
    public static Optional<ContainerProcess> process(List<String> command, ContainerView view, String terminationLog) {
        ShellScript.Outcome outcome =
                ShellScript.run(command, new ProcessFiles(Collections.emptyMap(), view), terminationLog);
        if (outcome == null) {
            return Optional.empty();
        }
        boolean ends = outcome.nanos() != ShellState.FOR_EVER;
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

    /** Whether a command that is not understood as a whole runs until it is stopped all the same. */
    public static boolean isEndless(List<String> command) {
        return ShellScript.isEndless(command);
    }

    /**
     * The result of a command in a running container; empty when the command is not understood.
     *
     * @param files that the container has made, with their content
     * @param view what else it finds
     */
    public static Optional<Executed> execute(List<String> command, Map<String, String> files, ContainerView view) {
        ShellScript.Outcome outcome = ShellScript.run(command, new ProcessFiles(files, view), "");
        return outcome == null
                ? Optional.empty()
                : Optional.of(new Executed(outcome.nanos(), outcome.code(), outcome.log(), outcome.steps()));
    }
}
