package dev.wavetank.model.apiserver.registry.service;

import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;

/** Endpoints. */
public final class EndpointsStrategy implements Strategy<Endpoints> {

    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");

    private static final String DEPRECATED =
            "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice";

    private final KubernetesVersion version;

    /** The strategy of a version. */
    public EndpointsStrategy(KubernetesVersion version) {
        this.version = version;
    }

    @Override
    public String warning() {
        return version.has(Feature.ENDPOINTS_DEPRECATION) ? DEPRECATED : "";
    }

    @Override
    public Class<Endpoints> kind() {
        return Endpoints.class;
    }

    /** A port without a protocol is one of TCP. */
    @Override
    public Endpoints withDefaults(Endpoints endpoints) {
        List<Endpoints.Subset> subsets = new ArrayList<>(endpoints.subsets().size());
        boolean same = true;
        for (Endpoints.Subset subset : endpoints.subsets()) {
            List<Endpoints.Port> ports = withProtocols(subset.ports());
            same &= ports == subset.ports();
            subsets.add(
                    ports == subset.ports()
                            ? subset
                            : new Endpoints.Subset(subset.addresses(), subset.notReadyAddresses(), ports));
        }
        return same ? endpoints : endpoints.withSubsets(subsets);
    }

    private static List<Endpoints.Port> withProtocols(List<Endpoints.Port> ports) {
        if (ports.stream().allMatch(port -> isSet(port.protocol()))) {
            return ports;
        }
        return ports.stream()
                .map(port -> isSet(port.protocol())
                        ? port
                        : new Endpoints.Port(port.name(), port.port(), "TCP", port.appProtocol()))
                .toList();
    }

    private static boolean isSet(String text) {
        return text != null && !text.isEmpty();
    }

    @Override
    public void validate(Endpoints endpoints, FieldErrors errors) {
        for (int i = 0; i < endpoints.subsets().size(); i++) {
            subset(endpoints.subsets().get(i), "subsets[" + i + "]", errors);
        }
    }

    private static void subset(Endpoints.Subset subset, String path, FieldErrors errors) {
        if (subset.addresses().isEmpty() && subset.notReadyAddresses().isEmpty()) {
            errors.required(path, "must specify `addresses` or `notReadyAddresses`");
        }
        addresses(subset.addresses(), path + ".addresses", errors);
        addresses(subset.notReadyAddresses(), path + ".notReadyAddresses", errors);
        for (int i = 0; i < subset.ports().size(); i++) {
            Endpoints.Port port = subset.ports().get(i);
            String at = path + ".ports[" + i + "]";
            if (subset.ports().size() > 1 && !isSet(port.name())) {
                errors.required(at + ".name", "");
            } else {
                errors.namedIfSet(at + ".name", port.name(), NameRules::label);
            }
            PortRules.number(port.port(), at + ".port", errors);
            errors.oneOfIfSet(at + ".protocol", port.protocol(), PROTOCOLS);
            errors.namedIfSet(at + ".appProtocol", port.appProtocol(), NameRules::qualified);
        }
    }

    private static void addresses(List<Endpoints.Address> addresses, String path, FieldErrors errors) {
        for (int i = 0; i < addresses.size(); i++) {
            Endpoints.Address address = addresses.get(i);
            String ip = address.ip() == null ? "" : address.ip();
            String at = path + "[" + i + "]";
            if (!PortRules.isAddress(ip)) {
                errors.invalid(at + ".ip", GoSyntax.of(ip), Addresses.FORM);
            } else {
                Addresses.special(ip, at + ".ip", errors);
            }
            errors.namedIfSet(at + ".hostname", address.hostname(), NameRules::label);
            errors.namedIfSet(at + ".nodeName", address.nodeName(), NameRules::subdomain);
        }
    }
}
