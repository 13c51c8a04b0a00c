package dev.wavetank.model.controller.nodelifecycle;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/** Taints the node with {@code NoExecute}: pods are evicted by their tolerations, since 1.13. */
final class GivingUpByTaint implements GivingUp {

    private static final Node.Taint NOT_READY = Taints.noExecute(Taints.NOT_READY);
    private static final Node.Taint UNREACHABLE = Taints.noExecute(Taints.UNREACHABLE);

    private static final List<Node.Taint> OWN = List.of(UNREACHABLE, NOT_READY);

    private final TaintWriter writer;
    private final Zones zones;

    GivingUpByTaint(TaintWriter writer, Zones zones) {
        this.writer = writer;
        this.zones = zones;
    }

    /** Whether the node has one of the taints. */
    static boolean isMarked(Node node) {
        return Taints.has(node, NOT_READY) || Taints.has(node, UNREACHABLE);
    }

    @Override
    public Completion<SyncResult> review(Node node, String readiness, NodeHealth health) {
        return switch (readiness) {
            case Conditions.FALSE -> mark(node, NOT_READY, UNREACHABLE);
            case Conditions.TRUE -> takeBack(node);
            default -> mark(node, UNREACHABLE, NOT_READY);
        };
    }

    private Completion<SyncResult> mark(Node node, Node.Taint wanted, Node.Taint opposite) {
        String name = node.metadata().name();
        if (Taints.has(node, opposite)) {
            return writer.swap(name, List.of(wanted), List.of(opposite));
        }
        EvictionQueue queue = zones.queue(Zones.of(node));
        if (!Taints.has(node, wanted)) {
            queue.remove(name);
        }
        queue.add(name);
        return Completion.of(SyncResult.DONE);
    }

    @Override
    public Completion<SyncResult> takeBack(Node node) {
        String name = node.metadata().name();
        zones.queue(Zones.of(node)).remove(name);
        Completion<SyncResult> all = Completion.of(SyncResult.DONE);
        for (Node.Taint taint : OWN) {
            if (Taints.has(node, taint)) {
                all = all.then(before -> writer.remove(name, List.of(taint)));
            }
        }
        return all;
    }

    @Override
    public Completion<SyncResult> giveUp(Node node) {
        String readiness = Conditions.readiness(node);
        if (readiness.equals(Conditions.TRUE)) {
            return Completion.of(SyncResult.DONE);
        }
        boolean known = readiness.equals(Conditions.FALSE);
        List<Node.Taint> opposite = new ArrayList<>(1);
        if (Taints.has(node, known ? UNREACHABLE : NOT_READY)) {
            opposite.add(known ? UNREACHABLE : NOT_READY);
        }
        return writer.swap(node.metadata().name(), List.of(known ? NOT_READY : UNREACHABLE), opposite);
    }
}
