package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Services of {@code create service} (kubectl/pkg/cmd/create/create_service.go, v1.32). */
public final class ServiceGenerator {

    private static final String NO_ADDRESS = "None";
    private static final String DNS_NAME = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";

    private final Session session;
    private final Invocation line;

    public ServiceGenerator(Session session) {
        this.session = session;
        this.line = session.line();
    }

    /** The type of Service that the verb makes. */
    public static String type(Invocation line) {
        return switch (line.verb()) {
            case CREATE_SERVICE_EXTERNAL_NAME -> "ExternalName";
            case CREATE_SERVICE_LOAD_BALANCER -> "LoadBalancer";
            case CREATE_SERVICE_NODE_PORT -> "NodePort";
            default -> "ClusterIP";
        };
    }

    /** A Service for the pods labelled {@code app=NAME}. */
    public Map<String, Object> service() {
        String type = type(line);
        if (type.equals("ExternalName")) {
            line.require(Flag.EXTERNAL_NAME);
        }
        Map<String, Object> service = Trees.namespaced(session, "v1", "Service");
        Map<String, Object> app = Trees.of("app", Trees.name(session));
        Trees.metadata(service).put("labels", app);
        String address = line.value(Flag.CLUSTER_IP).orElse("");
        List<String> pairs = line.list(Flag.TCP);
        String external = line.value(Flag.EXTERNAL_NAME).orElse("");
        if (!address.equals(NO_ADDRESS) && pairs.isEmpty() && !type.equals("ExternalName")) {
            throw new UsageException("at least one tcp port specifier must be provided");
        }
        if (type.equals("ExternalName") && !(external.matches(DNS_NAME) && external.length() <= 253)) {
            throw new UsageException("invalid service external name " + external);
        }
        Map<String, Object> spec = Trees.of("selector", app, "type", type);
        List<Object> ports = new ArrayList<>();
        pairs.forEach(pair -> ports.add(port(pair)));
        if (!ports.isEmpty()) {
            spec.put("ports", ports);
        }
        Trees.putText(spec, "clusterIP", address);
        Trees.putText(spec, "externalName", external);
        service.put("spec", spec);
        return service;
    }

    /** A port of the form {@code PORT[:TARGET]}. */
    private Map<String, Object> port(String pair) {
        String[] parts = pair.split(":", -1);
        long number = number(parts[0]);
        Object target = parts.length == 1 ? (Object) number : target(parts[1]);
        Map<String, Object> port =
                Trees.of("name", pair.replace(':', '-'), "port", number, "protocol", "TCP", "targetPort", target);
        line.number(Flag.NODE_PORT).filter(node -> node != 0).ifPresent(node -> port.put("nodePort", (long) node));
        return port;
    }

    private static long number(String text) {
        if (!text.matches("[0-9]{1,9}") || Long.parseLong(text) > 65535) {
            throw new UsageException(GoInteger.mistake("ParseUint", text));
        }
        return Long.parseLong(text);
    }

    /** A port of the pods, by number or by name (apimachinery, pkg/util/validation, IsValidPortName). */
    private static Object target(String text) {
        if (text.matches("[-+]?[0-9]{1,18}")) {
            long number = Long.parseLong(text);
            if (number < 1 || number > 65535) {
                throw new UsageException("must be between 1 and 65535, inclusive");
            }
            return number;
        }
        List<String> mistakes = new ArrayList<>();
        if (text.length() > 15) {
            mistakes.add("must be no more than 15 characters");
        }
        if (!text.matches("[-a-z0-9]+")) {
            mistakes.add("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
        }
        if (!text.matches("(?s).*[a-z].*")) {
            mistakes.add("must contain at least one letter (a-z)");
        }
        if (text.contains("--")) {
            mistakes.add("must not contain consecutive hyphens");
        }
        if (text.startsWith("-") || text.endsWith("-")) {
            mistakes.add("must not begin or end with a hyphen");
        }
        if (!mistakes.isEmpty()) {
            throw new UsageException(String.join(",", mistakes));
        }
        return text;
    }
}
