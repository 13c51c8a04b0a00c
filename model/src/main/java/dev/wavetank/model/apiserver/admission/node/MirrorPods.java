package dev.wavetank.model.apiserver.admission.node;

import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.authz.node.PodReferences;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/** What a mirror pod must look like: a kubelet makes one for each of its static pods, and no other pods. */
final class MirrorPods {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final String node;
    private final KubernetesVersion version;

    /**
     * The rules for one kubelet.
     *
     * @param node the name of its node
     * @param version of the server
     */
    MirrorPods(String node, KubernetesVersion version) {
        this.node = node;
        this.version = version;
    }

    /** Why the kubelet may not make the pod, before its owner has been looked up; null when it may. */
    String refusal(Pod pod) {
        if (!pod.metadata().annotations().containsKey(MIRROR)) {
            return "pod does not have \"" + MIRROR + "\" annotation, node \"" + node + "\" can only create mirror pods";
        }
        String only = "node \"" + node + "\" can only create pods with ";
        if (!node.equals(pod.nodeName())) {
            return only + "spec.nodeName set to itself";
        }
        return checksOwner(pod) ? aboutOwners(pod.metadata().ownerReferences(), only) : null;
    }

    private String aboutOwners(List<OwnerReference> owners, String only) {
        if (owners.size() > 1) {
            return only + "a single owner reference set to itself";
        }
        boolean isOwned = owners.size() == 1
                && "v1".equals(owners.get(0).apiVersion())
                && "Node".equals(owners.get(0).kind())
                && node.equals(owners.get(0).name());
        if (!isOwned) {
            return only + "an owner reference set to itself";
        }
        if (!owners.get(0).isController()) {
            return only + "a controller owner reference set to itself";
        }
        return Boolean.TRUE.equals(owners.get(0).blockOwnerDeletion())
                ? "node \"" + node + "\" must not set blockOwnerDeletion on an owner reference"
                : null;
    }

    /** Why the owner that the pod names is not its node; null when it is. */
    String otherOwner(Pod pod, String uid) {
        String owner = pod.metadata().ownerReferences().get(0).uid();
        return uid.equals(owner) ? null : "node " + node + " UID mismatch: expected " + owner + " got " + uid;
    }

    /** Whether the pod names an owner that has to be looked up. */
    boolean checksOwner(Pod pod) {
        return version.has(Feature.MIRROR_POD_NEEDS_OWNER)
                || version.has(Feature.MIRROR_POD_OWNER)
                        && !pod.metadata().ownerReferences().isEmpty();
    }

    /** Why the pod may not be made for what it refers to, or null: it would open that to the kubelet. */
    String references(Pod pod) {
        String start = "node \"" + node + "\" can not create pods that reference ";
        String account = pod.spec().serviceAccountName();
        if (account != null && !account.isEmpty()) {
            return start + "a service account";
        }
        if (PodReferences.hasSecrets(pod)) {
            return start + "secrets";
        }
        if (PodReferences.hasConfigMaps(pod)) {
            return start + "configmaps";
        }
        boolean claims = pod.spec().volumes().stream().anyMatch(volume -> volume.get("persistentVolumeClaim") != null);
        return claims ? start + "persistentvolumeclaims" : null;
    }
}
