package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * {@code drain}: cordons a node, evicts its pods all at once, and waits until they are gone (kubectl/pkg/drain, v1.20
 * and v1.32).
 */
public final class DrainCommand implements Command {

    private final Session session;
    private final NodeChoice nodes;
    private final Removal removal;

    /** Checks the command line. */
    public DrainCommand(Session session) {
        this.session = session;
        this.nodes = new NodeChoice(session);
        this.removal = new Removal(session);
    }

    @Override
    public Completion<Boolean> run() {
        return nodes.each(this::drain);
    }

    private Completion<Boolean> drain(Node node) {
        return CordonCommand.mark(session, node, true)
                .then(marked -> marked.isSuccess()
                        ? session.send(new ApiRequest.List(
                                Resources.PODS,
                                "",
                                ApiRequest.Selection.onNode(node.metadata().name())))
                        : Completion.of(marked))
                .then(response -> response instanceof ApiResponse.Many many
                        ? empty(node, many.items())
                        : Completion.of(session.fail(response, "")));
    }

    private Completion<Boolean> empty(Node node, List<KubernetesObject> found) {
        List<Pod> pods = found.stream().map(Pod.class::cast).toList();
        DrainFilter filter =
                new DrainFilter(session.line(), pods, session.tools().clock().get());
        String refusal = filter.refusal();
        if (!refusal.isEmpty()) {
            tellPending(node, refusal);
            return Completion.of(true);
        }
        if (!filter.warning().isEmpty()) {
            session.warn(filter.warning());
        }
        removal.begin();
        List<Pod> evicted = filter.evicted();
        if (session.isDryRun()) {
            evicted.forEach(pod -> session.print(removal.announcement(pod) + session.dryRunMark()));
        }
        Completion<Boolean> emptied = Completion.of(true);
        if (!session.changesNothing()) {
            // All removals begin at once; the command waits for each of them.
            List<Completion<Boolean>> ends = evicted.stream().map(removal::of).toList();
            for (Completion<Boolean> end : ends) {
                emptied = emptied.then(before -> end.map(own -> before && own));
            }
        }
        return emptied.map(all -> {
            String late = removal.late();
            if (!late.isEmpty()) {
                tellPending(node, late);
            } else if (all) {
                session.print(Resources.NODES, node, session.has(Feature.KUBECTL_DRAINED) ? "drained" : "evicted");
            }
            return true;
        });
    }

    private void tellPending(Node node, String reason) {
        String name = node.metadata().name();
        session.fail("error: unable to drain node \"" + name + "\" due to error: " + reason
                + ", continuing command...\nThere are pending nodes to be drained:\n " + name + "\n" + reason);
    }
}
