package dev.wavetank.model.cluster;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.ClientCertificate;
import dev.wavetank.model.apiserver.AuthenticationConfig;
import dev.wavetank.model.apiserver.authn.BasicAuthenticator;
import dev.wavetank.model.apiserver.authn.OidcAuthenticator;
import dev.wavetank.model.apiserver.authn.ServiceAccountAuthenticator;
import dev.wavetank.model.apiserver.authn.TokenAuthenticator;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.codec.WebToken;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The flags of the API server about who its users are
 * ({@code pkg/kubeapiserver/options/authentication.go}), besides those of service accounts.
 */
final class AuthenticationFlags {

    private static final String PREFIX = "kube-apiserver.";
    private static final String OIDC = PREFIX + "oidc-";
    private static final String ISSUER = "https://kubernetes.default.svc." + ClusterDns.DOMAIN;
    private static final String KEY = "sa.key";
    private static final ServiceAccountAuthenticator.Issuer STANDARD =
            new ServiceAccountAuthenticator.Issuer(ISSUER, KEY, List.of(ISSUER));

    private AuthenticationFlags() {}

    /**
     * Takes the settings. Service accounts are known in every case; whether their tokens are used is for the caller.
     *
     * @throws IllegalArgumentException when a value is impossible or a file is malformed
     */
    static AuthenticationConfig of(Settings settings, ScenarioFiles files, KubernetesVersion version) {
        files.texts().forEach((name, text) -> {
            if (ClientCertificate.isCertificate(text)) {
                ClientCertificate.parse(name, text); // reports a mistake before the run
            }
        });
        ClientCertificate authority = files.read(
                ClusterSpec.CLIENT_CA_FILE, settings.text(ClusterSpec.CLIENT_CA_FILE, ""), ClientCertificate::parse);
        Map<String, User> tokens = files.read(
                ClusterSpec.TOKEN_AUTH_FILE, settings.text(ClusterSpec.TOKEN_AUTH_FILE, ""), TokenAuthenticator::users);
        return new AuthenticationConfig(
                authority == null ? null : authority.commonName(),
                tokens == null ? new TreeMap<>() : tokens,
                passwords(settings, files, version),
                serviceAccounts(settings, files),
                oidc(settings),
                settings.bool(PREFIX + "anonymous-auth", true));
    }

    private static @Nullable String passwords(Settings settings, ScenarioFiles files, KubernetesVersion version) {
        String name = settings.text(ClusterSpec.BASIC_AUTH_FILE, "");
        if (!name.isEmpty() && !version.has(Feature.BASIC_AUTH_FILE)) {
            throw new IllegalArgumentException(ClusterSpec.BASIC_AUTH_FILE + ": Kubernetes " + version
                    + " has no flag --basic-auth-file, which v1.19 removed: use token-auth-file");
        }
        files.read(ClusterSpec.BASIC_AUTH_FILE, name, BasicAuthenticator::parse); // reports a mistake before the run
        return files.text(ClusterSpec.BASIC_AUTH_FILE, name);
    }

    private static ServiceAccountAuthenticator.Issuer serviceAccounts(Settings settings, ScenarioFiles files) {
        String name = settings.text(PREFIX + "service-account-issuer", ISSUER);
        String audiences = settings.text(PREFIX + "api-audiences", "");
        String signing = settings.text(ClusterSpec.SIGNING_KEY_FILE, "");
        String key = files.text(ClusterSpec.SIGNING_KEY_FILE, signing);
        List<String> trusted = files.each(ClusterSpec.KEY_FILE, settings.text(ClusterSpec.KEY_FILE, ""));
        String own = key == null ? KEY : key.strip();
        return new ServiceAccountAuthenticator.Issuer(
                name,
                own,
                audiences.isEmpty() ? List.of(name) : words(audiences),
                trusted.isEmpty()
                        ? List.of(own)
                        : trusted.stream().map(String::strip).toList());
    }

    /** Whether the settings say something about tokens of service accounts, so that they are to be made. */
    static boolean hasServiceAccounts(AuthenticationConfig config) {
        return !STANDARD.equals(config.serviceAccounts());
    }

    private static OidcAuthenticator.@Nullable Provider oidc(Settings settings) {
        String issuer = settings.text(OIDC + "issuer-url", "");
        String client = settings.text(OIDC + "client-id", "");
        String username = settings.text(OIDC + "username-claim", "sub");
        String usernamePrefix = settings.text(OIDC + "username-prefix", "");
        String groups = settings.text(OIDC + "groups-claim", "");
        String groupsPrefix = settings.text(OIDC + "groups-prefix", "");
        String required = settings.text(OIDC + "required-claim", "");
        if (issuer.isEmpty() != client.isEmpty()) {
            throw new IllegalArgumentException(OIDC + "issuer-url and " + OIDC + "client-id must be given together");
        }
        if (issuer.isEmpty()) {
            return null;
        }
        if (!issuer.startsWith("https://")) {
            throw new IllegalArgumentException(OIDC + "issuer-url must begin with https://, was '" + issuer + "'");
        }
        return new OidcAuthenticator.Provider(
                issuer,
                WebToken.keyOf(issuer),
                client,
                username,
                usernamePrefix,
                groups,
                groupsPrefix,
                claims(required));
    }

    private static Map<String, String> claims(String required) {
        Map<String, String> claims = new TreeMap<>();
        for (String pair : words(required)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        OIDC + "required-claim must have the form claim=value, was '" + pair + "'");
            }
            claims.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return claims;
    }

    private static List<String> words(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
