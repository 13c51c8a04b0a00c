package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Keeps kubelets from changing nodes and pods other than their own, the taints and the reserved labels of their own
 * node, and leases other than their own ({@code NodeRestriction}).
 */
public final class NodeRestriction implements AdmissionPlugin {

    private static final String PREFIX = "system:node:";
    private static final String MIRROR = "kubernetes.io/config.mirror";
    private static final String ITSELF = "with spec.nodeName set to itself";
    private static final String LEASES = "kube-node-lease";

    /** Labels of Kubernetes' own that a kubelet may set all the same. */
    private static final List<String> KUBELET_LABELS = List.of(
            "kubernetes.io/hostname",
            "kubernetes.io/arch",
            "kubernetes.io/os",
            "beta.kubernetes.io/arch",
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/instance-type",
            "node.kubernetes.io/instance-type",
            "failure-domain.beta.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.kubernetes.io/region",
            "failure-domain.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "topology.kubernetes.io/zone");

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
    public Completion<Verdict> validate(AdmissionRequest request) {
        String own = request.user().name().substring(PREFIX.length());
        if (request.resource().equals(Resources.PODS) && request.subresource().equals("eviction")) {
            return evict(request, own);
        }
        String why = null;
        if (request.resource().equals(Resources.NODES)) {
            why = aboutNode(request, own);
        } else if (request.resource().equals(Resources.PODS)) {
            why = aboutPod(request, own);
        } else if (request.resource().qualified().equals("leases.coordination.k8s.io")) {
            why = aboutLease(request, own);
        }
        return Completion.of(verdict(request, why));
    }

    private static Verdict verdict(AdmissionRequest request, String why) {
        return why == null
                ? new Verdict.Admitted(request.object())
                : new Verdict.Refused(Status.forbidden(request.resource(), request.name(), why));
    }

    /** What is created is the eviction: the pod must be looked up. */
    private Completion<Verdict> evict(AdmissionRequest request, String own) {
        ObjectKey pod = new ObjectKey(request.namespace(), request.name());
        return cluster.live(Resources.PODS, pod).map(response -> {
            if (!(response instanceof EtcdResponse.Found found)) {
                return new Verdict.Refused(Status.internal(((EtcdResponse.Failure) response).message()));
            }
            if (found.entry() == null) {
                return new Verdict.Refused(Status.notFound(Resources.PODS, request.name()));
            }
            boolean mayEvict = isOn(found.entry().value(), own);
            return verdict(request, mayEvict ? null : "node \"" + own + "\" can only evict pods " + ITSELF);
        });
    }

    private static String aboutNode(AdmissionRequest request, String own) {
        String start = "node \"" + own + "\" is not allowed to ";
        if (!own.equals(request.name())) {
            return start + "modify node \"" + request.name() + "\"";
        }
        if (request.verb() == Verb.CREATE) {
            TreeSet<String> labels =
                    reserved(Collections.emptyMap(), request.object().metadata().labels());
            return labels.isEmpty() ? null : start + "set the following labels: " + String.join(", ", labels);
        }
        if (request.verb() != Verb.UPDATE) {
            return null;
        }
        if (!taints((Node) request.before()).equals(taints((Node) request.object()))) {
            return start + "modify taints";
        }
        TreeSet<String> labels = reserved(
                request.before().metadata().labels(),
                request.object().metadata().labels());
        return labels.isEmpty() ? null : start + "modify labels: " + String.join(", ", labels);
    }

    private static List<Node.Taint> taints(Node node) {
        return node.spec() == null ? List.of() : node.spec().taints();
    }

    /** The labels of Kubernetes' own that have changed and that are not a kubelet's to set. */
    private static TreeSet<String> reserved(Map<String, String> before, Map<String, String> after) {
        TreeSet<String> changed = new TreeSet<>();
        before.forEach((key, value) -> {
            if (!value.equals(after.get(key))) {
                changed.add(key);
            }
        });
        after.forEach((key, value) -> {
            if (!value.equals(before.get(key))) {
                changed.add(key);
            }
        });
        changed.removeIf(key -> !isReserved(key));
        return changed;
    }

    private static boolean isReserved(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "" : key.substring(0, slash);
        if (isIn(domain, "node-restriction.kubernetes.io")) {
            return true;
        }
        boolean ofKubernetes = isIn(domain, "kubernetes.io") || isIn(domain, "k8s.io");
        boolean ofKubelet = isIn(domain, "kubelet.kubernetes.io") || isIn(domain, "node.kubernetes.io");
        return ofKubernetes && !ofKubelet && !KUBELET_LABELS.contains(key);
    }

    private static boolean isIn(String domain, String parent) {
        return domain.equals(parent) || domain.endsWith("." + parent);
    }

    private static String aboutPod(AdmissionRequest request, String own) {
        return switch (request.subresource()) {
            case "" ->
                request.verb() == Verb.CREATE
                        ? aboutNewPod((Pod) request.object(), own)
                        : request.verb() == Verb.DELETE && !isOn(request.before(), own)
                                ? "node \"" + own + "\" can only delete pods " + ITSELF
                                : null;
            case "status" ->
                isOn(request.before(), own)
                        ? null
                        : "node \"" + own + "\" can only update pod status for pods " + ITSELF;
            default -> null;
        };
    }

    private static String aboutNewPod(Pod pod, String own) {
        if (!pod.metadata().annotations().containsKey(MIRROR)) {
            return "pod does not have \"" + MIRROR + "\" annotation, node \"" + own + "\" can only create mirror pods";
        }
        if (!own.equals(pod.nodeName())) {
            return "node \"" + own + "\" can only create pods with spec.nodeName set to itself";
        }
        String account = pod.spec().serviceAccountName();
        return account != null && !account.isEmpty()
                ? "node \"" + own + "\" can not create pods that reference a service account"
                : null;
    }

    private static boolean isOn(KubernetesObject pod, String node) {
        return pod instanceof Pod known && node.equals(known.nodeName());
    }

    private static String aboutLease(AdmissionRequest request, String own) {
        if (!request.namespace().equals(LEASES)) {
            return "can only access leases in the \"" + LEASES + "\" system namespace";
        }
        return own.equals(request.name())
                ? null
                : "can only access node lease with the same name as the requesting node";
    }
}
