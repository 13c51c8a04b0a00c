package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.kubectl.kubeconfig.ConfigTree.Section;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** {@code config set-cluster}, {@code set-context} and {@code set-credentials}: set the fields that flags name. */
final class ConfigEntries {

    private final Session session;
    private final Invocation line;
    private final ConfigFiles files;

    ConfigEntries(Session session, ConfigFiles files) {
        this.session = session;
        this.line = session.line();
        this.files = files;
    }

    void setCluster(String name) {
        change(Section.CLUSTERS, name, fields -> {
            line.value(Flag.SERVER).ifPresent(server -> fields.put("server", server));
            fields.putIfAbsent("server", "");
            line.value(Flag.INSECURE_SKIP_TLS_VERIFY).ifPresent(insecure -> {
                fields.put("insecure-skip-tls-verify", insecure.equals("true"));
                if (insecure.equals("true")) {
                    fields.remove("certificate-authority");
                    fields.remove("certificate-authority-data");
                }
            });
            file(fields, Flag.CERTIFICATE_AUTHORITY);
            if (line.value(Flag.CERTIFICATE_AUTHORITY).isPresent()) {
                fields.remove("insecure-skip-tls-verify");
            }
        });
        session.print("Cluster \"" + name + "\" set.");
    }

    void setUser(String name) {
        boolean password = line.value(Flag.USERNAME).isPresent()
                || line.value(Flag.PASSWORD).isPresent();
        boolean token = line.value(Flag.TOKEN).isPresent();
        if (password && token) {
            throw new UsageException("you cannot specify more than one authentication method at the same time: --token,"
                    + " --username/--password");
        }
        checkProvider();
        change(Section.USERS, name, fields -> {
            if (password) {
                fields.remove("token");
            }
            if (token) {
                fields.remove("username");
                fields.remove("password");
            }
            line.value(Flag.TOKEN).ifPresent(value -> fields.put("token", value));
            line.value(Flag.USERNAME).ifPresent(value -> fields.put("username", value));
            line.value(Flag.PASSWORD).ifPresent(value -> fields.put("password", value));
            file(fields, Flag.CLIENT_CERTIFICATE);
            file(fields, Flag.CLIENT_KEY);
            provider(fields);
        });
        session.print("User \"" + name + "\" set.");
    }

    /** The provider of ID tokens and its configuration: {@code name=value} sets, {@code name-} removes. */
    private void provider(Map<String, Object> fields) {
        String name = line.value(Flag.AUTH_PROVIDER).orElse("");
        Map<String, Object> before = map(fields.get("auth-provider"));
        if (name.isEmpty() && before.isEmpty()) {
            return;
        }
        boolean same = name.isEmpty() || name.equals(before.get("name"));
        Map<String, Object> config = new TreeMap<>(same ? map(before.get("config")) : Collections.emptyMap());
        for (String argument : line.list(Flag.AUTH_PROVIDER_ARG)) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                config.put(argument.substring(0, equals), argument.substring(equals + 1));
            } else {
                config.remove(argument.substring(0, argument.length() - 1));
            }
        }
        Map<String, Object> provider = new TreeMap<>();
        provider.put("config", config);
        provider.put("name", same && name.isEmpty() ? before.get("name") : name);
        fields.put("auth-provider", provider);
    }

    private void checkProvider() {
        for (String argument : line.list(Flag.AUTH_PROVIDER_ARG)) {
            if (argument.indexOf('=') < 1 && !argument.endsWith("-")) {
                throw new UsageException("invalid auth-provider-arg format: " + argument);
            }
        }
    }

    @SuppressWarnings("unchecked") // trees have text keys only
    private static Map<String, Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Collections.emptyMap();
    }

    /** A file by its path, or with {@code --embed-certs} by what it holds. */
    private void file(Map<String, Object> fields, Flag flag) {
        line.value(flag).ifPresent(path -> {
            String field = flag.name();
            if (line.isOn(Flag.EMBED_CERTS)) {
                byte[] text = session.file(path).getBytes(StandardCharsets.UTF_8);
                fields.put(field + "-data", Base64.getEncoder().encodeToString(text));
                fields.remove(field);
            } else {
                fields.put(field, ConfigFiles.absolute(path));
                fields.remove(field + "-data");
            }
        });
    }

    void setContext(List<String> arguments) {
        boolean current = line.isOn(Flag.CURRENT);
        if (current && !arguments.isEmpty()) {
            throw new UsageException("you cannot specify both a context name and --current");
        }
        if (!current && arguments.size() != 1) {
            throw new UsageException("you must specify a non-empty context name or --current");
        }
        ConfigTree merged = files.merged();
        String name = current ? merged.currentContext() : arguments.get(0);
        if (name.isEmpty()) {
            throw new UsageException("no current context is set");
        }
        boolean exists = merged.entries(Section.CONTEXTS).containsKey(name);
        change(Section.CONTEXTS, name, fields -> {
            line.value(Flag.CLUSTER).ifPresent(cluster -> fields.put("cluster", cluster));
            line.value(Flag.CONFIG_USER).ifPresent(user -> fields.put("user", user));
            line.value(Flag.NAMESPACE).ifPresent(namespace -> fields.put("namespace", namespace));
        });
        session.print("Context \"" + name + "\" " + (exists ? "modified." : "created."));
    }

    private void change(Section section, String name, Consumer<Map<String, Object>> change) {
        Map<String, Object> fields = new TreeMap<>(files.merged().entry(section, name));
        change.accept(fields);
        files.change(section, name, tree -> tree.entries(section).put(name, fields));
    }
}
