package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The Ingress of {@code create ingress} (kubectl/pkg/cmd/create/create_ingress.go, v1.32). */
public final class IngressGenerator {

    /** HOST/PATH=SERVICE:PORT, then perhaps a comma and {@code tls[=SECRET]}. */
    private static final Pattern RULE =
            Pattern.compile("(?<host>[^/=,]*)/(?<path>[^=,]*)=(?<service>[^:=,]+):(?<port>[^:=,]+)"
                    + "(?<tls>,[^,=]*(=(?<secret>[^,=]*))?)?");

    private final Session session;
    private final Invocation line;

    public IngressGenerator(Session session) {
        this.session = session;
        this.line = session.line();
    }

    /** An Ingress with its rules and its default backend. */
    public Map<String, Object> ingress() {
        Map<String, Object> ingress = Trees.namespaced(session, "networking.k8s.io/v1", "Ingress");
        List<String> rules = line.each(Flag.RULE);
        String backend = line.value(Flag.DEFAULT_BACKEND).orElse("");
        if (rules.isEmpty() && backend.isEmpty()) {
            throw new UsageException("not enough information provided: every ingress has to either specify a"
                    + " default-backend (which catches all traffic) or a list of rules (which catch specific paths)");
        }
        List<Matcher> parsed = rules.stream().map(IngressGenerator::parsed).toList();
        Map<String, Object> annotations = annotations();
        if (!annotations.isEmpty()) {
            Trees.metadata(ingress).put("annotations", annotations);
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        Trees.putText(spec, "ingressClassName", line.value(Flag.CLASS).orElse(""));
        if (!backend.isEmpty()) {
            String[] parts = backend.split(":", -1);
            if (parts.length != 2) {
                throw new UsageException("default-backend should be in format servicename:serviceport");
            }
            spec.put("defaultBackend", backend(parts[0], parts[1]));
        }
        putList(spec, "tls", certificates(parsed));
        putList(spec, "rules", rules(parsed));
        ingress.put("spec", spec);
        return ingress;
    }

    private static Matcher parsed(String rule) {
        Matcher matcher = RULE.matcher(rule);
        if (!matcher.matches()) {
            throw new UsageException(
                    "rule " + rule + " is invalid and should be in format host/path=svcname:svcport[,tls[=secret]]");
        }
        return matcher;
    }

    private Map<String, Object> annotations() {
        Map<String, Object> annotations = new LinkedHashMap<>();
        for (String given : line.each(Flag.ANNOTATION)) {
            int equals = given.indexOf('=');
            if (equals < 0) {
                throw new UsageException("annotation " + given + " is invalid and should be in format key=[value]");
            }
            annotations.put(given.substring(0, equals), given.substring(equals + 1));
        }
        return annotations;
    }

    private static void putList(Map<String, Object> tree, String field, List<Object> list) {
        if (!list.isEmpty()) {
            tree.put(field, list);
        }
    }

    private static Map<String, Object> backend(String service, String port) {
        Object number = Trees.intOrText(port);
        return Trees.of(
                "service",
                Trees.of("name", service, "port", Trees.of(number instanceof Long ? "number" : "name", number)));
    }

    /** The hosts with a certificate, by their Secret; a host counts once. */
    private static List<Object> certificates(List<Matcher> rules) {
        Map<String, List<String>> hosts = new LinkedHashMap<>();
        List<String> seen = new ArrayList<>();
        for (Matcher rule : rules) {
            String host = rule.group("host");
            if (rule.group("tls") != null && !seen.contains(host)) {
                seen.add(host);
                String secret = rule.group("secret") == null ? "" : rule.group("secret");
                hosts.computeIfAbsent(secret, missing -> new ArrayList<>()).add(host);
            }
        }
        List<Object> certificates = new ArrayList<>();
        hosts.forEach((secret, names) -> {
            Map<String, Object> certificate = new LinkedHashMap<>();
            // The real command leaves out an empty host only when it is the first.
            List<String> written = names.get(0).isEmpty() ? names.subList(1, names.size()) : names;
            if (!written.isEmpty()) {
                certificate.put("hosts", written);
            }
            Trees.putText(certificate, "secretName", secret);
            if (!certificate.isEmpty()) {
                certificates.add(certificate);
            }
        });
        return certificates;
    }

    /** The paths, by host. */
    private static List<Object> rules(List<Matcher> rules) {
        Map<String, List<Object>> byHost = new LinkedHashMap<>();
        for (Matcher rule : rules) {
            String path = "/" + rule.group("path");
            boolean prefix = path.endsWith("*");
            Map<String, Object> entry = Trees.of(
                    "path",
                    prefix ? path.substring(0, path.length() - 1) : path,
                    "pathType",
                    prefix ? "Prefix" : "Exact",
                    "backend",
                    backend(rule.group("service"), rule.group("port")));
            byHost.computeIfAbsent(rule.group("host"), missing -> new ArrayList<>())
                    .add(entry);
        }
        List<Object> result = new ArrayList<>();
        byHost.forEach((host, paths) -> {
            Map<String, Object> rule = new LinkedHashMap<>();
            Trees.putText(rule, "host", host);
            rule.put("http", Trees.of("paths", paths));
            result.add(rule);
        });
        return result;
    }
}
