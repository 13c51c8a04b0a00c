package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The content of ConfigMaps and Secrets: what {@code --from-file}, {@code --from-literal} and others give. */
public final class DataSources {

    private final Session session;
    private final Invocation line;
    private final String kind;
    private final Map<String, String> data = new LinkedHashMap<>();

    /** The sources of an object of this kind. */
    public DataSources(Session session, String kind) {
        this.session = session;
        this.line = session.line();
        this.kind = kind;
    }

    /** The texts by their keys. */
    public Map<String, String> read() {
        List<String> variables = line.list(Flag.FROM_ENV_FILE);
        if (!variables.isEmpty()
                && (!line.each(Flag.FROM_FILE).isEmpty()
                        || !line.each(Flag.FROM_LITERAL).isEmpty())) {
            throw new UsageException("from-env-file cannot be combined with from-file or from-literal");
        }
        line.each(Flag.FROM_FILE).forEach(this::file);
        line.each(Flag.FROM_LITERAL).forEach(this::literal);
        variables.forEach(this::variables);
        return data;
    }

    private void file(String source) {
        int equals = source.indexOf('=');
        String file = source.substring(equals + 1);
        List<String> below = equals > 0 ? List.of() : session.filesIn(file);
        for (String one : below) {
            put(one.substring(one.lastIndexOf('/') + 1), session.file(one));
        }
        if (below.isEmpty()) {
            String key = equals > 0 ? source.substring(0, equals) : file.substring(file.lastIndexOf('/') + 1);
            put(key, content(file));
        }
    }

    private void literal(String literal) {
        int equals = literal.indexOf('=');
        if (equals < 1) {
            throw new UsageException("invalid literal source " + literal + ", expected key=value");
        }
        put(literal.substring(0, equals), literal.substring(equals + 1));
    }

    /** Lines {@code NAME=value}; a name without a value takes that of the terminal, which has no variables. */
    private void variables(String file) {
        for (String text : content(file).split("\n")) {
            String variable = text.stripLeading();
            if (variable.isEmpty() || variable.startsWith("#")) {
                continue;
            }
            int equals = variable.indexOf('=');
            String name = equals < 0 ? variable : variable.substring(0, equals);
            if (!name.matches("[-._a-zA-Z][-._a-zA-Z0-9]*")) {
                throw new UsageException("\"" + name
                        + "\" is not a valid key name: a valid environment variable name must consist of alphabetic"
                        + " characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name', "
                        + " or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is"
                        + " '[-._a-zA-Z][-._a-zA-Z0-9]*')");
            }
            put(name, equals < 0 ? "" : variable.substring(equals + 1));
        }
    }

    private String content(String file) {
        try {
            return session.file(file);
        } catch (UsageException missing) {
            throw new UsageException("error reading " + file + ": no such file or directory");
        }
    }

    private void put(String key, String value) {
        if (!key.matches("[-._a-zA-Z0-9]+")) {
            String article = kind.equals("Secret") ? "a Secret" : "a ConfigMap";
            throw new UsageException("\"" + key + "\" is not a valid key name for " + article
                    + ": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name', "
                    + " or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')");
        }
        if (data.putIfAbsent(key, value) != null) {
            throw new UsageException(
                    kind.equals("Secret")
                            ? "cannot add key " + key + ", another key by that name already exists"
                            : "cannot add key \"" + key
                                    + "\", another key by that name already exists in Data for ConfigMap \""
                                    + Trees.name(session) + "\"");
        }
    }
}
