package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.List;

/** Keeps kubelets from changing nodes other than their own, and the taints of their own ({@code NodeRestriction}). */
public final class NodeRestriction implements AdmissionPlugin {

    private static final String PREFIX = "system:node:";

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public NodeRestriction(ClusterView cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resource().equals(Resources.NODES)
                && request.user() != null
                && request.user().groups().contains("system:nodes")
                && request.user().name().startsWith(PREFIX);
    }

    @Override
    public Completion<Verdict> validate(AdmissionRequest request) {
        String own = request.user().name().substring(PREFIX.length());
        if (!own.equals(request.name())) {
            return Completion.of(refused(request, own, "modify node \"" + request.name() + "\""));
        }
        if (request.verb() != Verb.UPDATE) {
            return Completion.of(new Verdict.Admitted(request.object()));
        }
        return cluster.live(Resources.NODES, new ObjectKey("", own)).map(response -> {
            boolean known = response instanceof EtcdResponse.Found found && found.entry() != null;
            Node before = known ? (Node) ((EtcdResponse.Found) response).entry().value() : null;
            return before != null && !taints(before).equals(taints((Node) request.object()))
                    ? refused(request, own, "modify taints")
                    : new Verdict.Admitted(request.object());
        });
    }

    private static List<Node.Taint> taints(Node node) {
        return node.spec() == null ? List.of() : node.spec().taints();
    }

    private static Verdict refused(AdmissionRequest request, String node, String what) {
        String why = "node \"" + node + "\" is not allowed to " + what;
        return new Verdict.Refused(Status.forbidden(request.resource(), request.name(), why));
    }
}
