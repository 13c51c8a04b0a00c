package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.sim.VirtualTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command in no time, and says what it would do and when: one of {@link SimpleCommands}, or a shell with several
 * of them and what {@link ShellReader} reads.
 */
final class ShellScript {

    /** So many rounds of a loop are run; one that prints something goes on for ever without a word after them. */
    private static final int ROUNDS_MAX = 1000;

    private static final List<String> SHELLS = List.of("sh", "bash", "ash", "dash");
    private static final Pattern OPTIONS = Pattern.compile("-[a-z]+");

    private final ShellState state;
    private final SimpleCommands commands;
    /** {@code set -e}: a failure ends the script. */
    private boolean endsOnFailure;

    private boolean pipesFail;
    /** How many conditions are around the present command: a failure in one does not end the script. */
    private int conditions;

    private boolean breaks;
    private boolean continues;
    /** When the last command in the background ends. */
    private long background;

    private ShellScript(ShellState state) {
        this.state = state;
        this.commands = new SimpleCommands(state, this::output);
    }

    /**
     * What a command does.
     *
     * @param nanos how long it takes; {@link ShellState#FOR_EVER} when it does not end
     * @param code its exit code
     * @param output what it prints
     * @param message what it writes to the termination log
     * @param stop what SIGTERM does when it is the first process of a container
     * @param steps visible changes, in the order in which the script comes to them
     * @param log the same as the output, by time
     * @param asks the name that it asks for then, and how it goes on is not known; null when it has ended
     */
    record Outcome(
            long nanos,
            int code,
            String output,
            String message,
            Stop stop,
            List<Step> steps,
            List<Line> log,
            @Nullable String asks) {}

    /** A script that a shell is given, with the letters of its options. */
    private record Given(String options, String script) {}

    /**
     * The outcome of a command where these files exist; null when the command is not understood.
     *
     * @param terminationLog the file whose content becomes the termination message
     * @param answers to the names that it asks for, in their order; it stops where there is none
     */
    @Nullable
    static Outcome run(List<String> words, ProcessFiles files, String terminationLog, List<NameAnswer> answers) {
        ShellState state = new ShellState(files, terminationLog, answers);
        ShellScript shell = new ShellScript(state);
        Given given = given(words);
        String asks = null;
        try {
            boolean understood = given == null
                    ? !words.isEmpty() && shell.commands.run(new ShellCommand.Simple(words, "", false))
                    : shell.set(given.options())
                            && ShellReader.read(given.script())
                                    .filter(shell::run)
                                    .isPresent();
            if (!understood) {
                return null;
            }
        } catch (ShellState.Unanswered question) {
            asks = question.name();
        }
        state.log.sort(Comparator.comparingLong(Line::at));
        Stop stop = state.longestWait <= VirtualTime.SECOND ? state.trap : Stop.IGNORED;
        return new Outcome(
                state.nanos, state.code, state.output.toString(), state.message(), stop, state.steps, state.log, asks);
    }

    /** Whether a command runs until it is stopped, whatever those of its parts do that are not understood. */
    static boolean isEndless(List<String> words) {
        Given given = given(words);
        if (given == null) {
            return !words.isEmpty() && SimpleCommands.isEndless(words);
        }
        Optional<ShellCommand> script = ShellReader.read(given.script());
        return !given.options().contains("e") && script.isPresent() && EndlessScript.is(script.get());
    }

    private static @Nullable Given given(List<String> words) {
        String shell = words.isEmpty() ? "" : words.get(0);
        if (!SHELLS.contains(shell.substring(shell.lastIndexOf('/') + 1))) {
            return null;
        }
        StringBuilder options = new StringBuilder();
        for (int i = 1; i + 1 < words.size() && OPTIONS.matcher(words.get(i)).matches(); i++) {
            options.append(words.get(i).substring(1));
            if (words.get(i).contains("c")) {
                return new Given(options.toString().replaceAll("[cil]", ""), words.get(i + 1));
            }
        }
        return null;
    }

    /** Runs a command; returns whether it is understood. */
    private boolean run(ShellCommand command) {
        if (command instanceof ShellCommand.Simple simple) {
            return simple(simple) && checked();
        }
        if (command instanceof ShellCommand.Sequence sequence) {
            return sequence.parts().stream().allMatch(part -> isOver() || run(part));
        }
        if (command instanceof ShellCommand.AndOr two) {
            return condition(two.first()) && (isOver() || state.code == 0 != two.afterSuccess() || run(two.second()));
        }
        if (command instanceof ShellCommand.Not negated) {
            return condition(negated.command()) && (isOver() || state.ends(state.code == 0 ? 1 : 0));
        }
        if (command instanceof ShellCommand.If choice) {
            return run(choice);
        }
        if (command instanceof ShellCommand.Loop loop) {
            return run(loop);
        }
        if (command instanceof ShellCommand.For loop) {
            return run(loop);
        }
        if (command instanceof ShellCommand.Subshell inner) {
            return apart(inner.body()) && checked();
        }
        if (command instanceof ShellCommand.Pipeline pipeline) {
            return run(pipeline) && checked();
        }
        if (command instanceof ShellCommand.Background other) {
            return run(other);
        }
        throw new AssertionError("no case for " + command);
    }

    private boolean isOver() {
        return state.over || breaks || continues;
    }

    /** Ends the script after a failure, if it is to. */
    private boolean checked() {
        state.over |= endsOnFailure && conditions == 0 && state.code != 0;
        return true;
    }

    private boolean condition(ShellCommand command) {
        conditions++;
        boolean understood = run(command);
        conditions--;
        return understood;
    }

    private boolean simple(ShellCommand.Simple command) {
        return switch (command.name()) {
            case "break" -> breaks = command.words().size() == 1;
            case "continue" -> continues = command.words().size() == 1;
            case "set" -> set(command.words().subList(1, command.words().size()));
            case "wait" -> command.words().size() == 1 && waits();
            default -> commands.run(command);
        };
    }

    private boolean set(List<String> words) {
        StringBuilder options = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            if (word.matches("-[a-z]*o") && i + 1 < words.size()) {
                pipesFail |= words.get(i + 1).equals("pipefail");
                endsOnFailure |= words.get(i + 1).equals("errexit");
                i++;
            }
            if (!OPTIONS.matcher(word).matches()) {
                return false;
            }
            options.append(word.replaceAll("[-o]", ""));
        }
        return set(options.toString()) && state.ends(0);
    }

    private boolean set(String letters) {
        endsOnFailure |= letters.contains("e");
        state.traces |= letters.contains("x");
        return letters.matches("[eux]*");
    }

    /** A shell that waits for what runs in the background hears signals at once. */
    private boolean waits() {
        state.longestWait = 0;
        if (background == ShellState.FOR_EVER) {
            return state.runForEver(0);
        }
        state.nanos = Math.max(state.nanos, background);
        return state.ends(0);
    }

    private boolean run(ShellCommand.If choice) {
        if (!condition(choice.condition())) {
            return false;
        }
        if (isOver()) {
            return true;
        }
        if (state.code == 0) {
            return run(choice.then());
        }
        return choice.otherwise() == null ? state.ends(0) : run(choice.otherwise());
    }

    private boolean run(ShellCommand.Loop loop) {
        long waited = state.longestWait;
        boolean hadRead = state.hasRead;
        state.hasRead = false;
        int last = 0;
        for (int round = 0; ; round++) {
            long steps = state.steps.size();
            int asked = state.asked;
            int printed = state.output.length();
            state.longestWait = 0;
            if (!condition(loop.condition())) {
                return false;
            }
            if (!state.over && state.code == 0 == loop.until()) {
                state.longestWait = Math.max(waited, state.longestWait);
                state.hasRead |= hadRead;
                return state.ends(last);
            }
            if (!state.over && !run(loop.body())) {
                return false;
            }
            last = state.code;
            if (left()) {
                return true;
            }
            // What it asks for may be answered in another way in the next round.
            boolean changed = state.steps.size() > steps || state.output.length() > printed || state.asked > asked;
            if (!changed && EndlessScript.isConstant(loop) || round >= ROUNDS_MAX) {
                // What it finds in files may change by others, who could end it.
                return EndlessScript.isConstant(loop) && !state.hasRead && state.runForEver(state.longestWait);
            }
            if (!changed && state.hasRead) {
                return false;
            }
        }
    }

    /** Whether a round of a loop was the last. */
    private boolean left() {
        boolean left = isOver() && !continues;
        breaks = false;
        continues = false;
        return left || state.over;
    }

    private boolean run(ShellCommand.For loop) {
        if (loop.words().stream().anyMatch(word -> word.contains(ShellCommand.FOREIGN))) {
            return false;
        }
        state.ends(0);
        for (String text : Variables.expanded(loop.words(), state.variables(), this::output)) {
            for (String word : text.strip().split("\\s+")) {
                state.set(loop.name(), word);
                if (!run(loop.body())) {
                    return false;
                }
                if (left()) {
                    return true;
                }
            }
        }
        return true;
    }

    /**
     * What a script prints that stands in a word, without the ends of its last lines. What a command prints when it
     * fails may be an error, which is no part of it: then it is not understood.
     */
    private @Nullable String output(String script) {
        // Each parenthesis holds the next one, so that a script inside has fewer of them than the one around it.
        boolean isDeep = script.chars().filter(one -> one == '(').count() > ShellReader.DEPTH_MAX;
        Optional<ShellCommand> read = isDeep ? Optional.empty() : ShellReader.read(script);
        int printed = state.output.length();
        int lines = state.log.size();
        if (read.isEmpty() || !apart(read.get()) || state.over) {
            return null;
        }
        String text = state.output.substring(printed).stripTrailing();
        state.output.setLength(printed);
        state.log.subList(lines, state.log.size()).clear();
        return state.code == 0 || text.isEmpty() ? text : null;
    }

    /** In a shell of its own: what ends it does not end this one. */
    private boolean apart(ShellCommand command) {
        boolean understood = run(command);
        state.over = state.nanos == ShellState.FOR_EVER;
        return understood;
    }

    /** All parts begin together; the shell waits for each of them. */
    private boolean run(ShellCommand.Pipeline pipeline) {
        long begun = state.nanos;
        long end = begun;
        long before = begun;
        int failure = 0;
        for (int i = 0; i < pipeline.parts().size(); i++) {
            boolean isLast = i + 1 == pipeline.parts().size();
            ShellCommand part = pipeline.parts().get(i);
            // What a command reads comes until the one before it ends.
            state.nanos = before == ShellState.FOR_EVER || leavesInput(part) ? begun : before;
            state.over = false;
            if (!isLast && part instanceof ShellCommand.Simple yes && yes.name().equals("yes")) {
                // It prints without an end, and is killed as soon as nothing reads it any more.
                ShellCommand reader = pipeline.parts().get(i + 1);
                if (!leavesInput(reader)
                        && !(reader instanceof ShellCommand.Simple one
                                && one.name().equals("head"))) {
                    return false;
                }
                state.input = "y\n".repeat(ROUNDS_MAX);
                continue;
            }
            int printed = state.output.length();
            int lines = state.log.size();
            if (!apart(part)) {
                return false;
            }
            state.input = null;
            if (!isLast) {
                state.input = state.output.substring(printed);
                state.output.setLength(printed);
                state.log.subList(lines, state.log.size()).clear();
            }
            before = state.nanos;
            end = Math.max(end, before);
            failure = state.code == 0 ? failure : state.code;
        }
        state.nanos = end;
        state.over = end == ShellState.FOR_EVER;
        return !pipesFail || state.ends(failure);
    }

    private static boolean leavesInput(ShellCommand command) {
        return command instanceof ShellCommand.Simple simple
                && List.of("true", "false", "echo", "sleep", ":").contains(simple.name());
    }

    /** Its changes of files would be seen too early by what follows, so that a late one is not understood. */
    private boolean run(ShellCommand.Background other) {
        long begun = state.nanos;
        long waited = state.longestWait;
        int before = state.steps.size();
        if (!apart(other.command())) {
            return false;
        }
        background = Math.max(background, state.nanos);
        state.nanos = begun;
        state.over = false;
        state.longestWait = waited;
        return state.ends(0)
                && state.steps.stream()
                        .skip(before)
                        .allMatch(step -> step.at() == begun || step.change() == Change.LISTENS);
    }
}
