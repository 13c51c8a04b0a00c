package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;

/** What comes of applying a change to an object. */
public sealed interface Changed {

    /** The new state, before admission and validation. */
    record To(KubernetesObject object) implements Changed {}

    /** The change does not fit the object. */
    record Refused(Status status) implements Changed {}
}
