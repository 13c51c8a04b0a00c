package dev.wavetank.model.kubelet.cri.image;

import java.util.ArrayList;
import java.util.List;

/**
 * An image on a node, as its runtime lists it ({@code Image}, k8s.io/cri-api).
 *
 * @param id of its content: a digest, but for the runtime of hollow nodes
 * @param repoTags its names with tags, in order
 * @param repoDigests its names with the digests under which registries have it, in order; empty when it came from no
 *     registry
 */
public record StoredImage(String id, List<String> repoTags, List<String> repoDigests) {

    /** All its names, in the order in which the status of a node has them ({@code Images}, pkg/kubelet/nodestatus). */
    public List<String> names() {
        List<String> names = new ArrayList<>(repoDigests);
        names.addAll(repoTags);
        return names;
    }

    /** Its name in the status of a container: the first one with a tag, if there is one. */
    public String name() {
        return repoTags.isEmpty() ? id : repoTags.get(0);
    }
}
