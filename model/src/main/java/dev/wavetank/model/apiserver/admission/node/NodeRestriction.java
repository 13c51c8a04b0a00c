package dev.wavetank.model.apiserver.admission.node;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Keeps kubelets from changing nodes, pods, leases and CSINodes other than their own, the taints and the reserved
 * labels of their own node, and more of a claim than its size ({@code NodeRestriction}).
 *
 * <p>It judges before other plugins change the object, as the real one does.
 */
public final class NodeRestriction implements AdmissionPlugin {

    private static final String PREFIX = "system:node:";
    private static final String ITSELF = "with spec.nodeName set to itself";
    private static final String LEASES = "kube-node-lease";
    private static final List<String> CLAIM_FIELDS =
            List.of("conditions", "allocatedResources", "allocatedResourceStatuses");

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public NodeRestriction(ClusterView cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.verb() != Verb.CONNECT
                && request.user() != null
                && request.user().groups().contains("system:nodes")
                && request.user().name().startsWith(PREFIX);
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        String own = request.user().name().substring(PREFIX.length());
        if (own.isEmpty()) {
            return said(request, "could not determine node from user \"" + PREFIX + "\"");
        }
        return switch (request.resource().qualified()) {
            case "nodes" -> said(request, aboutNode(request, own));
            case "pods" -> pods(request, own);
            case "persistentvolumeclaims" -> said(request, aboutClaim(request, own));
            case "leases.coordination.k8s.io" -> said(request, aboutLease(request, own));
            case "serviceaccounts" -> token(request, own);
            case "csinodes.storage.k8s.io" -> said(request, own.equals(request.name()) ? null : onlyOwn("CSINode"));
            default -> said(request, null);
        };
    }

    private static Completion<AdmissionDecision> said(AdmissionRequest request, String why) {
        return Completion.of(verdict(request, why));
    }

    private static AdmissionDecision verdict(AdmissionRequest request, String why) {
        return why == null
                ? new AdmissionDecision.Admitted(request.object())
                : new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why));
    }

    private static String onlyOwn(String what) {
        return "can only access " + what + " with the same name as the requesting node";
    }

    private static String aboutNode(AdmissionRequest request, String own) {
        String start = "node \"" + own + "\" is not allowed to ";
        if (!own.equals(request.name())) {
            return start + "modify node \"" + request.name() + "\"";
        }
        if (request.verb() == Verb.CREATE) {
            TreeSet<String> labels = NodeLabels.reserved(
                    Collections.emptyMap(), request.object().metadata().labels());
            return labels.isEmpty() ? null : start + "set the following labels: " + String.join(", ", labels);
        }
        if (request.verb() != Verb.UPDATE) {
            return null;
        }
        if (!taints((Node) request.before()).equals(taints((Node) request.object()))) {
            return start + "modify taints";
        }
        TreeSet<String> labels = NodeLabels.reserved(
                request.before().metadata().labels(),
                request.object().metadata().labels());
        return labels.isEmpty() ? null : "is not allowed to modify labels: " + String.join(", ", labels);
    }

    private static List<Node.Taint> taints(Node node) {
        return node.spec() == null ? List.of() : node.spec().taints();
    }

    private Completion<AdmissionDecision> pods(AdmissionRequest request, String own) {
        return switch (request.subresource()) {
            case "" ->
                switch (request.verb()) {
                    case CREATE -> newPod(request, own);
                    case DELETE ->
                        said(
                                request,
                                isOn(request.before(), own)
                                        ? null
                                        : "node \"" + own + "\" can only delete pods " + ITSELF);
                    default ->
                        said(
                                request,
                                "unexpected operation \"UPDATE\", node \"" + own
                                        + "\" can only create and delete mirror pods");
                };
            case "status" -> said(request, aboutStatus(request, own));
            case "eviction" -> evict(request, own);
            default ->
                said(
                        request,
                        "unexpected pod subresource \"" + request.subresource()
                                + "\", only 'status' and 'eviction' are allowed");
        };
    }

    private Completion<AdmissionDecision> newPod(AdmissionRequest request, String own) {
        Pod pod = (Pod) request.object();
        MirrorPods rules = new MirrorPods(own, cluster.version());
        String why = rules.refusal(pod);
        if (why != null || !rules.checksOwner(pod)) {
            return said(request, why == null ? rules.references(pod) : why);
        }
        return found(request, Resources.NODES, new ObjectKey("", own), node -> {
            String other = rules.otherOwner(pod, node.uid());
            return other == null ? rules.references(pod) : other;
        });
    }

    private Completion<AdmissionDecision> evict(AdmissionRequest request, String own) {
        ObjectKey key = new ObjectKey(request.namespace(), request.name());
        return found(
                request,
                Resources.PODS,
                key,
                pod -> isOn(pod, own) ? null : "node " + own + " can only evict pods " + ITSELF);
    }

    /** A kubelet gets tokens only for pods on its own node ({@code admitServiceAccount}). */
    private Completion<AdmissionDecision> token(AdmissionRequest request, String own) {
        if (request.verb() != Verb.CREATE || !request.subresource().equals("token")) {
            return said(request, null);
        }
        Map<String, Object> spec = request.object() instanceof GenericObject token
                ? JsonTree.mapOrEmpty(token.other().get("spec"))
                : Collections.emptyMap();
        Map<String, Object> bound = JsonTree.mapOrEmpty(spec.get("boundObjectRef"));
        boolean isPod = "v1".equals(bound.get("apiVersion")) && "Pod".equals(bound.get("kind"));
        if (!isPod || !(bound.get("name") instanceof String name)) {
            return said(request, "node requested token not bound to a pod");
        }
        if (!(bound.get("uid") instanceof String uid)) {
            return said(request, "node requested token with a pod binding without a uid");
        }
        return found(request, Resources.PODS, new ObjectKey(request.namespace(), name), pod -> {
            if (!uid.equals(pod.uid())) {
                return "the UID in the bound object reference (" + uid + ") does not match the UID in record."
                        + " The object might have been deleted and then recreated";
            }
            return isOn(pod, own) ? null : "node requested token bound to a pod scheduled on a different node";
        });
    }

    /** Judges by an object that has to be there. */
    private Completion<AdmissionDecision> found(
            AdmissionRequest request,
            ResourceType resource,
            ObjectKey key,
            Function<KubernetesObject, String> judgement) {
        return cluster.live(resource, key).map(response -> {
            if (!(response instanceof EtcdResponse.Found found)) {
                return new AdmissionDecision.Refused(Status.internal(((EtcdResponse.Failure) response).message()));
            }
            return found.entry() == null
                    ? new AdmissionDecision.Refused(Status.notFound(resource, key.name()))
                    : verdict(request, judgement.apply(found.entry().value()));
        });
    }

    private static String aboutStatus(AdmissionRequest request, String own) {
        if (!isOn(request.before(), own)) {
            return "node \"" + own + "\" can only update pod status for pods " + ITSELF;
        }
        boolean sameLabels = request.before()
                .metadata()
                .labels()
                .equals(request.object().metadata().labels());
        return sameLabels ? null : "node \"" + own + "\" cannot update labels through pod status";
    }

    private static boolean isOn(KubernetesObject pod, String node) {
        return pod instanceof Pod known && node.equals(known.nodeName());
    }

    private static String aboutClaim(AdmissionRequest request, String own) {
        if (!request.subresource().equals("status")) {
            return "may only update PVC status";
        }
        boolean same = withoutSize(request.before()).equals(withoutSize(request.object()))
                && request.before()
                        .metadata()
                        .labels()
                        .equals(request.object().metadata().labels())
                && request.before()
                        .metadata()
                        .annotations()
                        .equals(request.object().metadata().annotations());
        return same
                ? null
                : "node \"" + own
                        + "\" is not allowed to update fields other than status.capacity and status.conditions";
    }

    /** The claim without metadata and without what a kubelet may write. */
    private static PersistentVolumeClaim withoutSize(KubernetesObject object) {
        PersistentVolumeClaim claim = (PersistentVolumeClaim) object;
        PersistentVolumeClaim.Status status = claim.status() == null
                ? PersistentVolumeClaimStatusBuilder.builder().build()
                : claim.status();
        Map<String, Object> other = new LinkedHashMap<>(status.other());
        CLAIM_FIELDS.forEach(other::remove);
        return new PersistentVolumeClaim(
                null,
                claim.spec(),
                status.with(builder -> builder.capacity(null).other(other)),
                claim.other());
    }

    private static String aboutLease(AdmissionRequest request, String own) {
        if (!request.namespace().equals(LEASES)) {
            return "can only access leases in the \"" + LEASES + "\" system namespace";
        }
        return own.equals(request.name()) ? null : onlyOwn("node lease");
    }
}
