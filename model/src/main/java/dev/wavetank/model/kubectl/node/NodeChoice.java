package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.function.Function;

/** The nodes that a command names, {@code n1} or {@code node/n1}, or chooses by their labels. */
final class NodeChoice {

    private final Session session;
    private final List<String> names;
    private final String labels;

    NodeChoice(Session session) {
        this.session = session;
        this.labels = session.line().value(Flag.SELECTOR).orElse("");
        this.names = session.line().arguments().stream()
                .map(argument -> argument.replaceFirst("^(nodes?|no)/", ""))
                .toList();
        String verb = session.line().verb().words();
        if (names.isEmpty() && labels.isEmpty()) {
            throw UsageException.withManual(session.line().verb(), "USAGE: " + verb + " NODE [flags]");
        }
        if (!names.isEmpty() && !labels.isEmpty()) {
            throw UsageException.withManual(
                    session.line().verb(), "cannot specify both a node name and a --selector option");
        }
    }

    /** Acts on each node, one after the other. */
    Completion<Boolean> each(Function<Node, Completion<Boolean>> action) {
        if (labels.isEmpty()) {
            return Command.inOrder(
                    names,
                    name -> session.send(new ApiRequest.Get(Resources.NODES, "", name))
                            .then(response -> response instanceof ApiResponse.One found
                                    ? action.apply(found.as(Node.class))
                                    : Completion.of(session.fail(response, ""))));
        }
        ApiRequest.Selection selection =
                new ApiRequest.Selection(LabelSelector.parse(labels), ApiRequest.Selection.ALL.fields());
        return session.send(new ApiRequest.List(Resources.NODES, "", selection)).then(response -> {
            if (response instanceof ApiResponse.Many many) {
                return Command.inOrder(many.items(), node -> action.apply((Node) node));
            }
            return Completion.of(session.fail(response, ""));
        });
    }
}
