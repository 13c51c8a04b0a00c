package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.gotext.Ages;
import java.time.Instant;
import java.util.List;

/** What the table of pods shows. */
final class PodCells {

    private PodCells() {}

    static Object ready(Fields pod, Instant now) {
        Summary summary = summary(pod);
        return summary.ready + "/" + summary.total;
    }

    static Object status(Fields pod, boolean modern) {
        Summary summary = summary(pod);
        boolean ended = List.of("Succeeded", "Failed").contains(pod.text("status.phase"));
        if (!pod.has("metadata.deletionTimestamp") || modern && ended) {
            return summary.reason;
        }
        return pod.text("status.reason").equals("NodeLost") ? "Unknown" : "Terminating";
    }

    static Object restarts(Fields pod, boolean modern, Instant now) {
        Summary summary = summary(pod);
        if (!modern) {
            return summary.restarts;
        }
        return summary.restarts == 0 || summary.lastRestart == null
                ? Long.toString(summary.restarts)
                : summary.restarts + " (" + Ages.since(summary.lastRestart, now, "") + " ago)";
    }

    static Object ip(Fields pod, Instant now) {
        List<Fields> all = pod.list("status.podIPs");
        return all.isEmpty()
                ? pod.text("status.podIP", SelectorText.NONE)
                : all.get(0).text("ip", SelectorText.NONE);
    }

    static Object gates(Fields pod, Instant now) {
        List<Fields> gates = pod.list("spec.readinessGates");
        long open = 0;
        for (Fields gate : gates) {
            if (isTrue(pod, gate.text("conditionType"))) {
                open++;
            }
        }
        return gates.isEmpty() ? SelectorText.NONE : open + "/" + gates.size();
    }

    private static boolean isTrue(Fields pod, String condition) {
        return pod.list("status.conditions").stream()
                .anyMatch(one ->
                        one.text("type").equals(condition) && one.text("status").equals("True"));
    }

    /** The state of a pod in one word, found by looking at its containers. */
    private static final class Summary {
        private String reason;
        private long restarts;
        private long ready;
        private long total;
        private Instant lastRestart;

        private void restarted(Fields container) {
            restarts += container.number("restartCount");
            Instant finished = container.time("lastState.terminated.finishedAt");
            if (finished != null && (lastRestart == null || finished.isAfter(lastRestart))) {
                lastRestart = finished;
            }
        }
    }

    private static Summary summary(Fields pod) {
        Summary summary = new Summary();
        summary.reason = pod.text("status.reason", pod.text("status.phase"));
        summary.total = pod.size("spec.containers") + sidecars(pod).size();
        for (Fields condition : pod.list("status.conditions")) {
            boolean gated = condition.text("type").equals("PodScheduled")
                    && condition.text("reason").equals("SchedulingGated");
            if (gated) {
                summary.reason = "SchedulingGated";
            }
        }
        if (!isInitializing(pod, summary)) {
            mainContainers(pod, summary);
        }
        return summary;
    }

    /** Names of containers that start before the others and stay. */
    private static List<String> sidecars(Fields pod) {
        return pod.list("spec.initContainers").stream()
                .filter(container -> container.text("restartPolicy").equals("Always"))
                .map(container -> container.text("name"))
                .toList();
    }

    private static boolean isInitializing(Fields pod, Summary summary) {
        List<Fields> containers = pod.list("status.initContainerStatuses");
        List<String> sidecars = sidecars(pod);
        long ofSidecars = 0;
        for (int i = 0; i < containers.size(); i++) {
            Fields container = containers.get(i);
            summary.restarted(container);
            boolean sidecar = sidecars.contains(container.text("name"));
            if (sidecar) {
                ofSidecars += container.number("restartCount");
            }
            if (sidecar && container.flag("started")) {
                summary.ready += container.flag("ready") ? 1 : 0;
            } else if (!isDone(container)) {
                summary.reason = "Init:" + initReason(container, i + "/" + pod.size("spec.initContainers"));
                return true;
            }
        }
        summary.restarts = ofSidecars;
        return false;
    }

    private static boolean isDone(Fields container) {
        return container.has("state.terminated") && container.number("state.terminated.exitCode") == 0;
    }

    private static String initReason(Fields container, String progress) {
        if (container.has("state.terminated")) {
            return ended(container);
        }
        String waiting = container.text("state.waiting.reason");
        return waiting.isEmpty() || waiting.equals("PodInitializing") ? progress : waiting;
    }

    private static String ended(Fields container) {
        long signal = container.number("state.terminated.signal");
        String how = signal != 0 ? "Signal:" + signal : "ExitCode:" + container.number("state.terminated.exitCode");
        return container.text("state.terminated.reason", how);
    }

    private static void mainContainers(Fields pod, Summary summary) {
        boolean running = false;
        List<Fields> containers = pod.list("status.containerStatuses");
        for (int i = containers.size() - 1; i >= 0; i--) {
            Fields container = containers.get(i);
            summary.restarted(container);
            String waiting = container.text("state.waiting.reason");
            if (!waiting.isEmpty()) {
                summary.reason = waiting;
            } else if (container.has("state.terminated")) {
                summary.reason = ended(container);
            } else if (container.flag("ready") && container.has("state.running")) {
                running = true;
                summary.ready++;
            }
        }
        if (summary.reason.equals("Completed") && running) {
            summary.reason = isTrue(pod, "Ready") ? "Running" : "NotReady";
        }
    }
}
