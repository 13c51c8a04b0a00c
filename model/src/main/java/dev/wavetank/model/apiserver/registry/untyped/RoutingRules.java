package dev.wavetank.model.apiserver.registry.untyped;

import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import java.util.List;

/** Ingresses, which send requests to services. */
final class RoutingRules {

    private static final List<String> PATH_TYPES = List.of("Exact", "ImplementationSpecific", "Prefix");
    private static final List<String> FORBIDDEN_IN_PATHS = List.of("//", "/./", "/../", "%2f", "%2F");

    private RoutingRules() {}

    static void ingress(FieldCursor ingress) {
        FieldCursor spec = ingress.child("spec");
        List<FieldCursor> rules = spec.items("rules");
        if (rules.isEmpty() && !spec.has("defaultBackend")) {
            ingress.invalid(
                    "spec", "[]networking.IngressRule(nil)", "either `defaultBackend` or `rules` must be specified");
        }
        if (spec.has("defaultBackend")) {
            backend(spec, "defaultBackend");
        }
        rules.forEach(RoutingRules::rule);
        for (FieldCursor tls : spec.items("tls")) {
            List<String> hosts = tls.texts("hosts");
            for (int i = 0; i < hosts.size(); i++) {
                host(tls, "hosts[" + i + "]", hosts.get(i));
            }
        }
        spec.namedIfSet("ingressClassName", NameRules::subdomain);
    }

    private static void host(FieldCursor part, String field, String host) {
        List<String> wrong = host.startsWith("*.") ? NameRules.wildcard(host) : NameRules.subdomain(host);
        wrong.forEach(why -> part.invalid(field, '"' + host + '"', why));
    }

    private static void rule(FieldCursor rule) {
        String host = rule.text("host");
        if (!host.isEmpty()) {
            if (PortRules.isAddress(host)) {
                rule.invalid("host", "must be a DNS name, not an IP address");
            }
            host(rule, "host", host);
        }
        if (!rule.has("http")) {
            return;
        }
        FieldCursor http = rule.child("http");
        if (http.items("paths").isEmpty()) {
            http.required("paths", "");
        }
        for (FieldCursor path : http.items("paths")) {
            path(path);
            backend(path, "backend");
        }
    }

    private static void path(FieldCursor path) {
        String type = path.text("pathType");
        if (type.isEmpty()) {
            path.required("pathType", "pathType must be specified");
            return;
        }
        path.oneOf("pathType", PATH_TYPES);
        String text = path.text("path");
        if (type.equals("Exact") || type.equals("Prefix")) {
            if (!text.startsWith("/")) {
                path.invalid("path", "must be an absolute path");
            }
            for (String part : FORBIDDEN_IN_PATHS) {
                if (text.contains(part)) {
                    path.invalid("path", "must not contain '" + part + "'");
                }
            }
        } else if (type.equals("ImplementationSpecific") && !text.isEmpty() && !text.startsWith("/")) {
            path.invalid("path", "must be an absolute path");
        }
    }

    private static void backend(FieldCursor part, String field) {
        FieldCursor backend = part.child(field);
        boolean service = backend.has("service");
        if (service && backend.has("resource")) {
            part.invalid(field, "\"\"", "cannot set both resource and service backends");
        } else if (backend.has("resource")) {
            backend.child("resource").require("kind");
            backend.child("resource").require("name");
        } else if (service) {
            FieldCursor target = backend.child("service");
            if (target.require("name")) {
                target.named(
                        "name",
                        name -> MetadataRules.serviceName(name, target.errors().version()));
            }
            FieldCursor port = target.child("port");
            boolean named = !port.text("name").isEmpty();
            boolean numbered = port.number("number") != 0;
            if (named && numbered) {
                part.invalid(field, "\"\"", "cannot set both port name & port number");
            } else if (named) {
                port.named("name", PortRules::name);
            } else if (numbered) {
                PortRules.numberOrName((Object) port.number("number"), port.at("number"), port.errors());
            } else {
                part.required(field, "port name or number is required");
            }
        } else {
            part.required(field, "resource or service backend is required");
        }
    }
}
