package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.InUse;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.model.kubelet.cri.process.text.Glob;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Commands that are understood, with what is around them: assignments, files that they read and write, and the words
 * that their expansions become. Functions and shells are left to the {@link Shell}.
 */
final class SimpleCommands {

    /** What busybox writes when another process has the port, before it ends with code 1. */
    private static final InUse IN_USE = new InUse(0, 1, "httpd: bind: Address already in use\n");

    /** The code of a command that {@code timeout} of busybox has ended: it died of SIGTERM. */
    private static final int TIMED_OUT = 143;

    private static final Pattern SLEEP = Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,3})?)([smhd]?)");
    private static final Pattern CODE = Pattern.compile("[0-9]{1,9}");
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_]\\w*)=(.*)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final List<String> ENDLESS = List.of("infinity", "inf");

    private final ShellState state;
    private final FileCommands reading;
    private final FileChanges changes;
    private final Printing printing;
    private final ShellSignals signals;
    private final Shell shell;

    /** What the shell does with commands itself. */
    interface Shell {

        /** What a script prints that stands in a word; null when it is not understood. */
        @Nullable
        String output(String script);

        /** Whether a command is a function, or a shell that is given a script. */
        boolean has(List<String> words);

        /** Runs a command that it has; returns whether it is understood. */
        boolean call(List<String> words);
    }

    SimpleCommands(ShellState state, Shell shell) {
        this.state = state;
        this.shell = shell;
        this.reading = new FileCommands(state);
        this.changes = new FileChanges(state);
        this.printing = new Printing(state);
        this.signals = new ShellSignals(state);
    }

    /** Whether a command runs until it is stopped, whatever was before it. */
    static boolean isEndless(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        return switch (words.get(0).substring(words.get(0).lastIndexOf('/') + 1)) {
            case "sleep" -> rest.stream().anyMatch(ENDLESS::contains);
            case "tail" -> rest.stream().anyMatch(SimpleCommands::follows);
            case "exec" -> !rest.isEmpty() && isEndless(rest);
            default -> false;
        };
    }

    private static boolean follows(String option) {
        return option.equals("--follow") || option.matches("-[fFnq0-9]*[fF][n0-9]*");
    }

    /** What words are expanded with now. */
    Variables.Scope scope() {
        return new Variables.Scope(state::value, state.parameters, shell::output);
    }

    /** Words with what their expansions and patterns stand for. */
    List<String> expanded(List<String> words) {
        List<String> all = new ArrayList<>(words.size());
        for (String word : Variables.expanded(words, scope())) {
            List<String> found =
                    !Glob.isPattern(word) || ASSIGNMENT.matcher(word).matches()
                            ? List.of(Glob.plain(word))
                            : state.files.matching(word);
            if (found == null) {
                return List.of(ShellCommand.FOREIGN);
            }
            all.addAll(found);
        }
        return all;
    }

    /** Runs a command; returns whether it is understood. */
    boolean run(ShellCommand.Simple command) {
        if (command.words().stream().anyMatch(word -> word.contains(ShellCommand.FOREIGN))) {
            return false;
        }
        List<String> words = expanded(command.words());
        if (words.stream().anyMatch(word -> word.contains(ShellCommand.FOREIGN))) {
            return false;
        }
        state.trace(words);
        return redirected(command.files(), () -> words.isEmpty() || assigned(words, command.words()));
    }

    /** Runs something that reads and writes files; returns whether it is understood. */
    boolean redirected(ShellCommand.Files files, BooleanSupplier command) {
        ShellCommand.Input input = files.input();
        String file = Variables.one(files.target(), scope());
        String before = state.input;
        if (file == null || file.contains(ShellCommand.FOREIGN) || Glob.isPattern(file)) {
            return false;
        }
        if (input != null) {
            String word = Variables.one(input.word(), scope());
            if (word == null || word.contains(ShellCommand.FOREIGN)) {
                return false;
            }
            state.input = input.isText() ? word : word.equals("/dev/null") ? "" : state.files.content(word);
            if (state.input == null) {
                state.error("sh: can't open " + word + ": no such file\n");
                state.log(state.nanos);
                state.input = before;
                return state.ends(1);
            }
        }
        int printed = state.output.length();
        int lines = state.log.size();
        long begun = state.nanos;
        StringBuilder errors = state.divert(files.errors(), !file.isEmpty());
        boolean isDropped = state.isDropped;
        state.isDropped = file.isEmpty() ? isDropped : file.equals("/dev/null");
        boolean understood = command.getAsBoolean();
        state.isDropped = isDropped;
        state.input = input == null ? state.input : before;
        // What a command prints before it goes on for ever comes when it begins.
        state.log(state.nanos == ShellState.FOR_EVER ? begun : state.nanos);
        if (understood && !file.isEmpty()) {
            state.redirect(printed, lines, file, files.appends());
        }
        state.rejoin(files.errors(), errors);
        state.log(state.nanos);
        return understood;
    }

    /** Runs a command with the assignments before it. */
    private boolean assigned(List<String> words, List<String> written) {
        int count = 0;
        while (count < words.size() && ASSIGNMENT.matcher(words.get(count)).matches()) {
            count++;
        }
        Map<String, String> before = state.keepVariables();
        words.subList(0, count).forEach(this::assign);
        if (count == words.size()) {
            // Its exit code is that of the last command whose output stands in it.
            return written.stream().anyMatch(Variables::isSubstituted) || state.ends(0);
        }
        boolean understood = run(words.subList(count, words.size()));
        if (count > 0) {
            state.restore(before);
        }
        return understood;
    }

    private void assign(String word) {
        int end = word.indexOf('=');
        state.set(word.substring(0, end), word.substring(end + 1));
    }

    private boolean run(List<String> words) {
        if (shell.has(words)) {
            return shell.call(words);
        }
        List<String> rest = words.subList(1, words.size());
        String command = words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
        if (!command.equals("kill") && rest.stream().anyMatch(word -> word.indexOf(ShellJobs.MARK) >= 0)) {
            return false;
        }
        return switch (command) {
            case "true", ":" -> state.ends(0);
            case "false" -> state.ends(1);
            case "exit" -> exit(rest);
            case "exec" -> exec(rest);
            case "sleep" -> sleep(rest);
            case "timeout" -> timeout(rest);
            case "read" -> read(rest);
            case "local" ->
                rest.stream().allMatch(word -> state.keepLocal(word.replaceFirst("=.*", ""))) && declare(rest);
            case "export", "readonly", "declare" -> declare(rest);
            case "unset" -> unset(rest);
            case "touch", "rm", "mkdir", "cp", "mv", "tee", "chmod", "chown", "chgrp" -> changes.run(command, rest);
            case "cat" -> rest.isEmpty() && state.input != null ? echoInput() : reads(reading.cat(rest));
            case "ls" -> reads(reading.ls(rest));
            case "head", "tail" -> part(command.equals("head"), rest);
            case "test", "[", "[[" -> test(rest);
            case "env", "printenv" -> endsIfKnown(Variables.print(rest, state.variables(), state.output));
            case "trap" -> signals.trap(rest);
            case "kill" -> signals.kill(rest);
            case "httpd" -> listen(rest);
            default -> printing.run(command, rest);
        };
    }

    private boolean reads(int with) {
        state.hasRead = true;
        return endsIfKnown(with);
    }

    private boolean endsIfKnown(int with) {
        return with >= 0 && state.ends(with);
    }

    private boolean exit(List<String> rest) {
        if (!rest.isEmpty() && !CODE.matcher(rest.get(0)).matches()) {
            return false;
        }
        state.over = true;
        return rest.isEmpty() || state.ends(Integer.parseInt(rest.get(0)));
    }

    /** Another program takes the place of the shell: its traps are gone. */
    private boolean exec(List<String> rest) {
        if (rest.isEmpty() || rest.get(0).startsWith("-")) {
            return false;
        }
        state.trap = Stop.IGNORED;
        boolean understood = run(rest);
        state.over = true;
        return understood;
    }

    private boolean sleep(List<String> rest) {
        if (rest.stream().anyMatch(ENDLESS::contains)) {
            return state.runForEver(ShellState.FOR_EVER);
        }
        long sum = 0;
        for (String word : rest) {
            OptionalLong span = span(word);
            if (span.isEmpty()) {
                return false;
            }
            sum += span.getAsLong();
        }
        state.longestWait = Math.max(state.longestWait, sum);
        state.nanos += sum;
        return !rest.isEmpty() && state.ends(0);
    }

    /** A time such as {@code 1.5m}, in nanoseconds; empty when it is none. */
    static OptionalLong span(String word) {
        Matcher span = SLEEP.matcher(word);
        if (!span.matches()) {
            return OptionalLong.empty();
        }
        long unit = switch (span.group(2)) {
            case "m" -> VirtualTime.MINUTE;
            case "h" -> VirtualTime.HOUR;
            case "d" -> 24 * VirtualTime.HOUR;
            default -> VirtualTime.SECOND;
        };
        return OptionalLong.of(Math.round(Double.parseDouble(span.group(1)) * unit));
    }

    /** {@code timeout TIME COMMAND}: what the command does after that time does not happen. */
    private boolean timeout(List<String> words) {
        List<String> rest = new ArrayList<>(words);
        if (rest.size() > 2 && rest.get(0).equals("-k")) {
            rest.subList(0, 2).clear();
        }
        rest.remove("-t");
        OptionalLong limit = rest.size() < 2 ? OptionalLong.empty() : span(rest.remove(0));
        if (limit.isEmpty() || rest.get(0).startsWith("-")) {
            return false;
        }
        long begun = state.nanos;
        long end = begun + limit.getAsLong();
        int printed = state.output.length();
        int lines = state.log.size();
        int steps = state.steps.size();
        long waited = state.longestWait;
        boolean wasOver = state.over;
        if (!run(rest)) {
            return false;
        }
        if (state.nanos <= end) {
            return true;
        }
        state.log(begun);
        state.endAt(end, printed, lines, steps);
        state.nanos = end;
        state.over = wasOver;
        state.longestWait = Math.max(waited, limit.getAsLong());
        return state.steps.subList(steps, state.steps.size()).stream().noneMatch(one -> one.change() == Change.LISTENS)
                && state.ends(TIMED_OUT);
    }

    /** A line of what comes through the pipe; the last variable gets what is left of it. */
    private boolean read(List<String> words) {
        List<String> names = words.stream().filter(word -> !word.equals("-r")).toList();
        if (!names.stream().allMatch(name -> NAME.matcher(name).matches())) {
            return false;
        }
        String text = state.input == null ? "" : state.input;
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        state.input = end < 0 ? "" : text.substring(end + 1);
        state.read++;
        String rest = line.strip();
        for (int i = 0; i < names.size(); i++) {
            String[] parts = i + 1 < names.size() ? rest.split("\\s+", 2) : new String[] {rest};
            state.set(names.get(i), parts[0]);
            rest = parts.length > 1 ? parts[1] : "";
        }
        return state.ends(end < 0 ? 1 : 0);
    }

    private boolean declare(List<String> rest) {
        for (String word : rest) {
            if (ASSIGNMENT.matcher(word).matches()) {
                assign(word);
            } else if (!NAME.matcher(word).matches()) {
                return false;
            }
        }
        return !rest.isEmpty() && state.ends(0);
    }

    private boolean unset(List<String> rest) {
        rest.forEach(state::unset);
        return rest.stream().allMatch(word -> NAME.matcher(word).matches()) && state.ends(0);
    }

    private boolean echoInput() {
        state.output.append(state.takeInput());
        return state.ends(0);
    }

    /** The first or the last lines of a file or of the pipe; {@code tail -f} goes on for ever. */
    private boolean part(boolean first, List<String> words) {
        List<String> rest = new ArrayList<>(words);
        boolean follows = !first && rest.removeIf(SimpleCommands::follows);
        int lines = 10;
        if (!rest.isEmpty() && rest.get(0).startsWith("-")) {
            String option = rest.remove(0);
            String number = option.equals("-n") && !rest.isEmpty() ? rest.remove(0) : option.replaceFirst("-n?", "");
            if (!number.matches("[0-9]{1,6}")) {
                return false;
            }
            lines = Integer.parseInt(number);
        }
        boolean isNull = rest.equals(List.of("/dev/null"));
        String text = rest.isEmpty()
                ? state.takeInput()
                : isNull || rest.size() > 1 ? null : state.files.content(rest.get(0));
        if (text != null) {
            List<String> all = text.lines().toList();
            int most = Math.min(lines, all.size());
            (first ? all.subList(0, most) : all.subList(all.size() - most, all.size()))
                    .forEach(line -> state.output.append(line).append('\n'));
        }
        boolean isKnown = text != null || isNull;
        return isKnown && follows ? state.runForEver(ShellState.FOR_EVER) : reads(isKnown ? 0 : -1);
    }

    private boolean test(List<String> words) {
        boolean isDouble = !words.isEmpty() && words.get(words.size() - 1).equals("]]");
        List<String> rest = isDouble ? words.subList(0, words.size() - 1) : words;
        state.hasRead |= !rest.isEmpty() && rest.get(0).matches("-[ferdsx]");
        return endsIfKnown(reading.test(rest));
    }

    /** A server that goes into the background unless it is told to stay. */
    private boolean listen(List<String> rest) {
        int port = rest.indexOf("-p") + 1;
        if (port == 0 || port == rest.size()) {
            return false;
        }
        boolean stays = rest.contains("-f");
        state.steps.add(new Step(state.nanos, Change.LISTENS, rest.get(port), "", stays ? IN_USE : null));
        return stays ? state.runForEver(ShellState.FOR_EVER) : state.ends(0);
    }
}
