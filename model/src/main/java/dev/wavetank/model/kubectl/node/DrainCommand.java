package dev.wavetank.model.kubectl.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code drain}: cordons a node, evicts its pods all at once, and waits until they are gone. An eviction that a budget
 * forbids is tried again every five seconds, for ever.
 */
public final class DrainCommand implements Command {

    private static final long RETRY = 5 * VirtualTime.SECOND;

    /** How often the end of an evicted pod is checked. */
    private static final long POLL = VirtualTime.SECOND;

    private final Session session;
    private final NodeChoice nodes;

    public DrainCommand(Session session) {
        this.session = session;
        this.nodes = new NodeChoice(session);
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
        DrainFilter filter = new DrainFilter(session.line(), pods);
        String refusal = filter.refusal();
        if (!refusal.isEmpty()) {
            String name = node.metadata().name();
            session.fail("error: unable to drain node \"" + name + "\" due to error: " + refusal
                    + ", continuing command...\nThere are pending nodes to be drained:\n " + name + "\n" + refusal);
            return Completion.of(true);
        }
        if (!filter.warning().isEmpty()) {
            session.warn(filter.warning());
        }
        Completion<Boolean> emptied = Completion.of(true);
        if (!session.isDryRun()) {
            // All evictions begin at once; the command waits for each of them.
            List<Completion<Boolean>> ends =
                    filter.evicted().stream().map(this::evict).toList();
            for (Completion<Boolean> end : ends) {
                emptied = emptied.then(before -> end.map(own -> before && own));
            }
        }
        return emptied.map(all -> {
            if (all) {
                session.print(Resources.NODES, node, session.has(Feature.KUBECTL_DRAINED) ? "drained" : "evicted");
            }
            return true;
        });
    }

    private Completion<Boolean> evict(Pod pod) {
        session.print("evicting pod " + pod.key());
        Map<String, Object> fields = new LinkedHashMap<>();
        session.line().number(Flag.GRACE_PERIOD).filter(seconds -> seconds >= 0).ifPresent(seconds -> {
            Map<String, Object> options = new LinkedHashMap<>();
            options.put("gracePeriodSeconds", seconds.longValue());
            fields.put("deleteOptions", options);
        });
        ObjectMeta metadata = ObjectMeta.named(pod.key().namespace(), pod.key().name());
        return session.send(new ApiRequest.Create(
                        Resources.PODS,
                        pod.key().namespace(),
                        pod.key().name(),
                        "eviction",
                        new GenericObject(policyVersion(), "Eviction", metadata, fields)))
                .then(response -> {
                    if (response.isSuccess()) {
                        return whenGone(pod);
                    }
                    if (response.failedWith(StatusReason.NOT_FOUND)) {
                        return Completion.of(true);
                    }
                    String about = "error when evicting pods/\"" + pod.key().name() + "\" -n \""
                            + pod.key().namespace() + "\"";
                    if (response.failedWith(StatusReason.TOO_MANY_REQUESTS)) {
                        session.note(about + " (will retry after 5s): "
                                + ((ApiResponse.Failed) response).status().message());
                        return session.pause(RETRY).then(over -> evict(pod));
                    }
                    session.fail(response, about);
                    return Completion.of(false);
                });
    }

    /** The version of evictions that the server prefers: that of budgets. */
    private String policyVersion() {
        return session.tools().schema().named("poddisruptionbudgets").get(0).apiVersion();
    }

    /** Another pod of the same name is not the one that was evicted. */
    private Completion<Boolean> whenGone(Pod pod) {
        return session.send(new ApiRequest.Get(
                        Resources.PODS, pod.key().namespace(), pod.key().name()))
                .then(response -> {
                    boolean gone = response.failedWith(StatusReason.NOT_FOUND)
                            || response instanceof ApiResponse.One one
                                    && !one.object().uid().equals(pod.uid());
                    if (gone) {
                        session.print("pod/" + pod.key().name() + " evicted");
                        return Completion.of(true);
                    }
                    return session.pause(POLL).then(over -> whenGone(pod));
                });
    }
}
