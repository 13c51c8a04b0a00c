package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** EndpointSlices. */
final class SliceRules {

    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> ADDRESS_TYPES = List.of("FQDN", "IPv4", "IPv6");
    private static final int ENDPOINTS_MAX = 1000;
    private static final int ADDRESSES_MAX = 100;
    private static final int PORTS_MAX = 20_000;
    private static final int OLD_PORTS_MAX = 100;

    private SliceRules() {}

    static void slice(Part slice) {
        String type = slice.text("addressType");
        if (slice.require("addressType")) {
            slice.oneOf("addressType", ADDRESS_TYPES);
        }
        List<Part> endpoints = slice.items("endpoints");
        if (slice.atMost("endpoints", endpoints.size(), ENDPOINTS_MAX)) {
            endpoints.forEach(endpoint -> endpoint(endpoint, type));
        }
        List<Part> ports = slice.items("ports");
        int portsMax = slice.errors().release().has(Feature.MANY_SLICE_PORTS) ? PORTS_MAX : OLD_PORTS_MAX;
        if (slice.atMost("ports", ports.size(), portsMax)) {
            Set<String> names = new LinkedHashSet<>();
            ports.forEach(port -> port(port, names));
        }
    }

    private static void endpoint(Part endpoint, String type) {
        List<String> addresses = endpoint.texts("addresses");
        if (addresses.isEmpty()) {
            endpoint.required("addresses", "must contain at least 1 address");
        } else {
            endpoint.atMost("addresses", addresses.size(), ADDRESSES_MAX);
        }
        for (int i = 0; i < addresses.size(); i++) {
            address(endpoint, "addresses[" + i + "]", addresses.get(i), type);
        }
        endpoint.namedIfSet("nodeName", NameRules::subdomain);
        endpoint.namedIfSet("hostname", NameRules::label);
    }

    private static void address(Part endpoint, String field, String address, String type) {
        switch (type) {
            case "IPv4", "IPv6" -> {
                boolean isSix = address.indexOf(':') >= 0;
                if (!PortRules.isAddress(address) || isSix != type.equals("IPv6")) {
                    endpoint.invalid(field, GoSyntax.of(address), "must be a valid " + type + " address");
                } else {
                    ServiceRules.special(address, endpoint, field);
                }
            }
            case "FQDN" -> domain(endpoint, field, address);
            default -> {
                // An unknown type is told of once, not with every address.
            }
        }
    }

    private static void domain(Part endpoint, String field, String address) {
        String name = address.endsWith(".") ? address.substring(0, address.length() - 1) : address;
        if (name.isEmpty()) {
            endpoint.required(field, "");
            return;
        }
        List<String> wrong = NameRules.subdomain(name);
        if (!wrong.isEmpty()) {
            endpoint.invalid(field, GoSyntax.of(name), String.join(",", wrong));
        } else if (name.indexOf('.') < 0) {
            endpoint.invalid(
                    field, GoSyntax.of(name), "should be a domain with at least two segments separated by dots");
        }
    }

    private static void port(Part port, Set<String> names) {
        port.namedIfSet("name", NameRules::label);
        if (!names.add(port.text("name"))) {
            port.errors().duplicate(port.at("name"), GoSyntax.of(port.text("name")));
        }
        if (port.require("protocol")) {
            port.oneOf("protocol", PROTOCOLS);
        }
        port.namedIfSet("appProtocol", NameRules::qualified);
    }

    static void sliceUpdate(Part changed, Part before) {
        if (!changed.text("addressType").equals(before.text("addressType"))) {
            changed.invalid("addressType", "field is immutable");
        }
    }
}
