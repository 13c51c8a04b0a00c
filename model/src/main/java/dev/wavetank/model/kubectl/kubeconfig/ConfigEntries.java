package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.kubectl.kubeconfig.ConfigTree.Section;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

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
        });
        session.print("User \"" + name + "\" set.");
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
