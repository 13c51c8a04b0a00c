package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Line;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Window;
import dev.wavetank.model.kubelet.cri.process.ResourceUse.Growth;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The behaviour that an annotation gives to a container: {@code behavior.wavetank.dev/CONTAINER}. Statements with
 * {@code ;} between them:
 *
 * <ul>
 *   <li>{@code runs}: until it is stopped
 *   <li>{@code exit CODE after SPAN}; of the code eight bits count, as the kernel keeps no more
 *   <li>{@code oom after SPAN}: it is killed for want of memory
 *   <li>{@code listens nowhere}: it refuses connections
 *   <li>{@code no such file}: its command does not exist
 *   <li>{@code ignores TERM}, {@code stops after SPAN} (with exit code 0)
 *   <li>{@code readiness fails from SPAN to SPAN}, {@code liveness fails from SPAN}, {@code startup fails to SPAN};
 *       {@code probes} means all three
 *   <li>{@code writes TEXT}: the last words before its end
 *   <li>{@code logs TEXT}, {@code logs TEXT after SPAN}: a line of its log, at its start or later
 *   <li>{@code uses 60Mi of memory}, {@code leaks 1Mi of memory every 1s}; the same with {@code disk} and with {@code
 *       volume NAME}, an emptyDir of its pod. A container whose memory reaches its limit is killed for want of memory
 *   <li>{@code uses 100 processes}, {@code leaks 1 processes every 1s}; the same with {@code inodes}
 * </ul>
 */
public final class Behavior {

    /** The prefix of the annotation's name. */
    public static final String ANNOTATION = "behavior.wavetank.dev/";

    private static final String SPAN = "([0-9]+(?:\\.[0-9]+)?(?:ms|s|m|h))";
    private static final Pattern EXIT = Pattern.compile("exit ([0-9]{1,3})(?: after " + SPAN + ")?");
    private static final Pattern OOM = Pattern.compile("oom(?: after " + SPAN + ")?");
    private static final Pattern STOPS = Pattern.compile("stops after " + SPAN);
    private static final Pattern FAILS =
            Pattern.compile("(readiness|liveness|startup|probes) fails?(?: from " + SPAN + ")?(?: to " + SPAN + ")?");
    private static final Pattern WRITES = Pattern.compile("writes (.+)");
    private static final Pattern LOGS = Pattern.compile("logs (.+?)(?: after " + SPAN + ")?");
    private static final Pattern USES = Pattern.compile(
            "(uses|leaks) ([0-9.]+[A-Za-z]*) (of memory|of disk|of volume [a-z0-9-]+|processes|inodes)(?: every " + SPAN
                    + ")?");
    private static final Pattern PARTS = Pattern.compile("([0-9.]+)(ms|s|m|h)");
    private static final int KILLED = 137;

    private Behavior() {}

    /** The process with that behaviour; empty when the text is not understood. */
    public static Optional<ContainerProcess> apply(ContainerProcess process, String text, List<String> command) {
        ContainerProcess result = process;
        for (String statement : text.split(";")) {
            Optional<ContainerProcess> next = one(result, statement.strip(), command);
            if (next.isEmpty()) {
                return next;
            }
            result = next.get();
        }
        return Optional.of(result);
    }

    private static Optional<ContainerProcess> one(ContainerProcess process, String text, List<String> command) {
        Matcher exit = EXIT.matcher(text);
        Matcher oom = OOM.matcher(text);
        Matcher stops = STOPS.matcher(text);
        Matcher fails = FAILS.matcher(text);
        Matcher writes = WRITES.matcher(text);
        Matcher logs = LOGS.matcher(text);
        if (text.equals("runs")) {
            return Optional.of(process.withKind(Kind.SERVER));
        } else if (exit.matches()) {
            Exit end = new Exit(
                    Integer.parseInt(exit.group(1)) & 0xff, null, process.exit().message(), "");
            return Optional.of(ending(process, span(exit.group(2), 0), end));
        } else if (oom.matches()) {
            return Optional.of(ending(process, span(oom.group(1), 0), new Exit(KILLED, "OOMKilled", "", "")));
        } else if (stops.matches()) {
            return Optional.of(process.withStop(new Stop(false, span(stops.group(1), 0), 0)));
        } else if (text.equals("ignores TERM")) {
            return Optional.of(process.withStop(Stop.IGNORED));
        } else if (text.equals("listens nowhere")) {
            return Optional.of(process.withListensOnAll(false).withSteps(withoutPorts(process.steps())));
        } else if (text.equals("no such file")) {
            return Optional.of(process.withStartError(missing(command)));
        } else if (fails.matches()) {
            List<Window> windows = new ArrayList<>(process.windows());
            windows.add(new Window(fails.group(1), span(fails.group(2), 0), span(fails.group(3), ShellState.FOR_EVER)));
            return Optional.of(process.withWindows(windows));
        } else if (use(text).isPresent()) {
            return Optional.of(process);
        } else if (writes.matches()) {
            Exit end = process.exit();
            return Optional.of(process.withExit(new Exit(end.code(), end.reason(), writes.group(1), "")));
        } else if (logs.matches()) {
            List<Line> log = new ArrayList<>(process.log());
            log.add(new Line(span(logs.group(2), 0), logs.group(1) + "\n"));
            log.sort(Comparator.comparingLong(Line::at));
            return Optional.of(process.withLog(log));
        }
        return Optional.empty();
    }

    private static List<Step> withoutPorts(List<Step> steps) {
        return steps.stream().filter(step -> step.change() != Change.LISTENS).toList();
    }

    /**
     * What a container uses; nothing when no annotation says it. The amounts of several statements add up.
     *
     * @param annotations of its pod
     */
    public static ResourceUse usage(Map<String, String> annotations, String container) {
        String text = annotations.get(ANNOTATION + container);
        return text == null ? ResourceUse.NONE : usage(text);
    }

    /** What the text of the annotation says about the use of the node. */
    public static ResourceUse usage(String text) {
        ResourceUse sum = ResourceUse.NONE;
        for (String statement : text.split(";")) {
            Optional<Use> use = use(statement.strip());
            if (use.isPresent()) {
                sum = sum.plus(use.get().part(), use.get().growth());
            }
        }
        return sum;
    }

    private record Use(String part, Growth growth) {}

    private static Optional<Use> use(String statement) {
        Matcher uses = USES.matcher(statement);
        if (!uses.matches()) {
            return Optional.empty();
        }
        long bytes = bytes(uses.group(2));
        long every = span(uses.group(4), 0);
        if (bytes < 0 || uses.group(1).equals("leaks") != every > 0) {
            return Optional.empty();
        }
        long amount = every > 0 ? 0 : bytes;
        double rate = every > 0 ? (double) bytes / every * VirtualTime.SECOND : 0;
        String part = uses.group(3).startsWith("of ") ? uses.group(3).substring("of ".length()) : uses.group(3);
        return Optional.of(new Use(part, new Growth(amount, rate)));
    }

    private static long bytes(String quantity) {
        try {
            return Quantity.parse(quantity).value();
        } catch (IllegalArgumentException none) {
            return -1;
        }
    }

    private static ContainerProcess ending(ContainerProcess process, long nanos, Exit exit) {
        return process.with().kind(Kind.TIMED).nanos(nanos).exit(exit).build();
    }

    /**
     * The same process, killed when its memory reaches a limit in bytes; 0 is no limit.
     *
     * @param inMemory which parts of its use are memory, too: volumes in memory are
     */
    public static ContainerProcess within(
            ContainerProcess process, ResourceUse use, Predicate<String> inMemory, long limit) {
        ResourceUse all = use;
        for (Map.Entry<String, Growth> part : use.parts().entrySet()) {
            all = inMemory.test(part.getKey()) ? all.plus(ResourceUse.MEMORY, part.getValue()) : all;
        }
        long reached = limit == 0 ? Long.MAX_VALUE : all.untilMemory(limit);
        boolean endsBefore = List.of(Kind.TIMED, Kind.ASKING).contains(process.kind()) && process.nanos() <= reached;
        return reached == Long.MAX_VALUE || endsBefore
                ? process
                : ending(process, reached, new Exit(KILLED, "OOMKilled", "", ""));
    }

    /** What the machine says about a command that is not in the image. */
    private static String missing(List<String> command) {
        String name = command.isEmpty() ? "/entrypoint" : command.get(0);
        String cause = name.contains("/")
                ? "stat " + name + ": no such file or directory"
                : "executable file not found in $PATH";
        return "exec: \"" + name + "\": " + cause;
    }

    private static long span(@Nullable String text, long otherwise) {
        if (text == null) {
            return otherwise;
        }
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches()) {
            return otherwise;
        }
        long unit = switch (parts.group(2)) {
            case "ms" -> VirtualTime.MILLISECOND;
            case "m" -> VirtualTime.MINUTE;
            case "h" -> VirtualTime.HOUR;
            default -> VirtualTime.SECOND;
        };
        return Math.round(Double.parseDouble(parts.group(1)) * unit);
    }
}
