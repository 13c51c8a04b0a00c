package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cgroup.ContainerResources;
import dev.wavetank.model.kubelet.cri.process.Behavior;
import dev.wavetank.model.kubelet.cri.process.Commands;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import dev.wavetank.model.kubelet.cri.process.ResourceUse;
import dev.wavetank.model.kubelet.cri.process.Variables;
import dev.wavetank.model.kubelet.cri.process.WellKnownImages;
import dev.wavetank.model.kubelet.status.Containers;
import dev.wavetank.model.kubelet.status.EphemeralContainers;
import dev.wavetank.model.nodefit.WholePod;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives the behaviour of a container's process from its command, and from an annotation of its pod ({@link
 * Behavior}).
 *
 * <p>Without a command, and with one that is not understood, containers of pods with the restart policy {@code
 * Always} serve until they are stopped; init containers and those of other pods run for a while and succeed, unless the
 * command runs for ever whatever its parts do, or the image is a {@linkplain WellKnownImages well-known} one. What is
 * not understood is reported once.
 */
final class ContainerCommand {

    private static final List<String> PROBES = List.of("readiness", "liveness", "startup");

    private final Context context;
    private final Set<String> reported = new TreeSet<>();

    ContainerCommand(Context context) {
        this.context = context;
    }

    /** The behaviour of the process of a container of that pod. */
    ContainerProcess process(Pod pod, Container container, ContainerView view) {
        Set<String> ignored = IgnoredFields.of(pod);
        if (!ignored.isEmpty()) {
            report(pod, "fields of pods, which have no effect: " + String.join(", ", ignored));
        }
        strayAnnotations(pod);
        List<String> command = new ArrayList<>(container.command());
        command.addAll(container.args());
        if (command.stream().anyMatch(word -> word.contains("$"))) {
            Map<String, String> variables = view.variables();
            command.replaceAll(word -> Variables.expanded(word, variables));
        }
        ContainerProcess process = ofCommand(pod, container, command, view);
        String behavior = pod.metadata().annotations().get(Behavior.ANNOTATION + container.name());
        return behavior == null ? process : behaving(pod, container, process, command, behavior);
    }

    private ContainerProcess behaving(
            Pod pod, Container container, ContainerProcess process, List<String> command, String behavior) {
        Optional<ContainerProcess> given = Behavior.apply(process, behavior, command);
        if (given.isEmpty()) {
            report(
                    pod,
                    "the annotation " + Behavior.ANNOTATION + container.name() + ": '" + behavior
                            + "' (see docs/containers.md)");
        }
        given.ifPresent(failing -> reportMissingProbes(pod, container, failing));
        ResourceUse use = Behavior.usage(behavior);
        use.parts().keySet().stream()
                .filter(part -> part.startsWith(ResourceUse.volume("")) && emptyDir(pod, part) == null)
                .forEach(part -> report(
                        pod,
                        "what container " + container.name() + " writes to its " + part + ", which is no emptyDir"));
        if (use.parts().containsKey(ResourceUse.MEMORY) && sharesMemory(pod)) {
            report(
                    pod,
                    "that containers together reach the memory limit of their pod: each of them is held to it alone");
        }
        ContainerProcess result = Behavior.within(
                given.orElse(process),
                use,
                part -> emptyDir(pod, part) instanceof Map<?, ?> source && "Memory".equals(source.get("medium")),
                ContainerResources.memoryLimit(pod, container));
        ContainerProcess.Question question = result.question();
        if (question == null || result.kind() != ContainerProcess.Kind.ASKING) {
            return result;
        }
        return result.withQuestion(new ContainerProcess.Question(
                question.asked(),
                answer ->
                        question.next().apply(answer).map(next -> behaving(pod, container, next, command, behavior))));
    }

    /** Probes that are to fail, and that the container does not have. */
    private void reportMissingProbes(Pod pod, Container container, ContainerProcess process) {
        for (ContainerProcess.Window window : process.windows()) {
            boolean isAsked = PROBES.stream()
                    .filter(probe -> window.covers(probe, window.from()))
                    .anyMatch(probe -> has(container, probe));
            if (!isAsked) {
                report(
                        pod,
                        "the annotation " + Behavior.ANNOTATION + container.name() + " where it lets " + window.probe()
                                + " fail: container " + container.name() + " has no such probe");
            }
        }
    }

    private static boolean has(Container container, String probe) {
        Object spec = switch (probe) {
            case "readiness" -> container.readinessProbe();
            case "liveness" -> container.livenessProbe();
            default -> container.other().get("startupProbe");
        };
        return spec != null;
    }

    private static boolean sharesMemory(Pod pod) {
        return pod.spec().containers().size() + pod.spec().initContainers().size() > 1
                && WholePod.limits(pod.spec()).memory() > 0;
    }

    /** Annotations about containers that the pod does not have. */
    private void strayAnnotations(Pod pod) {
        for (String name : pod.metadata().annotations().keySet()) {
            if (name.startsWith(Behavior.ANNOTATION)) {
                String owner = name.substring(Behavior.ANNOTATION.length());
                boolean isThere = Stream.of(
                                pod.spec().containers(), pod.spec().initContainers(), EphemeralContainers.of(pod))
                        .flatMap(List::stream)
                        .anyMatch(one -> one.name().equals(owner));
                if (!isThere) {
                    report(pod, "the annotation " + name + ": the pod has no container " + owner);
                }
            }
        }
    }

    private static @Nullable Object emptyDir(Pod pod, String part) {
        return pod.spec().volumes().stream()
                .filter(volume -> part.equals(ResourceUse.volume(String.valueOf(volume.get("name")))))
                .map(volume -> volume.get("emptyDir"))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private ContainerProcess ofCommand(Pod pod, Container container, List<String> command, ContainerView view) {
        boolean init = pod.spec().initContainers().contains(container);
        boolean restarts = !List.of("Never", "OnFailure").contains(String.valueOf(Containers.policy(pod, container)));
        boolean serves = restarts && (!init || Containers.isSidecar(container));
        ContainerProcess usual =
                serves ? ContainerProcess.SERVER : init ? ContainerProcess.INIT : ContainerProcess.TASK;
        if (command.isEmpty() && usual.kind() == ContainerProcess.Kind.INIT) {
            return usual;
        }
        if (command.isEmpty()) {
            boolean isTypedInto = Boolean.TRUE.equals(container.other().get("stdin"));
            Optional<ContainerProcess> known = WellKnownImages.server(container.image(), mounts(container))
                    .or(() -> serves ? WellKnownImages.shell(container.image(), isTypedInto) : Optional.empty());
            return known.orElse(usual);
        }
        // Images without an entrypoint run their arguments, and the entrypoints of most others end with doing so.
        Optional<ContainerProcess> understood = Commands.process(command, view, terminationLog(container));
        if (understood.isPresent()) {
            return understood.get();
        }
        boolean isEndless = Commands.isEndless(command);
        report(
                pod,
                "the command of container " + container.name() + ", which "
                        + (serves || isEndless ? "runs until it is stopped" : "runs for a while and succeeds") + ": "
                        + String.join(" ", command));
        if (!isEndless) {
            return usual;
        }
        // A first process without a trap ignores SIGTERM.
        boolean traps = command.stream().anyMatch(word -> word.contains("trap "));
        return traps ? ContainerProcess.SERVER : ContainerProcess.SERVER.withStop(ContainerProcess.Stop.IGNORED);
    }

    private static Stream<String> mounts(Container container) {
        return container.volumeMounts().stream().map(mount -> String.valueOf(mount.get("mountPath")));
    }

    private static String terminationLog(Container container) {
        String path = container.terminationMessagePath();
        return path == null || path.isEmpty() ? "/dev/termination-log" : path;
    }

    private void report(Pod pod, String what) {
        if (reported.add(what)) {
            context.trace(new NotSimulatedTrace("pod/" + pod.key(), what));
        }
    }
}
