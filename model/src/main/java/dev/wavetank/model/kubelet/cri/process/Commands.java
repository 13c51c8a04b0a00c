package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Question;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Derives what commands do, as far as they are understood. */
public final class Commands {

    /** So many names at most a command asks for that is executed in a container: what it finds may change meanwhile. */
    private static final int QUESTIONS_MAX = 4;

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
        return process(command, view, terminationLog, ShellState.Known.NOTHING, 0);
    }

    /** @param taken how many of its steps it has taken before its last question was answered */
    private static Optional<ContainerProcess> process(
            List<String> command, ContainerView view, String terminationLog, ShellState.Known known, int taken) {
        ProcessFiles files = new ProcessFiles(Collections.emptyMap(), view);
        ShellOutcome outcome = ShellScript.run(command, files, terminationLog, known);
        if (outcome == null) {
            return Optional.empty();
        }
        boolean ends = outcome.nanos() != ShellState.FOR_EVER;
        ContainerProcess process = new ContainerProcess(
                ends ? Kind.TIMED : Kind.SERVER,
                ends ? outcome.nanos() : 0,
                new Exit(outcome.code(), null, outcome.message(), outcome.output()),
                outcome.stop(),
                inOrder(outcome.steps().subList(taken, outcome.steps().size())),
                List.of(),
                false,
                null,
                outcome.log(),
                null);
        NetworkQuestion asked = outcome.asks();
        if (asked == null) {
            return Optional.of(process);
        }
        // A script is run from its start again with every answer: it cannot be stopped on its way and go on.
        return Optional.of(process.withKind(Kind.ASKING).withQuestion(new Question(asked, answer -> {
            List<NetworkAnswer> names = new ArrayList<>(known.answers());
            boolean isTime = asked.isTime();
            if (!isTime) {
                names.add(answer);
            }
            ShellState.Known more = new ShellState.Known(names, isTime ? answer.nanos() : known.startedAt());
            return process(command, view, terminationLog, more, outcome.steps().size());
        })));
    }

    private static List<Step> inOrder(List<Step> steps) {
        return steps.stream().sorted(Comparator.comparingLong(Step::at)).toList();
    }

    /** Whether a command that is not understood as a whole runs until it is stopped all the same. */
    public static boolean isEndless(List<String> command) {
        return ShellScript.isEndless(command);
    }

    /**
     * The result of a command in a running container; empty when the command is not understood, as one is not that asks
     * for names later than when it begins.
     *
     * @param files that the container has made, with their content
     * @param view what else it finds
     * @param network what the network answers now
     * @param now virtual time
     */
    public static Optional<Executed> execute(
            List<String> command,
            Map<String, String> files,
            ContainerView view,
            Function<NetworkQuestion, NetworkAnswer> network,
            long now) {
        List<NetworkAnswer> answers = new ArrayList<>(0);
        while (true) {
            ShellOutcome outcome =
                    ShellScript.run(command, new ProcessFiles(files, view), "", new ShellState.Known(answers, now));
            if (outcome == null || outcome.asks() != null && answers.size() == QUESTIONS_MAX) {
                return Optional.empty();
            }
            if (outcome.asks() == null) {
                return Optional.of(
                        new Executed(outcome.nanos(), outcome.code(), outcome.log(), inOrder(outcome.steps())));
            }
            answers.add(network.apply(outcome.asks()));
        }
    }
}
