package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;

/** What users put between a request and its object, so that the object may be another one than was asked for. */
final class AdmissionHooks {

    private AdmissionHooks() {}

    /** Whether an object registers a webhook or an initializer that may change pods. */
    static boolean changesPods(KubernetesObject object) {
        return object.kind().equals("MutatingWebhookConfiguration")
                || object.kind().equals("InitializerConfiguration");
    }
}
