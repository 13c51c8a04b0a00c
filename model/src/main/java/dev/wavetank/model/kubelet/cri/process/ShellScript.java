package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.model.kubelet.cri.process.text.Glob;
import dev.wavetank.sim.VirtualTime;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command in no time, and says what it would do and when: one of {@link SimpleCommands}, or a shell with several
 * of them and what {@link ShellReader} reads.
 */
final class ShellScript {

    /** So many rounds of a loop are run; one that prints something goes on for ever without a word after them. */
    private static final int ROUNDS_MAX = 1000;

    /** Functions and shells inside each other. */
    private static final int CALLS_MAX = 50;

    private final ShellState state;
    private final SimpleCommands commands;
    private final ShellOptions options = new ShellOptions();
    /** How many conditions are around the present command: a failure in one does not end the script. */
    private int conditions;

    private boolean breaks;
    private boolean continues;
    private boolean returns;
    private int calls;
    private final Map<String, ShellCommand> functions = new TreeMap<>();

    private ShellScript(ShellState state) {
        this.state = state;
        this.commands = new SimpleCommands(state, new Calls());
    }

    /**
     * The outcome of a command where these files exist; null when the command is not understood.
     *
     * @param terminationLog the file whose content becomes the termination message
     * @param known the answers to what it asks for; it stops where there is none
     */
    @Nullable
    static ShellOutcome run(List<String> words, ProcessFiles files, String terminationLog, ShellState.Known known) {
        ShellState state = new ShellState(files, terminationLog, known);
        ShellScript shell = new ShellScript(state);
        ShellArguments given = ShellArguments.of(words);
        NetworkQuestion asks = null;
        try {
            boolean understood = given == null
                    ? !words.isEmpty() && shell.commands.run(new ShellCommand.Simple(words, ShellCommand.Files.NONE))
                    : shell.options.set(given.options(), state) && shell.runs(given);
            if (!understood) {
                return null;
            }
        } catch (ShellState.Unanswered question) {
            asks = question.question();
        }
        state.log.sort(Comparator.comparingLong(Line::at));
        Stop stop = state.longestWait <= VirtualTime.SECOND ? state.trap : Stop.IGNORED;
        return new ShellOutcome(
                state.nanos, state.code, state.output.toString(), state.message(), stop, state.steps, state.log, asks);
    }

    /** Whether a command runs until it is stopped, whatever those of its parts do that are not understood. */
    static boolean isEndless(List<String> words) {
        ShellArguments given = ShellArguments.of(words);
        if (given == null) {
            return !words.isEmpty() && SimpleCommands.isEndless(words);
        }
        Optional<ShellCommand> script = ShellReader.read(given.script());
        return !given.options().contains("e") && script.isPresent() && EndlessScript.is(script.get());
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
            return pipes(pipeline) && checked();
        }
        if (command instanceof ShellCommand.Case choice) {
            return run(choice);
        }
        if (command instanceof ShellCommand.Definition function) {
            functions.put(function.name(), function.body());
            return state.ends(0);
        }
        if (command instanceof ShellCommand.Redirected part) {
            return commands.redirected(part.files(), () -> run(part.command()));
        }
        if (command instanceof ShellCommand.Background other) {
            return run(other);
        }
        throw new AssertionError("no case for " + command);
    }

    private boolean isOver() {
        return state.over || breaks || continues || returns;
    }

    /** Ends the script after a failure, if it is to. */
    private boolean checked() {
        state.over |= options.endsOnFailure() && conditions == 0 && state.code != 0;
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
            case "set" -> options.set(commands.expanded(command.words()), state);
            case "wait" -> waits(commands.expanded(command.words())) && checked();
            case "return" -> returns(commands.expanded(command.words()));
            default -> commands.run(command);
        };
    }

    /** A shell that waits for what runs in the background hears signals at once. */
    private boolean waits(List<String> words) {
        if (words.size() > 1) {
            return words.stream().skip(1).allMatch(id -> state.over || state.jobs.await(id, state));
        }
        state.longestWait = 0;
        long end = state.jobs.end();
        if (end == ShellState.FOR_EVER) {
            return state.runForEver(0);
        }
        state.nanos = Math.max(state.nanos, end);
        return state.ends(0);
    }

    private boolean returns(List<String> words) {
        returns = true;
        boolean hasCode = words.size() == 2 && words.get(1).matches("[0-9]{1,9}");
        return calls > 0 && (words.size() == 1 || hasCode && state.ends(Integer.parseInt(words.get(1))));
    }

    private boolean run(ShellCommand.Case choice) {
        String text = Variables.one(choice.word(), commands.scope());
        if (text == null || text.contains(ShellCommand.FOREIGN)) {
            return false;
        }
        for (ShellCommand.Case.Branch branch : choice.branches()) {
            for (String written : branch.patterns()) {
                String pattern = Variables.one(written, commands.scope());
                if (pattern == null || pattern.contains(ShellCommand.FOREIGN)) {
                    return false;
                }
                if (Glob.matches(pattern, Glob.plain(text))) {
                    return branch.body() == null ? state.ends(0) : run(branch.body());
                }
            }
        }
        return state.ends(0);
    }

    private boolean runs(ShellArguments given) {
        // Each parenthesis holds the next one, so that a script inside has fewer of them than the one around it.
        boolean isDeep = given.script().chars().filter(one -> one == '(').count() > ShellReader.DEPTH_MAX;
        state.parameters = given.parameters();
        return !isDeep && ShellReader.read(given.script()).filter(this::run).isPresent();
    }

    /** Functions, and shells that are commands of a script. */
    private final class Calls implements SimpleCommands.Shell {

        @Override
        public @Nullable String output(String script) {
            return ShellScript.this.output(script);
        }

        @Override
        public boolean has(List<String> words) {
            return functions.containsKey(words.get(0)) || ShellArguments.of(words) != null;
        }

        @Override
        public boolean call(List<String> words) {
            List<String> before = state.parameters;
            Map<String, String> variables = state.keepVariables();
            ShellCommand function = functions.get(words.get(0));
            ShellArguments given = ShellArguments.of(words);
            calls++;
            state.locals.push(new LinkedHashMap<>());
            boolean understood = calls <= CALLS_MAX
                    && (function != null ? runs(function, words) : given != null && runsApart(given));
            state.endLocals();
            calls--;
            returns = false;
            state.parameters = before;
            if (function == null) {
                state.restore(variables);
            }
            return understood;
        }

        private boolean runs(ShellCommand function, List<String> words) {
            state.parameters = words.subList(1, words.size());
            return ShellScript.this.run(function);
        }

        private boolean runsApart(ShellArguments given) {
            Stop trap = state.trap;
            boolean understood = given.options().isEmpty() && ShellScript.this.runs(given);
            state.over = state.nanos == ShellState.FOR_EVER;
            state.trap = trap;
            return understood;
        }
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
            int asked = state.asked + state.read;
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
            boolean changed =
                    state.steps.size() > steps || state.output.length() > printed || state.asked + state.read > asked;
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
        return left || state.over || returns;
    }

    private boolean run(ShellCommand.For loop) {
        if (loop.words().stream().anyMatch(word -> word.contains(ShellCommand.FOREIGN))) {
            return false;
        }
        List<String> words = commands.expanded(loop.words());
        state.ends(0);
        for (String word : words) {
            if (word.contains(ShellCommand.FOREIGN)) {
                return false;
            }
            state.set(loop.name(), word);
            if (!run(loop.body())) {
                return false;
            }
            if (left()) {
                return true;
            }
        }
        return true;
    }

    /** What a script prints that stands in a word, without the ends of its last lines. */
    private @Nullable String output(String script) {
        // Each parenthesis holds the next one, so that a script inside has fewer of them than the one around it.
        boolean isDeep = script.chars().filter(one -> one == '(').count() > ShellReader.DEPTH_MAX;
        Optional<ShellCommand> read = isDeep ? Optional.empty() : ShellReader.read(script);
        int printed = state.output.length();
        int lines = state.log.size();
        StringBuilder errors = state.divert(ShellCommand.Errors.APART, true);
        boolean isDropped = state.isDropped;
        state.isDropped = false;
        if (read.isEmpty() || !apart(read.get()) || state.over) {
            return null;
        }
        String text = state.cut(printed, lines).replaceFirst("\n+$", "");
        state.rejoin(ShellCommand.Errors.APART, errors);
        state.isDropped = isDropped;
        return text;
    }

    /** In a shell of its own: what ends it does not end this one, and its variables are its own. */
    private boolean apart(ShellCommand command) {
        Map<String, String> variables = state.keepVariables();
        boolean understood = run(command);
        state.restore(variables);
        state.over = state.nanos == ShellState.FOR_EVER;
        return understood;
    }

    private boolean pipes(ShellCommand.Pipeline pipeline) {
        OptionalInt failure = ShellPipe.run(pipeline, state, this::apart);
        return failure.isPresent() && (!options.pipesFail() || state.ends(failure.getAsInt()));
    }

    /** Its changes of files would be seen too early by what follows, so that a late one is not understood. */
    private boolean run(ShellCommand.Background other) {
        long begun = state.nanos;
        long waited = state.longestWait;
        int before = state.steps.size();
        int lines = state.log.size();
        if (!apart(other.command())) {
            return false;
        }
        state.jobs.begun(state, state.nanos, lines, before);
        state.nanos = begun;
        state.over = false;
        state.longestWait = waited;
        return state.ends(0)
                && state.steps.stream()
                        .skip(before)
                        .allMatch(step -> step.at() == begun || step.change() == Change.LISTENS);
    }
}
