package dev.wavetank.model.apiserver.printers;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What the tables of services, endpoints and ingresses show. */
final class NetworkCells {

    private static final int SHOWN = 3;

    private NetworkCells() {}

    static Object serviceIp(Fields service, Instant now) {
        List<String> all = service.texts("spec.clusterIPs");
        return all.isEmpty() ? service.text("spec.clusterIP", SelectorText.NONE) : all.get(0);
    }

    static Object serviceExternalIp(Fields service, Instant now) {
        List<String> external = service.texts("spec.externalIPs");
        return switch (service.text("spec.type")) {
            case "ClusterIP", "NodePort" -> external.isEmpty() ? SelectorText.NONE : String.join(",", external);
            case "LoadBalancer" -> {
                List<String> all = new ArrayList<>(balancers(service));
                all.addAll(external);
                yield all.isEmpty() ? "<pending>" : String.join(",", all);
            }
            case "ExternalName" -> service.text("spec.externalName");
            default -> "<unknown>";
        };
    }

    /** Addresses of the load balancer, sorted. */
    private static Set<String> balancers(Fields object) {
        Set<String> addresses = new TreeSet<>();
        for (Fields point : object.list("status.loadBalancer.ingress")) {
            addresses.add(point.text("ip", point.text("hostname")));
        }
        addresses.remove("");
        return addresses;
    }

    static Object servicePorts(Fields service, Instant now) {
        List<String> ports = new ArrayList<>();
        for (Fields port : service.list("spec.ports")) {
            String onNode = port.number("nodePort") > 0 ? ":" + port.number("nodePort") : "";
            ports.add(port.number("port") + onNode + "/" + port.text("protocol"));
        }
        return ports.isEmpty() ? SelectorText.NONE : String.join(",", ports);
    }

    static Object endpoints(Fields endpoints, Instant now) {
        List<String> all = new ArrayList<>();
        for (Fields subset : endpoints.list("subsets")) {
            List<Fields> ports = subset.list("ports");
            if (ports.isEmpty()) {
                subset.list("addresses").forEach(address -> all.add(address.text("ip")));
            }
            for (Fields port : ports) {
                subset.list("addresses").forEach(address -> all.add(hostPort(address.text("ip"), port.number("port"))));
            }
        }
        return endpoints.size("subsets") == 0 ? SelectorText.NONE : first(all);
    }

    private static String hostPort(String host, long port) {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }

    static Object slicePorts(Fields slice, Instant now) {
        List<String> all = new ArrayList<>();
        slice.list("ports").forEach(port -> all.add(port.text("port", port.text("name", "*"))));
        return all.isEmpty() ? "<unset>" : first(all);
    }

    static Object sliceEndpoints(Fields slice, Instant now) {
        List<String> all = new ArrayList<>();
        slice.list("endpoints").forEach(endpoint -> all.addAll(endpoint.texts("addresses")));
        return all.isEmpty() ? "<unset>" : first(all);
    }

    static Object ingressHosts(Fields ingress, Instant now) {
        List<String> hosts = new ArrayList<>();
        for (Fields rule : ingress.list("spec.rules")) {
            if (!rule.text("host").isEmpty()) {
                hosts.add(rule.text("host"));
            }
        }
        return hosts.isEmpty() ? "*" : first(hosts);
    }

    static Object ingressAddress(Fields ingress, Instant now) {
        return String.join(",", balancers(ingress));
    }

    static Object ingressPorts(Fields ingress, Instant now) {
        return ingress.size("spec.tls") == 0 ? "80" : "80, 443";
    }

    static Object classParameters(Fields ingressClass, Instant now) {
        if (!ingressClass.has("spec.parameters")) {
            return SelectorText.NONE;
        }
        String group = ingressClass.text("spec.parameters.apiGroup");
        return ingressClass.text("spec.parameters.kind")
                + (group.isEmpty() ? "" : "." + group)
                + "/" + ingressClass.text("spec.parameters.name");
    }

    private static String first(List<String> all) {
        int more = all.size() - SHOWN;
        return String.join(",", all.subList(0, Math.min(SHOWN, all.size())))
                + (more > 0 ? " + " + more + " more..." : "");
    }
}
