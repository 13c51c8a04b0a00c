package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.Map;

/** {@code cordon} and {@code uncordon}: reads each node, then patches {@code spec.unschedulable}. */
public final class CordonCommand implements Command {

    private final Session session;
    private final boolean unschedulable;
    private final NodeChoice nodes;

    public CordonCommand(Session session, boolean unschedulable) {
        this.session = session;
        this.unschedulable = unschedulable;
        this.nodes = new NodeChoice(session);
    }

    @Override
    public Completion<Boolean> run() {
        return nodes.each(this::mark);
    }

    private Completion<Boolean> mark(Node node) {
        return mark(session, node, unschedulable).map(done -> done.isSuccess() || session.fail(done, ""));
    }

    /** Marks a node, unless it is marked already, and prints the result. */
    static Completion<ApiResponse> mark(Session session, Node node, boolean unschedulable) {
        boolean marked = node.spec() != null && Boolean.TRUE.equals(node.spec().unschedulable());
        String outcome = unschedulable ? "cordoned" : "uncordoned";
        if (marked == unschedulable || session.isDryRun()) {
            session.print(Resources.NODES, node, marked == unschedulable ? "already " + outcome : outcome);
            return Completion.of(new ApiResponse.One(200, node));
        }
        Map<String, Object> spec = Collections.singletonMap("unschedulable", unschedulable ? true : null);
        ApiRequest.Change change = new ApiRequest.Change.Document(
                "application/strategic-merge-patch+json", Collections.singletonMap("spec", spec));
        return session.send(new ApiRequest.Patch(
                        Resources.NODES, "", node.metadata().name(), "", change))
                .map(response -> {
                    if (response.isSuccess()) {
                        session.print(Resources.NODES, node, outcome);
                    }
                    return response;
                });
    }
}
