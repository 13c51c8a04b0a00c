package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.kubectl.create.generator.Overrides;
import dev.wavetank.model.kubectl.create.generator.Trees;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** {@code expose}: makes a Service for the pods of an object (kubectl, pkg/cmd/expose, v1.20). */
public final class ExposeCommand implements Command {

    private static final List<String> KINDS =
            List.of("pods", "services", "replicationcontrollers", "deployments", "replicasets");

    private final Session session;
    private final ObjectChoice choice;

    /** Checks the command line. */
    public ExposeCommand(Session session) {
        this.session = session;
        this.choice = new ObjectChoice(session, session.line().arguments());
        for (ResourceType type : choice.types()) {
            if (!KINDS.contains(type.plural())) {
                throw new UsageException("cannot expose a " + type.kind());
            }
        }
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachGiven(this::expose);
    }

    private Completion<Boolean> expose(ObjectChoice.Named target, KubernetesObject object) {
        Manifest service;
        try {
            service = Overrides.applied(session, session.generated(service(target, session.fields(object))));
        } catch (UsageException refusal) {
            session.tools().output().refuse("error: " + refusal.getMessage());
            return Completion.of(true);
        }
        if (session.isDryRun()) {
            session.printGenerated(service, "exposed");
            return Completion.of(true);
        }
        return session.send(ApiRequest.Create.of(service.resource(), service.object()))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        session.print(service.resource(), one.object(), "exposed");
                        return true;
                    }
                    return session.fail(response, "");
                });
    }

    private Map<String, Object> service(ObjectChoice.Named target, ObjectFields object) {
        Invocation line = session.line();
        Map<String, Object> selector = line.value(Flag.LONG_SELECTOR)
                .filter(given -> !given.isEmpty())
                .map(Trees::labels)
                .orElseGet(() -> selector(target, object));
        Map<String, Object> metadata =
                Trees.of("name", line.value(Flag.NAME).orElse(target.name()), "namespace", session.namespace());
        Map<String, Object> labels = line.value(Flag.LABELS)
                .filter(given -> !given.isEmpty())
                .map(Trees::labels)
                .orElseGet(() -> object.map("metadata.labels"));
        if (!labels.isEmpty()) {
            metadata.put("labels", labels);
        }
        Map<String, Object> spec = Trees.of("ports", ports(object), "selector", selector);
        line.value(Flag.TYPE).filter(type -> !type.isEmpty()).ifPresent(type -> spec.put("type", type));
        String address = line.value(Flag.EXPOSED_IP).orElse("");
        Trees.putText(spec, "clusterIP", address);
        Trees.putText(spec, "loadBalancerIP", line.value(Flag.LOAD_BALANCER_IP).orElse(""));
        line.value(Flag.EXTERNAL_IP).filter(ip -> !ip.isEmpty()).ifPresent(ip -> spec.put("externalIPs", List.of(ip)));
        affinity(line).ifPresent(affinity -> spec.put("sessionAffinity", affinity));
        return Trees.of("apiVersion", "v1", "kind", "Service", "metadata", metadata, "spec", spec);
    }

    private static Optional<String> affinity(Invocation line) {
        Optional<String> given = line.value(Flag.SESSION_AFFINITY).filter(text -> !text.isEmpty());
        given.filter(text -> !List.of("None", "ClientIP").contains(text)).ifPresent(text -> {
            throw new UsageException("unknown session affinity: " + text);
        });
        return given;
    }

    private static Map<String, Object> selector(ObjectChoice.Named target, ObjectFields object) {
        Map<String, Object> selector = switch (target.resource().plural()) {
            case "pods" -> object.map("metadata.labels");
            case "services", "replicationcontrollers" -> object.map("spec.selector");
            default -> object.map("spec.selector.matchLabels");
        };
        if (selector.isEmpty()) {
            throw new UsageException("couldn't retrieve selectors via --selector flag or introspection: the "
                    + target.resource().kind().toLowerCase(Locale.ROOT) + " has no labels and cannot be exposed");
        }
        return selector;
    }

    private List<Object> ports(ObjectFields object) {
        Invocation line = session.line();
        List<Long> numbers = new ArrayList<>();
        String given = line.value(Flag.RUN_PORT).orElse("");
        for (String port : given.isEmpty() ? List.<String>of() : List.of(given.split(",", -1))) {
            if (!port.matches("[-+]?[0-9]{1,9}")) {
                throw new UsageException(GoInteger.mistake("Atoi", port));
            }
            numbers.add(Long.parseLong(port));
        }
        if (numbers.isEmpty()) {
            for (String path : List.of("spec.containers", "spec.template.spec.containers")) {
                object.list(path)
                        .forEach(container ->
                                container.list("ports").forEach(port -> numbers.add(port.number("containerPort"))));
            }
            object.list("spec.ports").forEach(port -> numbers.add(port.number("port")));
        }
        if (numbers.isEmpty()) {
            String missing = "couldn't find port via --port flag or introspection";
            throw session.has(Feature.KUBECTL_EXPOSE_ERRORS)
                    ? new UsageException(missing)
                    : UsageException.withManual(line.verb(), missing);
        }
        List<Object> ports = new ArrayList<>();
        for (long number : numbers) {
            Map<String, Object> port = new LinkedHashMap<>();
            if (numbers.size() > 1) {
                port.put("name", "port-" + (ports.size() + 1));
            }
            port.put("protocol", protocol(object, number));
            port.put("port", number);
            port.put("targetPort", targetPort(number));
            ports.add(port);
        }
        return ports;
    }

    /** The protocol of a flag, or else that of the container's port. */
    private String protocol(ObjectFields object, long number) {
        return session.line()
                .value(Flag.PROTOCOL)
                .filter(given -> !given.isEmpty())
                .orElseGet(() -> Stream.of("spec.containers", "spec.template.spec.containers")
                        .flatMap(path -> object.list(path).stream())
                        .flatMap(container -> container.list("ports").stream())
                        .filter(port -> port.number("containerPort") == number)
                        .map(port -> port.text("protocol"))
                        .filter(protocol -> !protocol.isEmpty())
                        .findFirst()
                        .orElse("TCP"));
    }

    private Object targetPort(long port) {
        String given = session.line().value(Flag.TARGET_PORT).orElse("");
        if (given.isEmpty()) {
            return port;
        }
        return given.matches("[0-9]{1,9}") ? (Object) Long.valueOf(given) : given;
    }
}
