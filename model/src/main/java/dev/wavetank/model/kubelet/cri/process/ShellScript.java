package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs a command in no time, and says what it would do and when.
 *
 * <p>Understood are {@code true}, {@code :}, {@code false}, {@code exit}, {@code sleep}, {@code touch}, {@code rm},
 * {@code cat}, {@code ls}, {@code grep}, {@code echo}, {@code env}, {@code hostname}, {@code test -f} and {@code [ -f
 * FILE ]}, {@code httpd -p PORT}, {@code trap '' TERM}, {@code trap 'exit N' TERM}, the endless loop {@code while :; do
 * sleep N; done}, variables, output to a file, and several of these with {@code ;}, {@code &&} or {@code ||} between
 * them.
 */
final class ShellScript {

    /** Longer than any run. */
    static final long FOR_EVER = Long.MAX_VALUE;

    private static final Pattern LOOP = Pattern.compile("while (?::|true); ?do (sleep [0-9.]+[smh]?); ?done");
    private static final Pattern SLEEP = Pattern.compile("([0-9]{1,7}(?:\\.[0-9]{1,3})?)([smhd]?)");
    private static final Pattern CODE = Pattern.compile("[0-9]{1,3}");
    private static final Pattern TRAPPED_EXIT = Pattern.compile("exit ([0-9]{1,3})");
    private static final List<String> STOP_SIGNALS = List.of("TERM", "SIGTERM", "15");
    private static final List<String> SHELLS = List.of("sh", "bash", "ash");
    private static final String ENDLESS = "endless";

    private final ProcessFiles files;
    private final FileCommands reading;
    private final String terminationLog;
    private final List<Step> steps = new ArrayList<>(0);
    private final List<Line> log = new ArrayList<>(0);
    private final StringBuilder output = new StringBuilder();
    private String message = "";
    private Stop trap = Stop.IGNORED;
    private boolean trapped;
    /** How long the shell waits for a command in the end: a trap works after it only. */
    private long longestWait;

    private long nanos;
    private int code;
    private boolean over;

    private ShellScript(ProcessFiles files, String terminationLog) {
        this.files = files;
        this.reading = new FileCommands(files, output);
        this.terminationLog = terminationLog;
    }

    /**
     * What a command does.
     *
     * @param nanos how long it takes; {@link #FOR_EVER} when it does not end
     * @param code its exit code
     * @param output what it prints
     * @param message what it writes to the termination log
     * @param stop what SIGTERM does when it is the first process of a container
     * @param steps visible changes
     * @param log the same as the output, by time
     */
    record Outcome(long nanos, int code, String output, String message, Stop stop, List<Step> steps, List<Line> log) {}

    /**
     * The outcome of a command where these files exist; null when the command is not understood.
     *
     * @param terminationLog the file whose content becomes the termination message
     */
    @Nullable
    static Outcome run(List<String> words, ProcessFiles files, String terminationLog) {
        ShellScript script = new ShellScript(files, terminationLog);
        boolean understood = isShell(words) ? script.all(words.get(2)) : script.single(words);
        if (!understood) {
            return null;
        }
        Stop stop = script.trapped && script.longestWait <= VirtualTime.SECOND ? script.trap : Stop.IGNORED;
        return new Outcome(
                script.nanos, script.code, script.output.toString(), script.message, stop, script.steps, script.log);
    }

    private static boolean isShell(List<String> words) {
        return words.size() >= 3
                && SHELLS.contains(lastPart(words.get(0)))
                && words.get(1).equals("-c");
    }

    private static String lastPart(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private boolean all(String text) {
        List<Statement> statements = Statement.split(LOOP.matcher(text).replaceAll(ENDLESS + " $1"));
        for (Statement statement : statements) {
            if (over) {
                return true;
            }
            boolean skipped = statement.afterSuccess() && code != 0 || statement.afterFailure() && code == 0;
            if (!skipped && !execute(statement)) {
                return false;
            }
        }
        return !statements.isEmpty();
    }

    private boolean single(List<String> words) {
        return !words.isEmpty() && execute(new Statement(words, "", false, false, false));
    }

    private boolean execute(Statement statement) {
        List<String> words = Variables.expanded(statement.words(), files.view().variables());
        String target = statement.target();
        int before = output.length();
        String command = lastPart(words.get(0));
        List<String> rest = words.subList(1, words.size());
        boolean understood = switch (command) {
            case "true", ":" -> ends(0);
            case "false" -> ends(1);
            case "exit" -> exit(rest);
            case "exec" -> !rest.isEmpty() && execute(new Statement(rest, target, statement.appends(), false, false));
            case "sleep" -> sleep(rest);
            case ENDLESS -> loop(rest);
            case "touch", "rm" -> file(command.equals("touch"), rest);
            case "hostname" -> Variables.hostname(files.view().variables(), output) && ends(0);
            case "cat" -> ends(reading.cat(rest));
            case "ls" -> endsIfKnown(reading.ls(rest));
            case "grep" -> endsIfKnown(reading.grep(rest));
            case "echo" -> echo(rest);
            case "test", "[" -> endsIfKnown(reading.test(rest));
            case "env", "printenv" ->
                endsIfKnown(Variables.print(rest, files.view().variables(), output));
            case "trap" -> trap(rest);
            case "httpd" -> listen(rest);
            default -> false;
        };
        if (understood && !target.isEmpty()) {
            String text = output.substring(before);
            output.setLength(before);
            redirect(statement, text);
        }
        if (output.length() > before && !command.equals("exec")) {
            log.add(new Line(nanos, output.substring(before)));
        }
        return understood;
    }

    private boolean ends(int with) {
        code = with;
        return true;
    }

    private boolean exit(List<String> rest) {
        if (!rest.isEmpty() && !CODE.matcher(rest.get(0)).matches()) {
            return false;
        }
        over = true;
        return rest.isEmpty() || ends(Integer.parseInt(rest.get(0)));
    }

    private boolean sleep(List<String> rest) {
        if (rest.equals(List.of("infinity"))) {
            return runForEver(FOR_EVER);
        }
        Matcher span = SLEEP.matcher(rest.isEmpty() ? "" : rest.get(0));
        if (!span.matches()) {
            return false;
        }
        longestWait = Math.max(longestWait, span(span));
        nanos += span(span);
        return ends(0);
    }

    private boolean loop(List<String> rest) {
        Matcher span = SLEEP.matcher(rest.get(1));
        return span.matches() && runForEver(span(span));
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

    private boolean runForEver(long wait) {
        longestWait = wait;
        nanos = FOR_EVER;
        over = true;
        return true;
    }

    private boolean file(boolean made, List<String> rest) {
        code = 0;
        for (String name : rest) {
            if (!name.startsWith("-")) {
                String before = files.content(name);
                change(
                        made,
                        name,
                        before == null ? "" : before,
                        made ? "touch: " + name : "rm: can't remove '" + name + "'");
            }
        }
        return true;
    }

    /** Makes, changes or removes a file; a volume of the kubelet cannot be written to. */
    private void change(boolean made, String name, String content, String failure) {
        if (files.view().isReadOnly(name)) {
            output.append(failure).append(": Read-only file system\n");
            code = 1;
            return;
        }
        steps.add(new Step(nanos, made ? Change.FILE_MADE : Change.FILE_REMOVED, name, content));
        if (made) {
            files.write(name, content);
        } else {
            files.remove(name);
        }
    }

    private boolean endsIfKnown(int with) {
        return with >= 0 && ends(with);
    }

    private boolean echo(List<String> rest) {
        boolean bare = !rest.isEmpty() && rest.get(0).equals("-n");
        output.append(String.join(" ", bare ? rest.subList(1, rest.size()) : rest))
                .append(bare ? "" : "\n");
        return ends(0);
    }

    private boolean trap(List<String> rest) {
        if (rest.size() < 2 || !STOP_SIGNALS.contains(rest.get(1))) {
            return false;
        }
        Matcher exit = TRAPPED_EXIT.matcher(rest.get(0));
        if (!exit.matches() && !rest.get(0).isEmpty()) {
            return false;
        }
        trapped = true;
        trap = rest.get(0).isEmpty()
                ? Stop.IGNORED
                : new Stop(false, 50 * VirtualTime.MILLISECOND, Integer.parseInt(exit.group(1)));
        longestWait = 0;
        return ends(0);
    }

    private boolean listen(List<String> rest) {
        int port = rest.indexOf("-p") + 1;
        if (port == 0 || port == rest.size() || !rest.contains("-f")) {
            return false;
        }
        steps.add(new Step(nanos, Change.LISTENS, rest.get(port), ""));
        return runForEver(FOR_EVER);
    }

    private void redirect(Statement statement, String text) {
        String target = statement.target();
        String before = statement.appends() ? files.content(target) : null;
        String content = before == null ? text : before + text;
        if (target.equals(terminationLog)) {
            message = content;
            files.write(target, content);
        } else if (!target.startsWith("/dev/")) {
            change(true, target, content, "sh: can't create " + target);
        }
    }
}
