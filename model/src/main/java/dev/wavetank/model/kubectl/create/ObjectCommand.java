package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * {@code create namespace}, {@code serviceaccount}, {@code configmap}, {@code secret generic}, {@code quota} and {@code
 * job}: one object that follows from flags.
 */
public final class ObjectCommand implements Command {

    private final Session session;
    private final Invocation line;
    private final Manifest made;

    /** Checks the command line and makes the object. */
    public ObjectCommand(Session session) {
        this.session = session;
        this.line = session.line();
        this.made = session.generated(tree());
    }

    private Map<String, Object> tree() {
        return switch (line.verb()) {
            case CREATE_NAMESPACE ->
                Trees.of("apiVersion", "v1", "kind", "Namespace", "metadata", Trees.of("name", name(0)));
            case CREATE_SERVICE_ACCOUNT -> object("v1", "ServiceAccount", name(0));
            case CREATE_CONFIG_MAP -> with(object("v1", "ConfigMap", name(0)), "data", data(UnaryOperator.identity()));
            case CREATE_SECRET -> secret();
            case CREATE_QUOTA ->
                with(object("v1", "ResourceQuota", name(0)), "spec", Trees.of("hard", amounts(line.list(Flag.HARD))));
            case CREATE_JOB -> job();
            default -> throw new UsageException("kubectl " + line.verb().words() + " makes no such object");
        };
    }

    /** The only name, after as many other words. */
    private String name(int before) {
        List<String> words = line.arguments();
        if (words.size() != before + 1) {
            throw UsageException.withManual(
                    line.verb(), "exactly one NAME is required, got " + Math.max(0, words.size() - before));
        }
        return words.get(before);
    }

    private Map<String, Object> object(String apiVersion, String kind, String name) {
        return Trees.of(
                "apiVersion",
                apiVersion,
                "kind",
                kind,
                "metadata",
                Trees.of("name", name, "namespace", session.namespace()));
    }

    private static Map<String, Object> with(Map<String, Object> object, String field, Map<String, Object> value) {
        if (!value.isEmpty()) {
            object.put(field, value);
        }
        return object;
    }

    private Map<String, Object> secret() {
        List<String> words = line.arguments();
        if (words.isEmpty() || !words.get(0).equals("generic")) {
            throw new UsageException("kubectl create secret " + (words.isEmpty() ? "" : words.get(0) + " ")
                    + "is not simulated; write kubectl create secret generic NAME");
        }
        Map<String, Object> secret = object("v1", "Secret", name(1));
        line.value(Flag.TYPE).filter(type -> !type.isEmpty()).ifPresent(type -> secret.put("type", type));
        return with(
                secret,
                "data",
                data(text -> Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8))));
    }

    /** The values of {@code --from-literal} and {@code --from-file}, by key. */
    private Map<String, Object> data(UnaryOperator<String> form) {
        Map<String, Object> data = new LinkedHashMap<>();
        for (String literal : line.each(Flag.FROM_LITERAL)) {
            int equals = literal.indexOf('=');
            if (equals < 1) {
                throw new UsageException("invalid literal source " + literal + ", expected key=value");
            }
            put(data, literal.substring(0, equals), form.apply(literal.substring(equals + 1)));
        }
        for (String source : line.each(Flag.FROM_FILE)) {
            int equals = source.indexOf('=');
            String file = source.substring(equals + 1);
            String key = equals > 0 ? source.substring(0, equals) : file.substring(file.lastIndexOf('/') + 1);
            put(data, key, form.apply(session.file(file)));
        }
        return data;
    }

    private static void put(Map<String, Object> data, String key, String value) {
        if (data.putIfAbsent(key, value) != null) {
            throw new UsageException("cannot add key " + key + ", another key by that name already exists in Data");
        }
    }

    private static Map<String, Object> amounts(List<String> statements) {
        Map<String, Object> amounts = new LinkedHashMap<>();
        for (String statement : statements) {
            String[] parts = statement.split("=", -1);
            if (parts.length != 2) {
                throw new UsageException("Invalid argument syntax " + statement + ", expected <resource>=<value>");
            }
            amounts.put(parts[0], parts[1]);
        }
        return amounts;
    }

    private Map<String, Object> job() {
        line.require(Flag.IMAGE);
        String name = name(0);
        Map<String, Object> container =
                Trees.of("name", name, "image", line.value(Flag.IMAGE).orElse(""));
        if (!line.rest().isEmpty()) {
            container.put("command", line.rest());
        }
        container.put("resources", Trees.of());
        Map<String, Object> pod = Trees.of("containers", List.of(container), "restartPolicy", "Never");
        Map<String, Object> template = Trees.of("metadata", Trees.of(), "spec", pod);
        return with(object("batch/v1", "Job", name), "spec", Trees.of("template", template));
    }

    @Override
    public Completion<Boolean> run() {
        if (session.isDryRun()) {
            session.print(made.resource(), made.object(), "created");
            return Completion.of(true);
        }
        return session.send(ApiRequest.Create.of(made.resource(), made.object()))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        session.print(made.resource(), one.object(), "created");
                        return true;
                    }
                    return session.fail(response, "");
                });
    }
}
