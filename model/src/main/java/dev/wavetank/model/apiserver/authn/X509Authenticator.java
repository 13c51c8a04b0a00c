package dev.wavetank.model.apiserver.authn;

import dev.wavetank.model.api.ClientCertificate;
import dev.wavetank.model.api.Credentials;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Knows users by client certificates that one certificate authority signed ({@code --client-ca-file}): CN is the name,
 * O are the groups. There is no revocation: a certificate is good until it ends.
 */
public final class X509Authenticator implements Authenticator {

    private final String authority;
    private final Supplier<Instant> clock;

    /**
     * An authenticator.
     *
     * @param authority name of the certificate authority that is trusted
     * @param clock the server's own clock, which may be wrong
     */
    public X509Authenticator(String authority, Supplier<Instant> clock) {
        this.authority = authority;
        this.clock = clock;
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        ClientCertificate certificate = credentials.certificate();
        if (certificate == null) {
            return Authentication.NOT_MINE;
        }
        Instant now = clock.get();
        if (now.isBefore(certificate.notBefore())) {
            return invalid(now + " is before " + certificate.notBefore());
        }
        if (now.isAfter(certificate.notAfter())) {
            return invalid(now + " is after " + certificate.notAfter());
        }
        if (!certificate.issuer().equals(authority)) {
            return new Authentication.Refused("x509: certificate signed by unknown authority");
        }
        if (certificate.commonName().isEmpty()) {
            return Authentication.NOT_MINE;
        }
        return new Authentication.Known(new User(certificate.commonName(), certificate.organizations()));
    }

    private static Authentication invalid(String why) {
        return new Authentication.Refused("x509: certificate has expired or is not yet valid: current time " + why);
    }
}
