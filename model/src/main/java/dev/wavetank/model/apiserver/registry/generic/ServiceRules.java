package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Services and Endpoints. */
final class ServiceRules {

    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");
    private static final String ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7)";
    private static final int KUBELET_PORT = 10250;
    private static final int AFFINITY_SECONDS_MAX = 86400;

    private ServiceRules() {}

    static void service(Part service) {
        Part spec = service.child("spec");
        String type = spec.text("type");
        boolean headless = spec.text("clusterIP").equals("None");
        List<Part> ports = spec.items("ports");
        if (ports.isEmpty() && !headless && !type.equals("ExternalName")) {
            spec.required("ports", "");
        }
        byType(spec, type, headless);
        Set<String> names = new LinkedHashSet<>();
        ports.forEach(port -> port(port, ports.size() > 1, names));
        spec.labels("selector");
        affinity(spec);
        addresses(spec);
        spec.oneOfIfSet("type", TYPES);
        if (type.equals("ClusterIP")) {
            for (Part port : ports) {
                if (port.number("nodePort") != 0) {
                    port.forbidden("nodePort", "may not be used when `type` is 'ClusterIP'");
                }
            }
        }
        duplicates(ports);
        traffic(spec, type);
    }

    private static void byType(Part spec, String type, boolean headless) {
        if (type.equals("LoadBalancer")) {
            for (Part port : spec.items("ports")) {
                if (port.number("port") == KUBELET_PORT) {
                    port.invalid("", "10250", "may not expose port 10250 externally since it is used by kubelet");
                }
            }
        }
        if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
            spec.invalid("clusterIPs[0]", "\"None\"", "may not be set to 'None' for " + type + " services");
        }
        if (type.equals("ExternalName")) {
            if (!spec.text("clusterIP").isEmpty()) {
                spec.forbidden("clusterIPs", "may not be set for ExternalName services");
            }
            if (spec.require("externalName")) {
                spec.named("externalName", NameRules::subdomain);
            }
        }
    }

    private static void port(Part port, boolean several, Set<String> names) {
        String name = port.text("name");
        if (several && name.isEmpty()) {
            port.required("name", "");
        } else if (!name.isEmpty()) {
            port.named("name", NameRules::label);
            if (!names.add(name)) {
                port.errors().duplicate(port.at("name"), GoSyntax.of(name));
            }
        }
        PortRules.number(port, "port");
        port.oneOfIfSet("protocol", PROTOCOLS);
        if (port.has("targetPort")) {
            PortRules.numberOrName(port, "targetPort");
        }
        port.namedIfSet("appProtocol", NameRules::qualified);
    }

    private static void affinity(Part spec) {
        spec.oneOfIfSet("sessionAffinity", AFFINITIES);
        if (!spec.has("sessionAffinityConfig")) {
            return;
        }
        if (spec.text("sessionAffinity").equals("None")) {
            spec.forbidden("sessionAffinityConfig", "must not be set when session affinity is None");
            return;
        }
        Part client = spec.child("sessionAffinityConfig").child("clientIP");
        if (!client.has("timeoutSeconds")) {
            client.required("timeoutSeconds", "");
        } else if (client.number("timeoutSeconds") <= 0 || client.number("timeoutSeconds") > AFFINITY_SECONDS_MAX) {
            client.invalidNumber("timeoutSeconds", "must be greater than 0 and less than 86400");
        }
    }

    private static void addresses(Part spec) {
        String ip = spec.text("clusterIP");
        if (!ip.isEmpty() && !ip.equals("None") && !PortRules.isAddress(ip)) {
            spec.invalid("clusterIPs[0]", GoSyntax.of(ip), ADDRESS);
        }
        List<String> external = spec.texts("externalIPs");
        for (int i = 0; i < external.size(); i++) {
            if (!PortRules.isAddress(external.get(i))) {
                spec.invalid("externalIPs[" + i + "]", GoSyntax.of(external.get(i)), ADDRESS);
            } else {
                special(external.get(i), spec, "externalIPs[" + i + "]");
            }
        }
    }

    private static void duplicates(List<Part> ports) {
        Set<String> nodePorts = new LinkedHashSet<>();
        for (Part port : ports) {
            long number = port.number("nodePort");
            if (number != 0 && !nodePorts.add(protocol(port) + number)) {
                port.errors().duplicate(port.at("nodePort"), Long.toString(number));
            }
        }
        Set<String> seen = new LinkedHashSet<>();
        for (Part port : ports) {
            if (!seen.add(protocol(port) + port.number("port"))) {
                port.errors()
                        .duplicate(
                                port.path(),
                                "core.ServicePort{Name:\"\", Protocol:" + GoSyntax.of(protocol(port))
                                        + ", AppProtocol:(*string)(nil), Port:" + port.number("port")
                                        + ", TargetPort:" + GoSyntax.intOrString(0) + ", NodePort:0}");
            }
        }
    }

    private static String protocol(Part port) {
        return port.text("protocol").isEmpty() ? "TCP" : port.text("protocol");
    }

    private static void traffic(Part spec, String type) {
        boolean external = type.equals("NodePort") || type.equals("LoadBalancer");
        if (spec.has("externalTrafficPolicy")) {
            if (!external) {
                spec.invalid(
                        "externalTrafficPolicy",
                        "ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service");
            } else if (!List.of("Cluster", "Local").contains(spec.text("externalTrafficPolicy"))) {
                spec.invalid("externalTrafficPolicy", "ExternalTrafficPolicy must be empty, Cluster or Local");
            }
        }
        if (spec.number("healthCheckNodePort") < 0) {
            spec.invalidNumber("healthCheckNodePort", "HealthCheckNodePort must be not less than 0");
        }
    }

    static void serviceUpdate(Part changed, Part before) {
        Part spec = changed.child("spec");
        Part old = before.child("spec");
        String ip = old.text("clusterIP");
        boolean named =
                spec.text("type").equals("ExternalName") || old.text("type").equals("ExternalName");
        if (named || ip.isEmpty() || spec.text("clusterIP").equals(ip)) {
            return;
        }
        String given = spec.text("clusterIP");
        spec.invalid(
                "clusterIPs[0]",
                given.isEmpty() ? "[]string(nil)" : "[]string{" + GoSyntax.of(given) + "}",
                given.isEmpty() ? "primary clusterIP can not be unset" : "may not change once set");
    }

    static void endpoints(Part endpoints) {
        for (Part subset : endpoints.items("subsets")) {
            List<Part> ready = subset.items("addresses");
            List<Part> notReady = subset.items("notReadyAddresses");
            if (ready.isEmpty() && notReady.isEmpty()) {
                subset.errors().required(subset.path(), "must specify `addresses` or `notReadyAddresses`");
            }
            ready.forEach(ServiceRules::address);
            notReady.forEach(ServiceRules::address);
            List<Part> ports = subset.items("ports");
            for (Part port : ports) {
                if (ports.size() > 1 && port.text("name").isEmpty()) {
                    port.required("name", "");
                } else {
                    port.namedIfSet("name", NameRules::label);
                }
                PortRules.number(port, "port");
                port.oneOfIfSet("protocol", PROTOCOLS);
                port.namedIfSet("appProtocol", NameRules::qualified);
            }
        }
    }

    private static void address(Part address) {
        if (!PortRules.isAddress(address.text("ip"))) {
            address.invalid("ip", ADDRESS);
        } else {
            special(address.text("ip"), address, "ip");
        }
        address.namedIfSet("hostname", NameRules::label);
        address.namedIfSet("nodeName", NameRules::subdomain);
    }

    /** Addresses that no other machine can reach. */
    static void special(String ip, Part part, String field) {
        String why = ip.equals("0.0.0.0") || ip.equals("::")
                ? "may not be unspecified (0.0.0.0 or ::)"
                : ip.startsWith("127.") || ip.equals("::1")
                        ? "may not be in the loopback range (127.0.0.0/8, ::1/128)"
                        : ip.startsWith("169.254.")
                                ? "may not be in the link-local range (169.254.0.0/16, fe80::/10)"
                                : ip.startsWith("224.0.0.")
                                        ? "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"
                                        : "";
        if (!why.isEmpty()) {
            part.invalid(field, GoSyntax.of(ip), why);
        }
    }
}
