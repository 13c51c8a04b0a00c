package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** ConfigMaps and Secrets, whose content is in flags and files (kubectl/pkg/cmd/create, v1.32). */
public final class SecretGenerator {

    private static final String DOCKER_FILE = ".dockerconfigjson";
    private static final String DOCKER_SERVER = "https://index.docker.io/v1/";

    private final Session session;
    private final Invocation line;

    public SecretGenerator(Session session) {
        this.session = session;
        this.line = session.line();
    }

    /** A ConfigMap of literals and files. */
    public Map<String, Object> configMap() {
        Map<String, Object> map = Trees.namespaced(session, "v1", "ConfigMap");
        return withData(map, data(UnaryOperator.identity(), "ConfigMap"));
    }

    /** A Secret of literals and files. */
    public Map<String, Object> generic() {
        Map<String, Object> secret = Trees.namespaced(session, "v1", "Secret");
        Trees.putText(secret, "type", line.value(Flag.TYPE).orElse(""));
        return withData(secret, data(SecretGenerator::encoded, "Secret"));
    }

    /** A certificate and its key. Whether they belong together is not checked. */
    public Map<String, Object> certificate() {
        Map<String, Object> secret = Trees.namespaced(session, "v1", "Secret");
        String key = line.value(Flag.KEY).orElse("");
        String certificate = line.value(Flag.CERT).orElse("");
        if (key.isEmpty() || certificate.isEmpty()) {
            throw new UsageException("key and cert must be specified");
        }
        String certificateText = readable(certificate);
        String keyText = readable(key);
        requirePem(certificateText, keyText);
        secret.put("type", "kubernetes.io/tls");
        return withData(secret, Trees.of("tls.crt", encoded(certificateText), "tls.key", encoded(keyText)));
    }

    /** Text in armour, as crypto/tls of Go wants it. */
    private static void requirePem(String certificate, String key) {
        if (!certificate.contains("-----BEGIN CERTIFICATE-----")) {
            throw new UsageException(
                    certificate.contains("PRIVATE KEY-----")
                            ? "tls: failed to find certificate PEM data in certificate input, but did find a private"
                                    + " key; PEM inputs may have been switched"
                            : "tls: failed to find any PEM data in certificate input");
        }
        if (!key.contains("PRIVATE KEY-----")) {
            throw new UsageException(
                    key.contains("-----BEGIN CERTIFICATE-----")
                            ? "tls: found a certificate rather than a key in the PEM for the private key"
                            : "tls: failed to find any PEM data in key input");
        }
    }

    private String readable(String file) {
        try {
            return session.file(file);
        } catch (UsageException missing) {
            throw new UsageException("Cannot read file " + file + ", open " + file + ": no such file or directory");
        }
    }

    /** What a kubelet needs to pull from a registry. */
    public Map<String, Object> registry() {
        Map<String, Object> secret = Trees.namespaced(session, "v1", "Secret");
        secret.put("type", "kubernetes.io/dockerconfigjson");
        if (!line.each(Flag.FROM_FILE).isEmpty()) {
            Map<String, Object> files = data(SecretGenerator::encoded, "Secret");
            // A file without a key of its own gets the only key that such a Secret can have.
            Object text = files.values().iterator().next();
            return withData(secret, files.size() == 1 ? Trees.of(DOCKER_FILE, text) : files);
        }
        String user = line.value(Flag.DOCKER_USERNAME).orElse("");
        String password = line.value(Flag.DOCKER_PASSWORD).orElse("");
        String server = line.value(Flag.DOCKER_SERVER).orElse(DOCKER_SERVER);
        if (user.isEmpty() || password.isEmpty() || server.isEmpty()) {
            throw new UsageException("either --from-file or the combination of --docker-username, --docker-password and"
                    + " --docker-server is required");
        }
        Map<String, Object> entry = Trees.of("username", user, "password", password);
        Trees.putText(entry, "email", line.value(Flag.DOCKER_EMAIL).orElse(""));
        entry.put("auth", encoded(user + ":" + password));
        String json = session.tools().codec().json(Trees.of("auths", Trees.of(server, entry)));
        return withData(secret, Trees.of(DOCKER_FILE, encoded(json)));
    }

    private Map<String, Object> withData(Map<String, Object> object, Map<String, Object> data) {
        if (!data.isEmpty()) {
            object.put("data", data);
        }
        if (line.isOn(Flag.APPEND_HASH)) {
            Map<String, Object> metadata = Trees.metadata(object);
            metadata.put("name", metadata.get("name") + "-" + ContentHash.of(session, object));
        }
        return object;
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What the flags give, by key. */
    private Map<String, Object> data(UnaryOperator<String> form, String kind) {
        Map<String, Object> data = new LinkedHashMap<>();
        new DataSources(session, kind).read().forEach((key, text) -> data.put(key, form.apply(text)));
        return data;
    }
}
