package dev.wavetank.model.apiserver.registry.service;

import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** EndpointSlices. */
public final class EndpointSliceStrategy implements Strategy<EndpointSlice> {

    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> ADDRESS_TYPES = List.of("FQDN", "IPv4", "IPv6");
    private static final int ENDPOINTS_MAX = 1000;
    private static final int ADDRESSES_MAX = 100;
    private static final int PORTS_MAX = 20_000;
    private static final int OLD_PORTS_MAX = 100;

    @Override
    public Class<EndpointSlice> kind() {
        return EndpointSlice.class;
    }

    @Override
    public EndpointSlice withDefaults(EndpointSlice slice) {
        boolean same = slice.ports().stream().allMatch(port -> port.name() != null && isSet(port.protocol()));
        return same
                ? slice
                : slice.withPorts(
                        slice.ports().stream().map(EndpointSliceStrategy::named).toList());
    }

    private static Endpoints.Port named(Endpoints.Port port) {
        return new Endpoints.Port(
                port.name() == null ? "" : port.name(),
                port.port(),
                isSet(port.protocol()) ? port.protocol() : "TCP",
                port.appProtocol());
    }

    private static boolean isSet(String text) {
        return text != null && !text.isEmpty();
    }

    @Override
    public void validate(EndpointSlice slice, FieldErrors errors) {
        String type = slice.addressType() == null ? "" : slice.addressType();
        if (errors.require("addressType", type)) {
            errors.oneOf("addressType", type, ADDRESS_TYPES);
        }
        List<EndpointSlice.Endpoint> endpoints = slice.endpoints();
        if (errors.atMost("endpoints", endpoints.size(), ENDPOINTS_MAX)) {
            for (int i = 0; i < endpoints.size(); i++) {
                endpoint(endpoints.get(i), type, "endpoints[" + i + "]", errors);
            }
        }
        List<Endpoints.Port> ports = slice.ports();
        int portsMax = errors.version().has(Feature.MANY_SLICE_PORTS) ? PORTS_MAX : OLD_PORTS_MAX;
        if (errors.atMost("ports", ports.size(), portsMax)) {
            Set<String> names = new LinkedHashSet<>();
            for (int i = 0; i < ports.size(); i++) {
                port(ports.get(i), names, "ports[" + i + "]", errors);
            }
        }
    }

    private static void endpoint(EndpointSlice.Endpoint endpoint, String type, String path, FieldErrors errors) {
        List<String> addresses = endpoint.addresses();
        if (addresses.isEmpty()) {
            errors.required(path + ".addresses", "must contain at least 1 address");
        } else {
            errors.atMost(path + ".addresses", addresses.size(), ADDRESSES_MAX);
        }
        for (int i = 0; i < addresses.size(); i++) {
            address(addresses.get(i), type, path + ".addresses[" + i + "]", errors);
        }
        errors.namedIfSet(path + ".nodeName", endpoint.nodeName(), NameRules::subdomain);
        errors.namedIfSet(path + ".hostname", endpoint.hostname(), NameRules::label);
    }

    private static void address(String address, String type, String path, FieldErrors errors) {
        switch (type) {
            case "IPv4", "IPv6" -> {
                boolean isSix = address.indexOf(':') >= 0;
                if (!PortRules.isAddress(address) || isSix != type.equals("IPv6")) {
                    errors.invalid(path, GoSyntax.of(address), "must be a valid " + type + " address");
                } else {
                    Addresses.special(address, path, errors);
                }
            }
            case "FQDN" -> domain(address, path, errors);
            default -> {
                // An unknown type is reported once, not with every address.
            }
        }
    }

    private static void domain(String address, String path, FieldErrors errors) {
        String name = address.endsWith(".") ? address.substring(0, address.length() - 1) : address;
        if (name.isEmpty()) {
            errors.required(path, "");
            return;
        }
        List<String> wrong = NameRules.subdomain(name);
        if (!wrong.isEmpty()) {
            errors.invalid(path, GoSyntax.of(name), String.join(",", wrong));
        } else if (name.indexOf('.') < 0) {
            errors.invalid(path, GoSyntax.of(name), "should be a domain with at least two segments separated by dots");
        }
    }

    private static void port(Endpoints.Port port, Set<String> names, String path, FieldErrors errors) {
        String name = port.name() == null ? "" : port.name();
        errors.namedIfSet(path + ".name", name, NameRules::label);
        if (!names.add(name)) {
            errors.duplicate(path + ".name", GoSyntax.of(name));
        }
        if (errors.require(path + ".protocol", port.protocol())) {
            errors.oneOf(path + ".protocol", port.protocol(), PROTOCOLS);
        }
        errors.namedIfSet(path + ".appProtocol", port.appProtocol(), NameRules::qualified);
    }

    @Override
    public void validateUpdate(EndpointSlice changed, EndpointSlice before, FieldErrors errors) {
        validate(changed, errors);
        if (!Objects.equals(changed.addressType(), before.addressType())) {
            errors.immutable("addressType", changed.addressType());
        }
    }

    /** It is 1 and stays so: nothing in a slice is a desired state. */
    @Override
    public boolean hasGeneration() {
        return true;
    }
}
