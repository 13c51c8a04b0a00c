package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.InUse;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Commands that are understood: {@code true}, {@code :}, {@code false}, {@code exit}, {@code exec}, {@code sleep},
 * {@code touch}, {@code rm}, {@code cat}, {@code ls}, {@code grep}, {@code head}, {@code tail}, {@code echo}, {@code
 * env}, {@code hostname}, {@code test} and {@code [}, {@code httpd -p PORT}, {@code trap '' TERM}, {@code trap 'exit N'
 * TERM}, also with a {@code sleep} before the exit, {@code nslookup}, and variables that are set.
 */
final class SimpleCommands {

    /** What busybox writes when another process has the port, before it ends with code 1. */
    private static final InUse IN_USE = new InUse(0, 1, "httpd: bind: Address already in use\n");

    private static final Pattern SLEEP = Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,3})?)([smhd]?)");
    private static final Pattern CODE = Pattern.compile("[0-9]{1,9}");
    private static final Pattern TRAPPED_EXIT = Pattern.compile("(?:sleep (\\S+) *; *)?exit(?: ([0-9]{1,9}))?");
    private static final Pattern ASSIGNMENT = Pattern.compile("([A-Za-z_]\\w*)=(.*)", Pattern.DOTALL);
    private static final List<String> STOP_SIGNALS = List.of("TERM", "SIGTERM", "15");
    private static final List<String> OTHER_SIGNALS = List.of("INT", "SIGINT", "2", "HUP", "SIGHUP", "1", "QUIT");
    private static final List<String> ENDLESS = List.of("infinity", "inf");

    private final ShellState state;
    private final FileCommands reading;
    private final Function<String, @Nullable String> output;

    /** @param output what a script prints that stands in a word; null when it is not understood */
    SimpleCommands(ShellState state, Function<String, @Nullable String> output) {
        this.state = state;
        this.output = output;
        this.reading = new FileCommands(state.files, state.output);
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

    /** Runs a command; returns whether it is understood. */
    boolean run(ShellCommand.Simple command) {
        if (command.words().stream().anyMatch(word -> word.contains(ShellCommand.FOREIGN))) {
            return false;
        }
        List<String> words = Variables.expanded(command.words(), state.variables(), output);
        state.trace(words);
        int before = state.output.length();
        long begun = state.nanos;
        boolean understood = isAssignment(words) ? assign(words, command.words()) : run(words);
        if (understood && !command.target().isEmpty()) {
            state.redirect(before, command.target(), command.appends());
        }
        // What a command prints before it goes on for ever comes when it begins.
        long at = state.nanos == ShellState.FOR_EVER ? begun : state.nanos;
        for (int from = before; from < state.output.length(); ) {
            int end = state.output.indexOf("\n", from) + 1;
            int to = end == 0 ? state.output.length() : end;
            state.log.add(new Line(at, state.output.substring(from, to)));
            from = to;
        }
        return understood;
    }

    private boolean run(List<String> words) {
        List<String> rest = words.subList(1, words.size());
        String command = words.get(0).substring(words.get(0).lastIndexOf('/') + 1);
        return switch (command) {
            case "true", ":" -> state.ends(0);
            case "false" -> state.ends(1);
            case "exit" -> exit(rest);
            case "exec" -> exec(rest);
            case "sleep" -> sleep(rest);
            case "touch", "rm" -> file(command.equals("touch"), rest);
            case "hostname" -> Variables.hostname(state.variables(), state.output) && state.ends(0);
            case "cat" -> rest.isEmpty() && state.input != null ? echoInput() : reads(reading.cat(rest));
            case "ls" -> reads(reading.ls(rest));
            case "grep" -> reads(reading.grep(rest, state.input));
            case "head", "tail" -> part(command.equals("head"), rest);
            case "echo" -> echo(rest);
            case "test", "[" -> test(rest);
            case "env", "printenv" -> endsIfKnown(Variables.print(rest, state.variables(), state.output));
            case "trap" -> trap(rest);
            case "httpd" -> listen(rest);
            case "nslookup" -> lookUp(rest);
            default -> false;
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
            Matcher span = SLEEP.matcher(word);
            if (!span.matches()) {
                return false;
            }
            sum += span(span);
        }
        state.longestWait = Math.max(state.longestWait, sum);
        state.nanos += sum;
        return !rest.isEmpty() && state.ends(0);
    }

    private static long span(Matcher span) {
        long unit = switch (span.group(2)) {
            case "m" -> VirtualTime.MINUTE;
            case "h" -> VirtualTime.HOUR;
            case "d" -> 24 * VirtualTime.HOUR;
            default -> VirtualTime.SECOND;
        };
        return Math.round(Double.parseDouble(span.group(1)) * unit);
    }

    private boolean file(boolean made, List<String> rest) {
        state.code = 0;
        for (String name : rest) {
            if (!name.startsWith("-")) {
                String before = state.files.content(name);
                state.change(
                        made,
                        name,
                        before == null ? "" : before,
                        made ? "touch: " + name : "rm: can't remove '" + name + "'");
            }
        }
        return true;
    }

    private boolean echoInput() {
        state.output.append(state.input);
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
        String text =
                rest.isEmpty() ? state.input : isNull || rest.size() > 1 ? null : state.files.content(rest.get(0));
        if (text != null) {
            List<String> all = text.lines().toList();
            int most = Math.min(lines, all.size());
            (first ? all.subList(0, most) : all.subList(all.size() - most, all.size()))
                    .forEach(line -> state.output.append(line).append('\n'));
        }
        boolean isKnown = text != null || isNull;
        return isKnown && follows ? state.runForEver(ShellState.FOR_EVER) : reads(isKnown ? 0 : -1);
    }

    private boolean test(List<String> rest) {
        state.hasRead |= !rest.isEmpty() && rest.get(0).matches("-[ferdsx]");
        return endsIfKnown(reading.test(rest));
    }

    private boolean echo(List<String> rest) {
        boolean bare = !rest.isEmpty() && rest.get(0).equals("-n");
        state.output
                .append(String.join(" ", bare ? rest.subList(1, rest.size()) : rest))
                .append(bare ? "" : "\n");
        return state.ends(0);
    }

    /** A trap of SIGTERM; one of other signals changes nothing, and one of the end of the shell is not understood. */
    private boolean trap(List<String> rest) {
        List<String> signals = rest.isEmpty() ? rest : rest.subList(1, rest.size());
        boolean isTerm = signals.stream().anyMatch(STOP_SIGNALS::contains);
        Matcher exit = TRAPPED_EXIT.matcher(rest.isEmpty() ? "" : rest.get(0));
        Matcher delay = SLEEP.matcher(exit.matches() && exit.group(1) != null ? exit.group(1) : "0");
        if (signals.isEmpty()
                || !signals.stream().allMatch(one -> STOP_SIGNALS.contains(one) || OTHER_SIGNALS.contains(one))
                || isTerm && !exit.matches() && !rest.get(0).isEmpty()
                || !delay.matches()) {
            return false;
        }
        if (isTerm) {
            int code = exit.matches() && exit.group(2) != null ? Integer.parseInt(exit.group(2)) & 0xff : 0;
            long lasts = 50 * VirtualTime.MILLISECOND + span(delay);
            state.trap = exit.matches() ? new Stop(false, lasts, code) : Stop.IGNORED;
            state.longestWait = 0;
        }
        return state.ends(0);
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

    /** As busybox prints it up to 1.28, which the examples of Kubernetes use. */
    private boolean lookUp(List<String> rest) {
        if (rest.size() != 1 || rest.get(0).startsWith("-")) {
            return false;
        }
        NameAnswer answer = state.ask(rest.get(0));
        state.nanos += answer.nanos();
        state.output
                .append("Server:    ")
                .append(ClusterDns.ADDRESS)
                .append("\nAddress 1: ")
                .append(ClusterDns.ADDRESS)
                .append(" kube-dns.kube-system.svc.cluster.local\n\n");
        if (answer.addresses().isEmpty()) {
            state.output.append("nslookup: can't resolve '").append(rest.get(0)).append("'\n");
            return state.ends(1);
        }
        state.output.append("Name:      ").append(rest.get(0)).append('\n');
        for (int i = 0; i < answer.addresses().size(); i++) {
            state.output
                    .append("Address ")
                    .append(i + 1)
                    .append(": ")
                    .append(answer.addresses().get(i))
                    .append(' ')
                    .append(answer.name())
                    .append('\n');
        }
        return state.ends(0);
    }

    private static boolean isAssignment(List<String> words) {
        return words.stream().allMatch(word -> ASSIGNMENT.matcher(word).matches());
    }

    /** Its exit code is that of the last command whose output stands in it. */
    private boolean assign(List<String> words, List<String> written) {
        for (String word : words) {
            int end = word.indexOf('=');
            state.set(word.substring(0, end), word.substring(end + 1));
        }
        return written.stream().anyMatch(Variables::isSubstituted) || state.ends(0);
    }
}
