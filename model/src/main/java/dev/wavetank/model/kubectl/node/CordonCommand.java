package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** {@code cordon} and {@code uncordon}: reads each node, then patches {@code spec.unschedulable}. */
public final class CordonCommand implements Command {

    private final Session session;
    private final boolean unschedulable;
    private final List<String> nodes;

    public CordonCommand(Session session, boolean unschedulable) {
        this.session = session;
        this.unschedulable = unschedulable;
        this.nodes = nodes(session);
    }

    /** The nodes that the arguments name: {@code n1} or {@code node/n1}. */
    static List<String> nodes(Session session) {
        List<String> names = new ArrayList<>();
        for (String argument : session.line().arguments()) {
            names.add(argument.replaceFirst("^(nodes?|no)/", ""));
        }
        if (names.isEmpty()) {
            String verb = session.line().verb().words();
            throw new UsageException(
                    "USAGE: " + verb + " NODE [flags]\nSee 'kubectl " + verb + " -h' for help and examples");
        }
        return names;
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(nodes, this::mark);
    }

    private Completion<Boolean> mark(String name) {
        return session.send(new ApiRequest.Get(Resources.NODES, "", name))
                .then(response -> response instanceof ApiResponse.One found
                        ? mark(found.as(Node.class)).map(done -> done.isSuccess() || session.fail(done, ""))
                        : Completion.of(session.fail(response, "")));
    }

    private Completion<ApiResponse> mark(Node node) {
        return mark(session, node, unschedulable);
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
