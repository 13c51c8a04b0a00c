package dev.wavetank.model.client.cache;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import java.util.List;

/**
 * What one informer of a program has, for invariants.
 *
 * @param component whose informer it is
 * @param resource of the objects
 * @param selection which of them it asks for
 * @param revision up to which it has read
 * @param objects that it has
 */
public record CachedObjects(
        String component,
        ResourceType resource,
        ApiRequest.Selection selection,
        long revision,
        List<? extends KubernetesObject> objects) {}
