package dev.wavetank.model.api.core;

/**
 * The ConfigMap by which pods know the API server: one in every namespace. The certificate itself is a placeholder:
 * nobody in the model reads it.
 */
public final class RootCertificate {

    /** Name of the ConfigMap. */
    public static final String CONFIG_MAP = "kube-root-ca.crt";

    /** Its only key. */
    public static final String FILE = "ca.crt";

    /** The value of the key. */
    public static final String TEXT = "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n";

    private RootCertificate() {}
}
