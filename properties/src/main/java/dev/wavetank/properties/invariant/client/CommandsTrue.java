package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A command that reports success has done what it was asked for: a roll-out that {@code rollout status} calls complete
 * was complete, what {@code delete} has waited for is gone, a node that was drained has none of its pods any more,
 * {@code scale}, {@code cordon} and {@code uncordon} have changed their field, and {@code wait} has seen its condition.
 *
 * <p>Scripts go on when a command ends (kubectl reference, documentation v1.32). The field may have changed again
 * before the command ended, so that one moment while it ran is enough. Objects of the namespace {@code default} that
 * are named one by one are judged.
 */
public final class CommandsTrue implements Invariant {

    private static final String GONE = "gone";

    private final KubernetesVersion version;
    private final Supplier<List<CommandResult>> commands;
    /** What the commands of the run name: nothing is noted of anything else. */
    private final Set<String> names = new LinkedHashSet<>();

    private final boolean drains;
    /** The values that each fact has had, with when each of them began. */
    private final Map<String, List<Value>> facts = new LinkedHashMap<>();

    private final Map<String, Placed> placed = new LinkedHashMap<>();
    /** Pods that were those of a DaemonSet at some time, by uid. */
    private final Set<String> daemons = new LinkedHashSet<>();

    private int judged;

    private record Value(long since, String text) {}

    /** A pod that drains its node of: where and since when, and until when; the end of time while it is there. */
    private record Placed(String pod, String node, long since, long until) {}

    /**
     * Of the commands of a run.
     *
     * @param version {@code delete} waits since v1.11
     * @param asked the words of all commands that are to be given
     * @param commands the results so far, in the order in which the commands ended
     */
    public CommandsTrue(KubernetesVersion version, List<List<String>> asked, Supplier<List<CommandResult>> commands) {
        this.version = version;
        this.commands = commands;
        List<CommandWords> judgeable = asked.stream()
                .map(CommandWords::of)
                .filter(CommandWords::isJudged)
                .toList();
        judgeable.forEach(words -> names.add(words.name()));
        this.drains = judgeable.stream().anyMatch(words -> words.verb().equals("drain"));
    }

    @Override
    public String name() {
        return "CommandsTrue";
    }

    @Override
    public String reason() {
        return "Scripts go on when a command ends. What a command has changed may change again before it ends, "
                + "so that one moment while it ran is enough. Objects of the namespace default that are named one "
                + "by one are judged.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, kubectl drain, kubectl rollout status, kubectl wait, kubectl "
                + "delete");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.WORKLOADS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "A command that succeeds has done what it was asked for, and what it waits for has come about.";
    }

    @Override
    public List<? extends Class<?>> records() {
        return names.isEmpty() ? List.of() : List.of(Deployment.class, StatefulSet.class, Pod.class, Node.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            observe(change.object(), change.change() == WatchEvent.Type.DELETED, entry.time());
        }
    }

    private void observe(KubernetesObject object, boolean gone, long now) {
        String name = object.metadata().name();
        if (drains && object instanceof Pod pod && pod.nodeName() != null) {
            observe(pod, gone, now);
        }
        if (!names.contains(name)) {
            return;
        }
        if (object instanceof Node node) {
            set(
                    "unschedulable " + name,
                    String.valueOf(Boolean.TRUE.equals(node.spec().unschedulable())),
                    now);
            return;
        }
        if (!"default".equals(object.metadata().namespace())) {
            return;
        }
        if (object instanceof Pod pod) {
            set("pod " + name, gone ? GONE : pod.uid(), now);
            set("Ready pod " + name, String.valueOf(!gone && pod.isReady()), now);
        } else if (object instanceof Deployment deployment) {
            set("deployment " + name, gone ? GONE : deployment.uid(), now);
            set("complete " + name, String.valueOf(!gone && isComplete(deployment)), now);
            set("Available deployment " + name, String.valueOf(!gone && isAvailable(deployment)), now);
            set("replicas deployment " + name, String.valueOf(deployment.spec().replicas()), now);
        } else if (object instanceof StatefulSet set) {
            set("statefulset " + name, gone ? GONE : set.uid(), now);
            set("replicas statefulset " + name, String.valueOf(set.spec().replicas()), now);
        }
    }

    private void observe(Pod pod, boolean gone, long now) {
        if (isDaemon(pod)) {
            daemons.add(pod.uid());
            placed.remove(pod.uid());
        }
        Placed known = placed.get(pod.uid());
        if (gone || pod.isFinished()) {
            if (known != null && known.until() == Long.MAX_VALUE) {
                placed.put(pod.uid(), new Placed(known.pod(), known.node(), known.since(), now));
            }
        } else if (known == null && !daemons.contains(pod.uid())) {
            placed.put(pod.uid(), new Placed("pod/" + pod.key(), pod.nodeName(), now, Long.MAX_VALUE));
        }
    }

    /** Pods that a drain leaves alone: those of DaemonSets, and those of the node's own manifests. */
    private static boolean isDaemon(Pod pod) {
        Optional<OwnerReference> owner = pod.metadata().controller();
        return owner.isPresent()
                && List.of("DaemonSet", "Node").contains(owner.get().kind());
    }

    private static boolean isComplete(Deployment deployment) {
        Deployment.Status status = deployment.status();
        if (status == null || status.observedGeneration() == null) {
            return false;
        }
        int wanted = number(deployment.spec().replicas());
        return status.observedGeneration() >= deployment.metadata().generation()
                && number(status.updatedReplicas()) >= wanted
                && number(status.replicas()) <= number(status.updatedReplicas())
                && number(status.availableReplicas()) >= number(status.updatedReplicas());
    }

    private static boolean isAvailable(Deployment deployment) {
        return deployment.status() != null
                && deployment.status().conditions().stream()
                        .anyMatch(one ->
                                one.type().equals("Available") && one.status().equals("True"));
    }

    private static int number(Integer value) {
        return Objects.requireNonNullElse(value, 0);
    }

    private void set(String fact, String text, long now) {
        List<Value> values = facts.computeIfAbsent(fact, first -> new ArrayList<>(2));
        if (values.isEmpty() || !values.get(values.size() - 1).text().equals(text)) {
            values.add(new Value(now, text));
        }
    }

    /** Whether the fact had the value at some moment from one time to another. */
    private boolean held(String fact, String text, long from, long to) {
        List<Value> values = facts.getOrDefault(fact, List.of());
        for (int i = 0; i < values.size(); i++) {
            long until = i + 1 < values.size() ? values.get(i + 1).since() : Long.MAX_VALUE;
            if (values.get(i).text().equals(text) && values.get(i).since() <= to && until > from) {
                return true;
            }
        }
        return false;
    }

    /** The value at a time; empty when there was none. */
    private String valueAt(String fact, long time) {
        String found = "";
        for (Value value : facts.getOrDefault(fact, List.of())) {
            if (value.since() <= time) {
                found = value.text();
            }
        }
        return found;
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        List<CommandResult> all = commands.get();
        for (; judged < all.size(); judged++) {
            CommandResult result = all.get(judged);
            if (result.exitCode() == 0 && !result.arguments().toString().contains("--dry-run")) {
                failure(result)
                        .ifPresent(why -> outcomes.broken(
                                this, "kubectl " + String.join(" ", result.arguments()), "succeeded, and " + why));
            }
        }
    }

    /** What commands have said is past, so that there is nothing to wait for. */
    @Override
    public void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        conclude(now, outcomes);
    }

    private Optional<String> failure(CommandResult result) {
        CommandWords words = CommandWords.of(result.arguments());
        if (!words.isJudged()) {
            return Optional.empty();
        }
        return switch (words.verb()) {
            case "drain" -> drained(words, result);
            case "cordon", "uncordon" -> {
                String expected = String.valueOf(words.verb().equals("cordon"));
                boolean isDone = held("unschedulable " + words.name(), expected, result.at(), result.ended());
                yield isDone ? Optional.empty() : Optional.of("its node was never so while it ran");
            }
            case "scale" ->
                words.value("--replicas")
                        .filter(number -> isKnown(words))
                        .filter(number -> !held("replicas " + words.object(), number, result.at(), result.ended()))
                        .map(number -> words.object() + " did not have " + number + " replicas while it ran");
            case "rollout status" ->
                isKnown(words)
                                && words.object().startsWith("deployment ")
                                && !held("complete " + words.name(), "true", result.at(), result.ended())
                        ? Optional.of(words.object() + " was not complete while it ran")
                        : Optional.empty();
            case "delete" -> deleted(words, result);
            case "wait" -> waited(words, result);
            default -> Optional.empty();
        };
    }

    private boolean isKnown(CommandWords words) {
        return facts.containsKey(words.object());
    }

    private Optional<String> drained(CommandWords words, CommandResult result) {
        if (words.name().isEmpty() || words.has("--pod-selector")) {
            return Optional.empty();
        }
        if (!held("unschedulable " + words.name(), "true", result.at(), result.ended())) {
            return Optional.of("its node was never cordoned while it ran");
        }
        return placed.values().stream()
                .filter(one ->
                        one.node().equals(words.name()) && one.since() < result.at() && one.until() > result.ended())
                .findFirst()
                .map(one -> one.pod() + " was still there");
    }

    private Optional<String> deleted(CommandWords words, CommandResult result) {
        String waits = words.value("--wait").orElse(String.valueOf(version.has(Feature.KUBECTL_WAIT)));
        return waits.equals("true") && isKnown(words) ? gone(words, result) : Optional.empty();
    }

    private Optional<String> gone(CommandWords words, CommandResult result) {
        String uid = valueAt(words.object(), result.at());
        boolean isStill = !uid.isEmpty()
                && !uid.equals(GONE)
                && valueAt(words.object(), result.ended()).equals(uid);
        return isStill ? Optional.of(words.object() + " was still there") : Optional.empty();
    }

    private Optional<String> waited(CommandWords words, CommandResult result) {
        String condition = words.value("--for").orElse("");
        if (!isKnown(words)) {
            return Optional.empty();
        }
        if (condition.equals("delete")) {
            return gone(words, result);
        }
        String fact = condition.replaceFirst("^condition=", "").replaceFirst("=True$", "") + " " + words.object();
        return facts.containsKey(fact) && !held(fact, "true", result.at(), result.ended())
                ? Optional.of(fact + " was not so while it ran")
                : Optional.empty();
    }
}
