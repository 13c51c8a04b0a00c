package dev.wavetank.model.apiserver.registry.strategy;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;

/** Where a server finds the strategy of a resource: those that come with it, and those of custom resources. */
@FunctionalInterface
public interface Strategies {

    /** The strategy of a resource. Ask {@link Strategy#accepts} first whether an object fits. */
    Strategy<KubernetesObject> of(ResourceType resource);
}
