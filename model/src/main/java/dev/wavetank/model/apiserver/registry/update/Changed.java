package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import java.util.Collections;
import java.util.Set;

/** What comes of applying a change to an object. */
public sealed interface Changed {

    /**
     * The new state, before admission and validation.
     *
     * @param dropped paths of fields that it has lost, as their features are off
     */
    record To(KubernetesObject object, Set<String> dropped) implements Changed {

        /** One that has lost nothing. */
        public To(KubernetesObject object) {
            this(object, Collections.emptySet());
        }
    }

    /** The new state of a whole object that was asked for, as its strategy prepares it. */
    static Changed.To prepared(Strategy<KubernetesObject> strategy, KubernetesObject asked, KubernetesObject before) {
        return new To(strategy.prepareForUpdate(strategy.withDefaults(asked), before), strategy.disabledFields(asked));
    }

    /** The change does not fit the object. */
    record Refused(Status status) implements Changed {}
}
