package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How far a script has come: its time, its output, and what it has changed. */
final class ShellState {

    /** Longer than any run. */
    static final long FOR_EVER = Long.MAX_VALUE;

    private static final List<String> OWN_OUTPUT =
            List.of("/dev/stdout", "/dev/stderr", "/proc/1/fd/1", "/proc/1/fd/2", "/proc/self/fd/1");

    final ProcessFiles files;
    final StringBuilder output = new StringBuilder();
    final List<Step> steps = new ArrayList<>(0);
    final List<Line> log = new ArrayList<>(0);
    private final String terminationLog;
    private Map<String, String> variables;
    private boolean hasOwnVariables;
    private String message = "";

    private final Known known;

    /** The positional parameters of the script, or of the function that runs. */
    List<String> parameters = List.of();

    /** How much of the output is in the log. */
    private int logged;

    /** Where errors go: to the output, or to what comes back to it later or never. */
    private StringBuilder errors = output;

    /** The former values of the variables that are local to the functions that run, the innermost first. */
    final Deque<Map<String, Optional<String>>> locals = new ArrayDeque<>();

    /** How often it has asked. */
    int asked;

    /** What the command finds in its pipe; null without one. */
    @Nullable
    String input;

    long nanos;
    int code;
    /** Nothing follows: the script has ended, or runs for ever. */
    boolean over;
    /** What runs in the background. */
    final ShellJobs jobs = new ShellJobs();

    /** Whether nobody reads what the command prints that runs now. */
    boolean isDropped;

    /** How many lines it has read from its pipe. */
    int read;

    /** Whether it has looked at files, which others may change meanwhile. */
    boolean hasRead;

    /** Whether the shell prints its commands. */
    boolean traces;

    /** What SIGTERM does when the shell hears it. */
    Stop trap = Stop.IGNORED;
    /** How long the shell waits for a command in the end: a trap works after it only. */
    long longestWait;

    /**
     * What others answered to what it has asked so far.
     *
     * @param answers what the network has answered, in order
     * @param startedAt virtual time at which the process has started; negative when it has not asked for that
     */
    record Known(List<NetworkAnswer> answers, long startedAt) {

        /** Nothing. */
        static final Known NOTHING = new Known(List.of(), -1);
    }

    ShellState(ProcessFiles files, String terminationLog, Known known) {
        this.known = known;
        this.files = files;
        this.variables = files.view().variables();
        this.terminationLog = terminationLog;
    }

    /** The script has come to a question that nobody has answered yet: how it goes on is not known. */
    static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient NetworkQuestion question;

        private Unanswered(NetworkQuestion question) {
            super(question.deed(), null, false, false);
            this.question = question;
        }

        NetworkQuestion question() {
            return question;
        }
    }

    /** Virtual time now, of which a process knows nothing before it has started. */
    long clock() {
        if (known.startedAt() < 0) {
            throw new Unanswered(NetworkQuestion.TIME);
        }
        return known.startedAt() + nanos;
    }

    /** Whether it is the first process of its container, and not one that is executed in it. */
    boolean isFirst() {
        return !terminationLog.isEmpty();
    }

    /** What a name stands for, and what becomes of a connection to the port, unless that is 0. */
    NetworkAnswer ask(String host, int port) {
        if (asked == known.answers().size()) {
            throw new Unanswered(new NetworkQuestion(host, port));
        }
        return known.answers().get(asked++);
    }

    Map<String, String> variables() {
        return variables;
    }

    void set(String name, String value) {
        if (!hasOwnVariables) {
            variables = new LinkedHashMap<>(variables);
            hasOwnVariables = true;
        }
        variables.put(name, value);
    }

    /** Takes a variable away. */
    void unset(String name) {
        if (variables.containsKey(name)) {
            set(name, "");
            variables.remove(name);
        }
    }

    /** The variables as they are, whatever is set afterwards. */
    Map<String, String> keepVariables() {
        hasOwnVariables = false;
        return variables;
    }

    /** Sets all variables anew, after a command that had others. */
    void restore(Map<String, String> before) {
        variables = before;
        hasOwnVariables = false;
    }

    /** The value of a variable or of a parameter; null when it is not known. */
    @Nullable
    String value(String name) {
        if (Character.isDigit(name.charAt(0))) {
            int index = name.length() > 3 ? Integer.MAX_VALUE : Integer.parseInt(name);
            return index == 0 ? "sh" : index <= parameters.size() ? parameters.get(index - 1) : "";
        }
        return switch (name) {
            case "?" -> String.valueOf(code);
            case "#" -> String.valueOf(parameters.size());
            case "$" -> isFirst() ? "1" : null;
            case "!" -> jobs.last();
            default -> variables.get(name);
        };
    }

    /** Prints an error of a command. */
    void error(String text) {
        errors.append(text);
    }

    /**
     * Sends the errors of what is run next elsewhere.
     *
     * @param taken whether a file, a pipe or a word takes its output
     * @return where they went before, for {@link #rejoin}
     */
    StringBuilder divert(ShellCommand.Errors how, boolean taken) {
        StringBuilder before = errors;
        errors = switch (how) {
            case APART -> taken && errors == output ? new StringBuilder() : errors;
            case JOINED -> output;
            case HIDDEN -> new StringBuilder();
        };
        return before;
    }

    /** Prints errors that came apart, once their command's output has been taken, and sends others as before. */
    void rejoin(ShellCommand.Errors how, StringBuilder before) {
        if (how == ShellCommand.Errors.APART && errors != before) {
            before.append(errors);
        }
        errors = before;
    }

    /** Keeps the value of a variable for the end of the function that runs; false when none does. */
    boolean keepLocal(String name) {
        Map<String, Optional<String>> frame = locals.peek();
        if (frame != null) {
            frame.putIfAbsent(name, Optional.ofNullable(variables.get(name)));
        }
        return frame != null;
    }

    /** A function has ended: its own variables are what they were before. */
    void endLocals() {
        locals.pop().forEach((name, value) -> value.ifPresentOrElse(text -> set(name, text), () -> unset(name)));
    }

    /** Takes what it finds in its pipe; null without one. */
    @Nullable
    String takeInput() {
        String taken = input;
        input = taken == null ? null : "";
        return taken;
    }

    /** Writes down that what was printed since the last time came at that time. */
    void log(long at) {
        for (int from = logged; from < output.length(); ) {
            int end = output.indexOf("\n", from) + 1;
            int to = end == 0 ? output.length() : end;
            log.add(new Line(at, output.substring(from, to)));
            from = to;
        }
        logged = output.length();
    }

    /** Takes what was printed since then out of the output. */
    String cut(int printed, int lines) {
        String text = output.substring(printed);
        output.setLength(printed);
        log.subList(Math.min(lines, log.size()), log.size()).clear();
        logged = Math.min(logged, printed);
        return text;
    }

    /** Undoes what was printed and changed from there on, as far as it comes after a time. */
    void endAt(long time, int printed, int lines, int changes) {
        List<Line> late = log.subList(lines, log.size());
        late.removeIf(line -> line.at() > time);
        int kept = late.stream().mapToInt(line -> line.text().length()).sum();
        output.setLength(printed + kept);
        logged = output.length();
        steps.subList(changes, steps.size()).removeIf(step -> step.at() > time);
    }

    /** What it has written to the termination log. */
    String message() {
        return message;
    }

    /** With {@code set -x} a shell prints each command before it runs it. */
    void trace(List<String> words) {
        if (traces) {
            error("+ " + String.join(" ", words) + "\n");
            log(nanos);
        }
    }

    /** A command has ended, with an exit code of eight bits. */
    boolean ends(int with) {
        code = with & 0xff;
        return true;
    }

    boolean runForEver(long wait) {
        longestWait = wait;
        nanos = FOR_EVER;
        over = true;
        return true;
    }

    /** Makes, changes or removes a file, unless it is so already; a volume of the kubelet cannot be written to. */
    void change(boolean made, String name, String content, String failure) {
        if (files.view().isReadOnly(name)) {
            error(failure + ": Read-only file system\n");
            code = 1;
            return;
        }
        if (made && content.equals(files.content(name))) {
            return;
        }
        steps.add(new Step(nanos, made ? Change.FILE_MADE : Change.FILE_REMOVED, name, content, null));
        if (made) {
            files.write(name, content);
        } else {
            files.remove(name);
        }
    }

    /** What was printed from there on, and is in the log from that line on, goes to a file. */
    void redirect(int from, int lines, String target, boolean appends) {
        if (OWN_OUTPUT.contains(target)) {
            return;
        }
        List<Line> written = new ArrayList<>(log.subList(lines, log.size()));
        String text = cut(from, lines);
        String before = appends ? files.content(target) : null;
        String content = before == null ? text : before + text;
        if (target.equals(terminationLog)) {
            message = content;
            files.write(target, content);
        } else if (files.view().isReadOnly(target)) {
            change(true, target, content, "sh: can't create " + target);
        } else if (!target.startsWith("/dev/")) {
            write(target, written, before == null);
            files.write(target, content);
        }
    }

    /** A file gets its lines when they are printed. */
    private void write(String target, List<Line> written, boolean isNew) {
        boolean made = !isNew;
        for (int from = 0; from < written.size(); ) {
            long at = written.get(from).at();
            StringBuilder text = new StringBuilder();
            while (from < written.size() && written.get(from).at() == at) {
                text.append(written.get(from++).text());
            }
            boolean isSame = !made && from == written.size() && text.toString().equals(files.content(target));
            if (!isSame) {
                Change change = made ? Change.FILE_EXTENDED : Change.FILE_MADE;
                steps.add(new Step(at, change, target, text.toString(), null));
            }
            made = true;
        }
        if (!made && !"".equals(files.content(target))) {
            steps.add(new Step(nanos, Change.FILE_MADE, target, "", null));
        }
    }
}
