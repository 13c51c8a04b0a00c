package dev.wavetank.model.kubelet.recorded;

import dev.wavetank.model.api.core.Pod;

/** The status of a pod in one line, as the recordings have it. */
final class StatusText {

    private StatusText() {}

    static String of(Pod.Status status) {
        StringBuilder text = new StringBuilder("phase=").append(status.phase());
        if (status.reason() != null) {
            text.append(' ').append(status.reason());
        }
        if (status.message() != null) {
            text.append(": ").append(status.message());
        }
        text.append(" |");
        for (Pod.Condition condition : status.conditions()) {
            if (!condition.type().equals("PodScheduled")) {
                text.append(' ').append(condition(condition));
            }
        }
        if (status.conditions().isEmpty()) {
            text.append(' ');
        }
        status.initContainerStatuses().forEach(one -> container(text, one, true));
        status.containerStatuses().forEach(one -> container(text, one, false));
        return normalised(text.append(status.podIP() == null ? "" : " ip").toString())
                .stripTrailing();
    }

    /** Which image a container has, and which container it is, with every digest in the same form. */
    static String image(String pod, Pod.ContainerStatus status) {
        String image = status.imageID() == null || status.imageID().isEmpty() ? "-" : status.imageID();
        String container = status.containerID() == null ? "-" : status.containerID();
        return String.join("\t", pod, status.name(), status.image(), image, container)
                .replaceAll("\\b[0-9a-f]{64}\\b", "HEX");
    }

    static String normalised(String text) {
        return text.replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "UID")
                .replaceAll("\\b10\\.\\d+\\.\\d+\\.\\d+", "IP")
                .replaceAll("(Successfully pulled image \".*\" in ).*", "$1TIME")
                .replace("\n", "\\n");
    }

    private static String condition(Pod.Condition condition) {
        String reason = condition.reason() == null
                ? ""
                : "(" + condition.reason() + (condition.message() == null ? "" : ": " + condition.message()) + ")";
        return condition.type() + "=" + condition.status() + reason;
    }

    private static void container(StringBuilder text, Pod.ContainerStatus status, boolean init) {
        text.append(" | ")
                .append(status.name())
                .append(" ready=")
                .append(status.ready())
                .append(" started=")
                .append(init || status.started() == null ? "-" : status.started())
                .append(" rc=")
                .append(status.restartCount())
                .append(' ')
                .append(state(status.state()))
                .append(" last=")
                .append(state(status.lastState()));
    }

    private static String state(Pod.ContainerState state) {
        if (state == null) {
            return "-";
        } else if (state.waiting() != null) {
            return "waiting(" + state.waiting().reason()
                    + message(state.waiting().message()) + ")";
        } else if (state.running() != null) {
            return "running";
        } else if (state.terminated() != null) {
            Pod.Terminated ended = state.terminated();
            return "terminated(" + ended.reason() + " " + ended.exitCode() + message(ended.message()) + ")";
        }
        return "-";
    }

    private static String message(String text) {
        return text == null ? "" : ": " + text;
    }
}
