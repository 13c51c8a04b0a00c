package dev.wavetank.model.etcd;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;

/**
 * A key with its present value.
 *
 * @param key the key, such as {@code /registry/pods/default/web-1}
 * @param resource of the object
 * @param value the object, stamped with the revision
 * @param createRevision revision at which the key came to be
 * @param modRevision revision of the latest change
 * @param version how many changes there were since the key came to be, from 1
 */
public record EtcdEntry(
        String key,
        ResourceType resource,
        KubernetesObject value,
        long createRevision,
        long modRevision,
        long version) {}
