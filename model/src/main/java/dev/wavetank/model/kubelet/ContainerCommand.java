package dev.wavetank.model.kubelet;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.kubelet.cri.ContainerProcess;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Derives the behaviour of a container's process from its command.
 *
 * <p>Containers of pods with the restart policy {@code Always} serve until they are stopped. Those of other pods are
 * tasks: they end. The supported commands are {@code true}, {@code false}, {@code sleep SECONDS} (with {@code s},
 * {@code m} or {@code h}), and with {@code sh -c} these and {@code exit CODE}, one after the other with {@code ;} or
 * {@code &&} between them; {@code sleep infinity} never ends. Any other command, and an image without a command, runs
 * for a while and succeeds.
 */
final class ContainerCommand {

    private static final Pattern SLEEP = Pattern.compile("sleep ([0-9]{1,7}(?:\\.[0-9]{1,3})?)([smh]?)");
    private static final Pattern EXIT = Pattern.compile("exit(?: ([0-9]{1,3}))?");
    private static final List<String> SHELLS = List.of("sh", "/bin/sh", "bash", "/bin/bash", "ash", "/bin/ash");

    private ContainerCommand() {}

    /** The behaviour of the process of a container of that pod. */
    static ContainerProcess process(PodSpec pod, Container container, boolean init) {
        boolean ends = "Never".equals(pod.restartPolicy()) || "OnFailure".equals(pod.restartPolicy());
        if (init) {
            return ContainerProcess.INIT;
        }
        return ends ? process(container) : ContainerProcess.SERVER;
    }

    private static ContainerProcess process(Container container) {
        List<String> words = new ArrayList<>(container.command());
        words.addAll(container.args());
        if (words.size() >= 3 && SHELLS.contains(words.get(0)) && words.get(1).equals("-c")) {
            return script(words.get(2));
        }
        return script(String.join(" ", words));
    }

    private static ContainerProcess script(String text) {
        long nanos = 0;
        int code = 0;
        for (String command : text.split(";")) {
            for (String step : command.strip().split(" *&& *")) {
                Matcher sleep = SLEEP.matcher(step);
                Matcher exit = EXIT.matcher(step);
                if (step.equals("sleep infinity")) {
                    return ContainerProcess.SERVER;
                } else if (exit.matches()) {
                    return ContainerProcess.timed(
                            nanos, exit.group(1) == null ? code : Integer.parseInt(exit.group(1)));
                } else if (sleep.matches()) {
                    nanos += nanos(sleep);
                    code = 0;
                } else if (step.equals("true") || step.equals("false")) {
                    code = step.equals("true") ? 0 : 1;
                } else {
                    return ContainerProcess.TASK;
                }
                if (code != 0) {
                    break;
                }
            }
        }
        return ContainerProcess.timed(nanos, code);
    }

    private static long nanos(Matcher sleep) {
        long unit = switch (sleep.group(2)) {
            case "m" -> VirtualTime.MINUTE;
            case "h" -> 60 * VirtualTime.MINUTE;
            default -> VirtualTime.SECOND;
        };
        return Math.round(Double.parseDouble(sleep.group(1)) * unit);
    }
}
