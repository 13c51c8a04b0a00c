package dev.wavetank.model.etcd;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.sim.network.Address;

/** What a client asks of etcd. Watches are asked for with {@link EtcdWatch}. */
public sealed interface EtcdRequest {

    /** Where etcd takes requests. */
    static Address<EtcdRequest, EtcdResponse> requests(String etcd) {
        return new Address<>(etcd, "requests");
    }

    /** Reads one key. */
    record Get(String key) implements EtcdRequest {}

    /** Reads all keys with a prefix. */
    record Range(String prefix) implements EtcdRequest {}

    /**
     * A transaction: stores the value when the key was last changed at the expected revision.
     *
     * @param key the key
     * @param resource of the object
     * @param value the object
     * @param expectedRevision mod revision that the key must have; 0: it must not exist
     */
    record Put(String key, ResourceType resource, KubernetesObject value, long expectedRevision)
            implements EtcdRequest {}

    /**
     * A transaction: removes the key when it was last changed at the expected revision.
     *
     * @param key the key
     * @param expectedRevision mod revision that the key must have
     */
    record Delete(String key, long expectedRevision) implements EtcdRequest {}

    /** Forgets the history up to a revision; what is present stays. */
    record Compact(long revision) implements EtcdRequest {}
}
