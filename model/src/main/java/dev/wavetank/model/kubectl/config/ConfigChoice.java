package dev.wavetank.model.kubectl.config;

import dev.wavetank.model.api.ClientCertificate;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.WebToken;
import dev.wavetank.model.kubectl.config.KubeConfig.Entry;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Chooses user and server of a command: the flags, then the context of the kubeconfig files, then what a terminal has
 * without them ({@code clientcmd/client_config.go}).
 */
public final class ConfigChoice {

    /** The simulated home, where commands run. */
    public static final String HOME = "/root";

    /** The kubeconfig file of a user who names none. */
    public static final String HOME_FILE = HOME + "/.kube/config";

    private static final List<String> USER_FIELDS = List.of(
            "token",
            "tokenFile",
            "username",
            "password",
            "client-certificate",
            "client-key",
            "client-certificate-data",
            "client-key-data",
            "auth-provider");
    private static final List<String> CLUSTER_FIELDS =
            List.of("server", "certificate-authority", "certificate-authority-data", "insecure-skip-tls-verify");

    private final ClientConfig standard;
    private final String environment;
    private final ObjectCodec codec;

    /**
     * The choice on one terminal.
     *
     * @param standard of a command without kubeconfig and flags
     * @param environment the files in {@code $KUBECONFIG}, separated by colons; may be empty
     * @param codec writes claims of tokens
     */
    public ConfigChoice(ClientConfig standard, String environment, ObjectCodec codec) {
        this.standard = standard;
        this.environment = environment;
        this.codec = codec;
    }

    /**
     * The identity of a command.
     *
     * @param files text of the files that may be named
     * @throws ConfigException when the choice is impossible
     */
    public ClientConfig of(Invocation line, Map<String, String> files) {
        if (line.verb().isLocal()) {
            return standard;
        }
        KubeConfig config = config(line, files);
        Entry context = config.context(line.value(Flag.CONTEXT).orElse(""));
        context.refuseOthers(List.of("cluster", "user", "namespace"));
        Entry cluster = config.cluster(line.value(Flag.CLUSTER).orElse(""), context);
        cluster.refuseOthers(CLUSTER_FIELDS);
        String server = line.value(Flag.SERVER).orElse(cluster.text("server"));
        String namespace = context.text("namespace");
        Identity identity = identity(line, config, context, files);
        return new ClientConfig(
                server.isEmpty() ? standard.servers() : List.of(component(server)),
                identity,
                namespace.isEmpty() ? standard.namespace() : namespace);
    }

    private KubeConfig config(Invocation line, Map<String, String> files) {
        KubeConfig config = new KubeConfig();
        Optional<String> explicit = line.value(Flag.KUBECONFIG);
        for (String name :
                explicit.orElse(environment.isEmpty() ? HOME_FILE : environment).split(":")) {
            String text = text(name, files);
            if (text != null) {
                config.add(name, text);
            } else if (explicit.isPresent()) {
                throw new ConfigException("error: stat " + name + ": no such file or directory");
            }
        }
        return config;
    }

    /** The component at an address such as {@code https://kube-apiserver-1:6443}. */
    private String component(String server) {
        String host = KubeConfig.host(server);
        if (!standard.servers().contains(host)) {
            throw new ConfigException("error: the simulation has no server " + server + ": write https:// and one of "
                    + String.join(", ", standard.servers()));
        }
        return host;
    }

    private Identity identity(Invocation line, KubeConfig config, Entry context, Map<String, String> files) {
        ImpersonationConfig as = new ImpersonationConfig(
                line.value(Flag.AS).orElse(""), line.value(Flag.AS_UID).orElse(""), line.each(Flag.AS_GROUP));
        if (as.mistake().isPresent()) {
            throw new ConfigException("error: requesting uid, groups or user-extra for  without impersonating a user");
        }
        return new Identity(credentials(line, config, context, files), as);
    }

    private Credentials credentials(Invocation line, KubeConfig config, Entry context, Map<String, String> files) {
        String name = user(line).orElse(context.text("user"));
        Entry user = config.user(user(line).orElse(""), context);
        user.refuseOthers(USER_FIELDS);
        String token = line.value(Flag.TOKEN).orElse(token(user, files));
        String username = line.value(Flag.USERNAME).orElse(user.text("username"));
        String password = line.value(Flag.PASSWORD).orElse(user.text("password"));
        String certificate = line.value(Flag.CLIENT_CERTIFICATE).orElse(user.text("client-certificate"));
        String key = line.value(Flag.CLIENT_KEY).orElse(user.text("client-key"));
        List<String> methods = new ArrayList<>();
        if (!token.isEmpty()) {
            methods.add("token");
        }
        if (!username.isEmpty() || !password.isEmpty()) {
            methods.add("basicAuth");
        }
        if (methods.size() > 1) {
            throw new ConfigException("error: more than one authentication method found for " + name + "; found "
                    + "[token basicAuth], only one is allowed");
        }
        if (!token.isEmpty()) {
            return Credentials.ofToken(token);
        }
        if (!methods.isEmpty()) {
            return Credentials.ofPassword(username, password);
        }
        String data = user.text("client-certificate-data");
        if (!data.isEmpty() && line.value(Flag.CLIENT_CERTIFICATE).isEmpty()) {
            boolean hasKey = !key.isEmpty() || !user.text("client-key-data").isEmpty();
            return certificate(name, user.source(), hasKey, decoded(user, data));
        }
        if (!certificate.isEmpty() || !key.isEmpty()) {
            return certificate(name, certificate, key, files);
        }
        boolean isChosen = !name.isEmpty() || !context.fields().isEmpty();
        return isChosen ? Credentials.NONE : standard.identity().credentials();
    }

    /** The flag {@code --user}, unless the command has another of this name, such as that of role bindings. */
    private static Optional<String> user(Invocation line) {
        return line.verb().hides(Flag.CONFIG_USER) ? Optional.empty() : line.value(Flag.CONFIG_USER);
    }

    private static Credentials certificate(String name, String certificate, String key, Map<String, String> files) {
        if (certificate.isEmpty() || key.isEmpty()) {
            throw new ConfigException("error: "
                    + (key.isEmpty()
                            ? "client-key-data or client-key must be specified for " + name
                                    + " to use the clientCert authentication method."
                            : "client-cert-data or client-cert must be specified for " + name
                                    + " to use the clientCert authentication method."));
        }
        String text = text(certificate, files);
        if (text == null) {
            throw new ConfigException("error: unable to read client-cert " + certificate + " for " + name
                    + " due to open " + certificate + ": no such file or directory");
        }
        return parsed(certificate, text);
    }

    /** One whose text stands in the kubeconfig itself. */
    private static Credentials certificate(String name, String source, boolean hasKey, String text) {
        if (!hasKey) {
            throw new ConfigException("error: client-key-data or client-key must be specified for " + name
                    + " to use the clientCert authentication method.");
        }
        return parsed(source, text);
    }

    private static String decoded(Entry user, String data) {
        try {
            return new String(Base64.getDecoder().decode(data), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException noBase64) {
            throw new ConfigException("error: error loading config file " + user.source()
                    + ".client-certificate-data: expected the certificate in base64");
        }
    }

    /** A path as the files of a scenario are named: without the home directory, from which commands are given. */
    public static String atHome(String path) {
        String rest = path.startsWith(HOME + "/") ? path.substring(HOME.length() + 1) : path;
        while (rest.startsWith("./")) {
            rest = rest.substring(2);
        }
        return rest;
    }

    /** The text of a file; the files of a scenario lie in the home directory, from which commands are given. */
    private static @Nullable String text(String path, Map<String, String> files) {
        String found = files.get(path);
        return found == null ? files.get(atHome(path)) : found;
    }

    private static Credentials parsed(String certificate, String text) {
        try {
            return Credentials.ofCertificate(ClientCertificate.parse(certificate, text));
        } catch (IllegalArgumentException unreadable) {
            throw new ConfigException(
                    "error: tls: failed to find any PEM data in certificate input: " + unreadable.getMessage());
        }
    }

    private String token(Entry user, Map<String, String> files) {
        String file = user.text("tokenFile");
        if (!file.isEmpty()) {
            if (!files.containsKey(file)) {
                throw new ConfigException("error: open " + file + ": no such file or directory");
            }
            return files.get(file).strip();
        }
        if (user.fields().get("auth-provider") instanceof Map<?, ?> provider) {
            Object found = provider.get("config") instanceof Map<?, ?> config ? config.get("id-token") : null;
            if (!"oidc".equals(provider.get("name")) || found == null) {
                throw new ConfigException("error: error loading config file " + user.source()
                        + ".auth-provider: only the" + " name oidc with a config of id-token is simulated");
            }
            return found instanceof Map<?, ?> claims ? signed(claims) : found.toString();
        }
        return user.text("token");
    }

    /** An ID token that is written as its claims is one that its issuer has signed. */
    private String signed(Map<?, ?> written) {
        Map<String, Object> claims = new TreeMap<>();
        written.forEach((name, value) -> claims.put(String.valueOf(name), value));
        return WebToken.sign(codec, claims, WebToken.keyOf(String.valueOf(claims.get("iss"))));
    }
}
