package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The objects that {@code run} makes of its flags, as trees (pkg/kubectl/run.go, v1.11; kubectl/pkg/generate). */
public final class RunGenerators {

    private static final String CHANGE_CAUSE = "kubernetes.io/change-cause";

    private final Session session;
    private final Invocation line;
    private final String name;
    private final Map<String, Object> labels;

    public RunGenerators(Session session) {
        this.session = session;
        this.line = session.line();
        this.name = line.arguments().get(0);
        String given = line.value(Flag.LABELS).orElse("");
        this.labels = given.isEmpty() ? Trees.of("run", name) : Trees.labels(given);
    }

    /** What runs the image. */
    public Map<String, Object> of(Generator generator) {
        Map<String, Object> spec = switch (generator) {
            case DEPLOYMENT_EXTENSIONS, DEPLOYMENT_APPS_BETA, DEPLOYMENT ->
                Trees.of("replicas", replicas(), "selector", Trees.of("matchLabels", labels), "template", template());
            case REPLICATION_CONTROLLER -> Trees.of("replicas", replicas(), "selector", labels, "template", template());
            case POD -> podSpec(restartPolicy(line));
            case JOB -> Trees.of("template", template(restartPolicy(line)));
            case CRON_JOB ->
                Trees.of(
                        "schedule",
                        line.value(Flag.SCHEDULE).orElse(""),
                        "concurrencyPolicy",
                        "Allow",
                        "jobTemplate",
                        Trees.of("spec", Trees.of("template", template(restartPolicy(line)))));
        };
        Map<String, Object> metadata = metadata(labels);
        Map<String, Object> annotations = annotations();
        if (line.isOn(Flag.RECORD)) {
            annotations.put(CHANGE_CAUSE, line.text());
        }
        if (!annotations.isEmpty()) {
            metadata.put("annotations", annotations);
        }
        Map<String, Object> object = Trees.of(
                "apiVersion", generator.apiVersion(), "kind", generator.kind(), "metadata", metadata, "spec", spec);
        // Go writes an empty status.
        object.put("status", Trees.of());
        return object;
    }

    private Map<String, Object> annotations() {
        Map<String, Object> annotations = new LinkedHashMap<>();
        for (String given : line.list(Flag.ANNOTATIONS)) {
            int equals = given.indexOf('=');
            if (equals < 1) {
                throw new UsageException("invalid annotations format: " + given);
            }
            annotations.put(given.substring(0, equals), given.substring(equals + 1));
        }
        return annotations;
    }

    /** The Service of {@code --expose}: generator {@code service/v2}. */
    public Map<String, Object> service() {
        long port = port(Flag.RUN_PORT);
        Map<String, Object> ports = Trees.of("port", port, "protocol", "TCP", "targetPort", port);
        Map<String, Object> metadata =
                metadata(line.value(Flag.LABELS).orElse("").isEmpty() ? Trees.of() : labels);
        return Trees.of(
                "apiVersion",
                "v1",
                "kind",
                "Service",
                "metadata",
                metadata,
                "spec",
                Trees.of("ports", List.of(ports), "selector", labels));
    }

    private Map<String, Object> metadata(Map<String, Object> with) {
        Map<String, Object> metadata = Trees.of("name", name, "namespace", session.namespace());
        if (!with.isEmpty()) {
            metadata.put("labels", with);
        }
        return metadata;
    }

    private long replicas() {
        return line.number(Flag.RUN_REPLICAS).orElse(1);
    }

    private Map<String, Object> template() {
        return Trees.of("metadata", Trees.of("labels", labels), "spec", Trees.of("containers", List.of(container())));
    }

    private Map<String, Object> template(String restartPolicy) {
        return Trees.of("metadata", Trees.of("labels", labels), "spec", podSpec(restartPolicy));
    }

    private Map<String, Object> podSpec(String restartPolicy) {
        Map<String, Object> spec = Trees.of("containers", List.of(container()));
        line.value(Flag.SERVICE_ACCOUNT)
                .filter(account -> !account.isEmpty())
                .ifPresent(account -> spec.put("serviceAccountName", account));
        spec.put("restartPolicy", restartPolicy);
        spec.put("dnsPolicy", "ClusterFirst");
        return spec;
    }

    private Map<String, Object> container() {
        Map<String, Object> container =
                Trees.of("name", name, "image", line.value(Flag.IMAGE).orElse(""));
        line.value(Flag.IMAGE_PULL_POLICY)
                .filter(policy -> !policy.isEmpty())
                .ifPresent(policy -> container.put("imagePullPolicy", policy));
        List<String> rest =
                new ArrayList<>(line.arguments().subList(1, line.arguments().size()));
        rest.addAll(line.rest());
        if (!rest.isEmpty()) {
            container.put(line.isOn(Flag.COMMAND) ? "command" : "args", rest);
        }
        List<Object> environment = environment();
        if (!environment.isEmpty()) {
            container.put("env", environment);
        }
        if (!line.value(Flag.RUN_PORT).orElse("").isEmpty()) {
            Map<String, Object> port = Trees.of("containerPort", port(Flag.RUN_PORT));
            line.number(Flag.HOST_PORT).filter(host -> host > 0).ifPresent(host -> port.put("hostPort", (long) host));
            container.put("ports", List.of(port));
        } else if (line.number(Flag.HOST_PORT).orElse(-1) > 0) {
            throw new UsageException("--hostport requires --port to be specified");
        }
        container.put("resources", resources());
        if (line.isOn(Flag.PRIVILEGED)) {
            container.put("securityContext", Trees.of("privileged", true));
        }
        return container;
    }

    private long port(Flag flag) {
        String text = line.value(flag).orElse("");
        if (!text.matches("[-+]?[0-9]{1,9}")) {
            throw new UsageException(GoInteger.mistake("Atoi", text));
        }
        return Long.parseLong(text);
    }

    private List<Object> environment() {
        List<Object> environment = new ArrayList<>();
        for (String variable : line.each(Flag.ENV)) {
            int equals = variable.indexOf('=');
            if (equals < 1 || !variable.substring(0, equals).matches("[-._a-zA-Z][-._a-zA-Z0-9]*")) {
                throw new UsageException("invalid env: " + variable);
            }
            environment.add(Trees.of("name", variable.substring(0, equals), "value", variable.substring(equals + 1)));
        }
        return environment;
    }

    private Map<String, Object> resources() {
        Map<String, Object> resources = new LinkedHashMap<>();
        for (Flag flag : List.of(Flag.LIMITS, Flag.REQUESTS)) {
            String given = line.value(flag).orElse("");
            if (!given.isEmpty()) {
                Map<String, Object> amounts = new LinkedHashMap<>();
                for (String statement : given.split(",")) {
                    String[] parts = statement.split("=", -1);
                    if (parts.length != 2) {
                        throw new UsageException(
                                "Invalid argument syntax " + statement + ", expected <resource>=<value>");
                    }
                    amounts.put(parts[0], parts[1]);
                }
                resources.put(flag.name(), amounts);
            }
        }
        return resources;
    }

    /** What becomes of containers that end. */
    public static String restartPolicy(Invocation line) {
        return line.value(Flag.RESTART).filter(policy -> !policy.isEmpty()).orElse("Always");
    }
}
