package dev.wavetank.model.api.core;

import java.util.Collections;
import java.util.Map;

/**
 * The ConfigMap by which pods know the API server: one in every namespace. The certificate itself is a placeholder:
 * no component of the model reads it.
 */
public final class RootCertificate {

    /** Name of the ConfigMap. */
    public static final String CONFIG_MAP = "kube-root-ca.crt";

    /** Its only key. */
    public static final String FILE = "ca.crt";

    /** The value of the key. */
    public static final String TEXT = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";

    private static final Map<String, String> DESCRIPTION = Collections.singletonMap(
            "kubernetes.io/description",
            "Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as"
                    + " the internal service IP or kubernetes.default.svc. No other usage is guaranteed across"
                    + " distributions of Kubernetes clusters.");

    private RootCertificate() {}

    /** Its annotations: the description, or none. */
    public static Map<String, String> annotations(boolean described) {
        return described ? DESCRIPTION : Collections.emptyMap();
    }
}
