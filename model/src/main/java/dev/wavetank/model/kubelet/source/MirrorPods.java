package dev.wavetank.model.kubelet.source;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The mirrors of static pods: pods of the API that show them. The kubelet makes and deletes them; what others do to a
 * mirror does not reach the static pod ({@code pkg/kubelet/pod/mirror_client.go}).
 */
public final class MirrorPods {

    private final ApiClient client;
    private final String node;
    private final boolean namesOwner;
    /** As the API shows them. */
    private final Map<ObjectKey, Pod> mirrors = new LinkedHashMap<>();
    /** What the next sync of a static pod hears of its mirror, instead of what is known. */
    private final Map<ObjectKey, News> news = new LinkedHashMap<>();

    private @Nullable String nodeUid;

    private record News(Pod mirror, boolean gone) {}

    /** No mirrors. */
    public MirrorPods(ApiClient client, String node, KubernetesVersion version) {
        this.client = client;
        this.node = node;
        this.namesOwner = version.has(Feature.MIRROR_POD_OWNER);
    }

    /** The API shows a mirror. */
    public void put(Pod mirror) {
        mirrors.put(mirror.key(), mirror);
    }

    /** The API does not show a mirror any more. */
    public void remove(Pod mirror) {
        Pod known = mirrors.get(mirror.key());
        if (known != null && known.uid().equals(mirror.uid())) {
            mirrors.remove(mirror.key());
        }
    }

    /** The next sync of the static pod hears of this mirror, which is perhaps gone. */
    public void tell(Pod mirror, boolean gone) {
        news.put(mirror.key(), new News(mirror, gone));
    }

    /** Whether the API shows the static pod. */
    public boolean isShown(Pod pod) {
        Pod mirror = mirrors.get(pod.key());
        return mirror != null && StaticPod.shows(mirror, pod);
    }

    /** Makes the mirror of a static pod unless there is one; a mirror that is deleted, or outdated, goes first. */
    public Completion<Boolean> ensure(Pod pod) {
        News told = news.remove(pod.key());
        Pod mirror = told == null ? mirrors.get(pod.key()) : told.mirror();
        if (mirror == null) {
            return create(pod);
        }
        boolean isGone = told != null && told.gone();
        if (!isGone && !mirror.metadata().isDeleting() && StaticPod.shows(mirror, pod)) {
            return Completion.of(true);
        }
        // What is gone already, or is another by now, is not made anew before the next sync.
        return delete(mirror).then(deleted -> deleted ? create(pod) : Completion.of(false));
    }

    /** Deletes mirrors of static pods that are no more. */
    public void sweep(Predicate<ObjectKey> hasStaticPod) {
        for (Pod mirror : new ArrayList<>(mirrors.values())) {
            if (!hasStaticPod.test(mirror.key())) {
                delete(mirror);
            }
        }
    }

    private Completion<Boolean> delete(Pod mirror) {
        ApiRequest request = new ApiRequest.Delete(
                Resources.PODS,
                mirror.key().namespace(),
                mirror.key().name(),
                new ApiRequest.DeleteOptions(0L, mirror.uid(), null));
        return client.send(request).map(ApiResponse::isSuccess);
    }

    private Completion<Boolean> create(Pod pod) {
        if (!namesOwner) {
            return send(pod, List.of());
        }
        return owner().then(uid -> uid.isEmpty()
                ? Completion.of(false)
                : send(pod, List.of(new OwnerReference("v1", "Node", node, uid, true, null))));
    }

    /** The uid of the node; empty when it is not registered. */
    private Completion<String> owner() {
        if (nodeUid != null) {
            return Completion.of(nodeUid);
        }
        return client.send(new ApiRequest.Get(Resources.NODES, "", node)).map(response -> {
            if (response instanceof ApiResponse.One one) {
                nodeUid = one.object().uid();
                return one.object().uid();
            }
            return "";
        });
    }

    private Completion<Boolean> send(Pod pod, List<OwnerReference> owners) {
        Pod mirror = pod.withMetadata(pod.metadata()
                .with(one -> one.uid(null)
                        .creationTimestamp(null)
                        .annotations(StaticPod.mirrorAnnotations(pod))
                        .ownerReferences(owners)));
        return client.send(ApiRequest.Create.of(Resources.PODS, mirror)).map(ApiResponse::isSuccess);
    }
}
