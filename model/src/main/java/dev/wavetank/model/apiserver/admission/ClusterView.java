package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.List;

/** What plugins can learn about the cluster, and the one thing they write: quota usage. */
public interface ClusterView {

    /** Whether the server knows the cluster, as soon as it does; false when that takes longer than it waits. */
    Completion<Boolean> whenSynced();

    /** The objects of a namespace as the server's cache has them; it lags behind etcd. */
    List<KubernetesObject> cached(ResourceType resource, String namespace);

    /** One object as it is now. */
    Completion<EtcdResponse> live(ResourceType resource, ObjectKey key);

    /** Stores an object when nobody has changed it since the revision that it carries. */
    Completion<EtcdResponse> store(ResourceType resource, KubernetesObject object);
}
