package dev.wavetank.model.apiserver.authn;

import java.time.Instant;
import java.util.List;

/**
 * An x509 client certificate, as far as Kubernetes reads it.
 *
 * @param commonName CN of the subject: the user's name
 * @param organizations O of the subject: the user's groups
 * @param issuer name of the certificate authority that signed it
 * @param notBefore from when it is valid
 * @param notAfter until when it is valid
 */
public record ClientCertificate(
        String commonName, List<String> organizations, String issuer, Instant notBefore, Instant notAfter) {}
