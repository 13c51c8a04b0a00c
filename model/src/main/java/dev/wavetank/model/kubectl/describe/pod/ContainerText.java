package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The containers of a pod or a template (kubectl, pkg/describe/describe.go, describeContainers, v1.32). */
final class ContainerText {

    private final Subject subject;
    private final Page page;

    private ContainerText(Subject subject) {
        this.subject = subject;
        this.page = subject.page();
    }

    /**
     * Writes containers of a pod with their states.
     *
     * @param field singular of the field that has them, such as {@code initContainer}
     */
    static void ofPod(Subject pod, String title, String field) {
        ContainerText text = new ContainerText(pod);
        List<ObjectFields> states = pod.fields().list("status." + field + "Statuses");
        pod.page().line(0, title + ":");
        for (ObjectFields container : pod.fields().list("spec." + field + "s")) {
            Optional<ObjectFields> state = states.stream()
                    .filter(one -> one.text("name").equals(container.text("name")))
                    .findFirst();
            pod.page().line(1, container.text("name") + ":");
            text.container(container, state, Optional.of(pod.fields()));
        }
    }

    /** Writes containers that do not run yet. */
    static void ofTemplate(Subject owner, String title, List<ObjectFields> containers) {
        ContainerText text = new ContainerText(owner);
        owner.page().line(1, title + ":" + (containers.isEmpty() ? " " + Page.NONE : ""));
        for (ObjectFields container : containers) {
            owner.page().line(1, " " + container.text("name") + ":");
            text.container(container, Optional.empty(), Optional.empty());
        }
    }

    private void container(ObjectFields container, Optional<ObjectFields> state, Optional<ObjectFields> pod) {
        state.ifPresent(one -> page.line(2, "Container ID:", one.text("containerID")));
        page.line(2, "Image:", container.text("image"));
        state.ifPresent(one -> page.line(2, "Image ID:", one.text("imageID")));
        ports("Port", ports(container, "containerPort"));
        if (!subject.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            ports("Host Port", ports(container, "hostPort"));
        }
        seccomp(subject, 2, 3, container.at("securityContext.seccompProfile"));
        words("Command:", container.texts("command"));
        words("Args:", container.texts("args"));
        state.ifPresent(this::state);
        resources(page, 2, container.at("resources"));
        probe("Liveness:", container.at("livenessProbe"));
        probe("Readiness:", container.at("readinessProbe"));
        probe("Startup:", container.at("startupProbe"));
        EnvironmentText.write(page, container, pod);
        mounts(container);
    }

    private static String ports(ObjectFields container, String number) {
        return container.list("ports").stream()
                .map(port -> port.number(number) + "/" + port.text("protocol"))
                .collect(Collectors.joining(", "));
    }

    private void ports(String title, String ports) {
        page.line(2, title + (ports.contains(",") ? "s:" : ":"), Page.orNone(ports));
    }

    /** Writes a seccomp profile, if there is one. */
    static void seccomp(Subject subject, int level, int innerLevel, ObjectFields profile) {
        if (subject.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS)) {
            subject.page().lineIf(level, "SeccompProfile:", profile.text("type"));
            subject.page().lineIf(innerLevel, "LocalhostProfile:", profile.text("localhostProfile"));
        }
    }

    private void words(String title, List<String> words) {
        if (!words.isEmpty()) {
            page.line(2, title);
            words.forEach(word -> Arrays.stream(word.split("\n", -1)).forEach(line -> page.line(3, line)));
        }
    }

    private void state(ObjectFields status) {
        state("State:", status.at("state"));
        if (status.has("lastState.terminated")) {
            state("Last State:", status.at("lastState"));
        }
        page.line(2, "Ready:", Page.yes(status.isOn("ready")));
        page.line(2, "Restart Count:", String.valueOf(status.number("restartCount")));
    }

    private void state(String title, ObjectFields state) {
        if (state.has("running")) {
            page.line(2, title, "Running");
            page.line(3, "Started:", Times.full(state.text("running.startedAt")));
        } else if (state.has("terminated")) {
            page.line(2, title, "Terminated");
            page.lineIf(3, "Reason:", state.text("terminated.reason"));
            page.lineIf(3, "Message:", state.text("terminated.message"));
            page.line(3, "Exit Code:", String.valueOf(state.number("terminated.exitCode")));
            if (state.number("terminated.signal") > 0) {
                page.line(3, "Signal:", String.valueOf(state.number("terminated.signal")));
            }
            page.line(3, "Started:", Times.full(state.text("terminated.startedAt")));
            page.line(3, "Finished:", Times.full(state.text("terminated.finishedAt")));
        } else {
            page.line(2, title, "Waiting");
            page.lineIf(3, "Reason:", state.text("waiting.reason"));
        }
    }

    /** Writes limits and requests, if there are any. */
    static void resources(Page page, int level, ObjectFields resources) {
        amounts(page, level, "Limits:", resources.map("limits"));
        amounts(page, level, "Requests:", resources.map("requests"));
    }

    private static void amounts(Page page, int level, String title, Map<String, Object> amounts) {
        if (!amounts.isEmpty()) {
            page.line(level, title);
            new TreeMap<>(amounts).forEach((name, amount) -> page.line(level + 1, name + ":", String.valueOf(amount)));
        }
    }

    private void probe(String title, ObjectFields probe) {
        if (!probe.tree().isEmpty()) {
            page.line(2, title, ProbeText.of(probe));
        }
    }

    private void mounts(ObjectFields container) {
        List<ObjectFields> mounts = container.list("volumeMounts");
        if (mounts.isEmpty()) {
            page.line(2, "Mounts:", Page.NONE);
        } else {
            page.line(2, "Mounts:");
        }
        mounts.stream()
                .sorted(Comparator.comparing(mount -> mount.text("mountPath")))
                .forEach(mount -> page.line(
                        3, mount.text("mountPath") + " from " + mount.text("name") + " (" + flags(mount) + ")"));
        if (!container.list("volumeDevices").isEmpty()) {
            page.line(2, mounts.isEmpty() ? "Devices:\t" + Page.NONE : "Devices:");
            container.list("volumeDevices").stream()
                    .sorted(Comparator.comparing(device -> device.text("devicePath")))
                    .forEach(device -> page.line(3, device.text("devicePath") + " from " + device.text("name")));
        }
    }

    private String flags(ObjectFields mount) {
        String flag = mount.isOn("readOnly") ? "ro" : "rw";
        String inside = mount.text("subPath");
        // Before v1.10 nothing was said about it, by mistake.
        boolean silent = inside.isEmpty() || subject.has(Feature.KUBECTL_DESCRIBE_CREATORS);
        return silent ? flag : flag + ",path=" + GoText.quoted(inside);
    }
}
