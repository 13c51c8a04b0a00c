package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** What others answered to what it has asked so far. */
    private final List<NameAnswer> answers;

    /** How often it has asked. */
    int asked;

    /** What the command finds in its pipe; null without one. */
    @Nullable
    String input;

    long nanos;
    int code;
    /** Nothing follows: the script has ended, or runs for ever. */
    boolean over;
    /** Whether it has looked at files, which others may change meanwhile. */
    boolean hasRead;

    /** Whether the shell prints its commands. */
    boolean traces;

    /** What SIGTERM does when the shell hears it. */
    Stop trap = Stop.IGNORED;
    /** How long the shell waits for a command in the end: a trap works after it only. */
    long longestWait;

    ShellState(ProcessFiles files, String terminationLog, List<NameAnswer> answers) {
        this.answers = answers;
        this.files = files;
        this.variables = files.view().variables();
        this.terminationLog = terminationLog;
    }

    /** The script has come to a question that nobody has answered yet: how it goes on is not known. */
    static final class Unanswered extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient String name;

        private Unanswered(String name) {
            super(name, null, false, false);
            this.name = name;
        }

        String name() {
            return name;
        }
    }

    /** What the DNS answers to a name. */
    NameAnswer ask(String name) {
        if (asked == answers.size()) {
            throw new Unanswered(name);
        }
        return answers.get(asked++);
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

    /** What it has written to the termination log. */
    String message() {
        return message;
    }

    /** With {@code set -x} a shell prints each command before it runs it. */
    void trace(List<String> words) {
        if (traces) {
            String line = "+ " + String.join(" ", words) + "\n";
            output.append(line);
            log.add(new Line(nanos, line));
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
            output.append(failure).append(": Read-only file system\n");
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

    /** What was printed from there on goes to a file. */
    void redirect(int from, String target, boolean appends) {
        if (OWN_OUTPUT.contains(target)) {
            return;
        }
        String text = output.substring(from);
        output.setLength(from);
        String before = appends ? files.content(target) : null;
        String content = before == null ? text : before + text;
        if (target.equals(terminationLog)) {
            message = content;
            files.write(target, content);
        } else if (!target.startsWith("/dev/")) {
            change(true, target, content, "sh: can't create " + target);
        }
    }
}
