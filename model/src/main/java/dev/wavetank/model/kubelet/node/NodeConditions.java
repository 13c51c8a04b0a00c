package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubelet.eviction.Pressure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The conditions that a kubelet reports for its node: no pressure, and ready. */
public final class NodeConditions {

    private static final String READY = "Ready";
    private static final String NOT_READY = "KubeletNotReady";

    private static final List<Node.Condition> HEALTHY = List.of(
            condition(
                    "MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
            condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
            condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
            condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"));

    private static final Map<String, Node.Condition> PRESSED = pressed();

    private NodeConditions() {}

    private static Map<String, Node.Condition> pressed() {
        Map<String, Node.Condition> pressed = new TreeMap<>();
        pressed.put(
                "MemoryPressure",
                condition(
                        "MemoryPressure",
                        "True",
                        "KubeletHasInsufficientMemory",
                        "kubelet has insufficient memory available"));
        pressed.put(
                "DiskPressure",
                condition("DiskPressure", "True", "KubeletHasDiskPressure", "kubelet has disk pressure"));
        pressed.put(
                "PIDPressure",
                condition(
                        "PIDPressure", "True", "KubeletHasInsufficientPID", "kubelet has insufficient PID available"));
        return pressed;
    }

    private static Node.Condition condition(String type, String status, String reason, String message) {
        return new Node.Condition(type, status, null, null, reason, message);
    }

    private static List<Node.Condition> under(Pressure pressure, Optional<String> notReady) {
        if (pressure.isNone() && notReady.isEmpty()) {
            return HEALTHY;
        }
        return HEALTHY.stream()
                .map(one -> pressure.has(one.type()) ? PRESSED.get(one.type()) : one)
                .map(one -> one.type().equals(READY) && notReady.isPresent()
                        ? condition(READY, "False", NOT_READY, notReady.get())
                        : one)
                .toList();
    }

    /**
     * The conditions as of now, merged with those in the API.
     *
     * @param notReady why the node is not ready; empty when it is
     */
    public static List<Node.Condition> of(
            Pressure pressure, Optional<String> notReady, List<Node.Condition> before, Instant now) {
        List<Node.Condition> conditions = new ArrayList<>(HEALTHY.size());
        for (Node.Condition one : under(pressure, notReady)) {
            Node.Condition old = find(before, one.type());
            Instant since = old != null && old.status().equals(one.status()) ? old.lastTransitionTime() : now;
            conditions.add(new Node.Condition(one.type(), one.status(), now, since, one.reason(), one.message()));
        }
        return conditions;
    }

    /**
     * What a kubelet patches: of each condition the fields that differ from those that it has read; the others are
     * null. So it changes nothing back that the server's cache has not shown to it yet (preparePatchBytesforNodeStatus
     * in {@code staging/src/k8s.io/component-helpers/node/util/status.go}, v1.32: a two-way patch).
     *
     * @param notReady why the node is not ready; empty when it is
     */
    public static List<Node.Condition> changes(
            Pressure pressure, Optional<String> notReady, List<Node.Condition> before, Instant now) {
        List<Node.Condition> changes = of(pressure, notReady, before, now);
        for (int i = 0; i < changes.size(); i++) {
            Node.Condition one = changes.get(i);
            Node.Condition old = find(before, one.type());
            if (old != null) {
                changes.set(
                        i,
                        new Node.Condition(
                                one.type(),
                                unlessSame(one.status(), old.status()),
                                unlessSame(one.lastHeartbeatTime(), old.lastHeartbeatTime()),
                                unlessSame(one.lastTransitionTime(), old.lastTransitionTime()),
                                unlessSame(one.reason(), old.reason()),
                                unlessSame(one.message(), old.message())));
            }
        }
        return changes;
    }

    private static <T> @Nullable T unlessSame(T now, @Nullable T before) {
        return now.equals(before) ? null : now;
    }

    /** Whether the API's conditions differ from the kubelet's, apart from their times. */
    public static boolean differ(Pressure pressure, Optional<String> notReady, List<Node.Condition> stored) {
        for (Node.Condition one : under(pressure, notReady)) {
            Node.Condition old = find(stored, one.type());
            if (old == null
                    || !one.status().equals(old.status())
                    || !one.reason().equals(old.reason())
                    || !one.message().equals(old.message())) {
                return true;
            }
        }
        return false;
    }

    /** The reasons of Events about pressures that have come or gone, and whether the node is ready. */
    public static List<String> news(Pressure pressure, Optional<String> notReady, List<Node.Condition> stored) {
        List<String> reasons = new ArrayList<>(0);
        for (Node.Condition one : under(pressure, notReady)) {
            Node.Condition old = find(stored, one.type());
            if (!one.type().equals(READY) && old != null && !one.status().equals(old.status())) {
                reasons.add(one.reason().replace("Kubelet", "Node"));
            }
            if (one.type().equals(READY) && old != null && !one.status().equals(old.status())) {
                reasons.add(one.reason().equals(NOT_READY) ? "NodeNotReady" : "NodeReady");
            }
        }
        return reasons;
    }

    private static Node.@Nullable Condition find(List<Node.Condition> conditions, String type) {
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.get(i).type().equals(type)) {
                return conditions.get(i);
            }
        }
        return null;
    }
}
