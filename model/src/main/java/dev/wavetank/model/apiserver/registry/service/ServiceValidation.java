package dev.wavetank.model.apiserver.registry.service;

import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldCursor;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.PortRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Finds mistakes in the spec of a service. */
final class ServiceValidation {

    private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
    private static final List<String> TYPES = List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
    private static final List<String> AFFINITIES = List.of("ClientIP", "None");
    private static final int KUBELET_PORT = 10250;
    private static final int AFFINITY_SECONDS_MAX = 86400;

    private final Service.Spec spec;
    private final FieldCursor other;
    private final String type;
    private final FieldErrors errors;

    private ServiceValidation(Service.Spec spec, FieldErrors errors) {
        this.spec = spec;
        this.other = new FieldCursor(spec.other(), "spec", errors);
        this.type = ServiceStrategy.type(spec);
        this.errors = errors;
    }

    static void validate(Service.Spec spec, FieldErrors errors) {
        new ServiceValidation(spec, errors).validate();
    }

    private void validate() {
        boolean headless = ServiceStrategy.clusterIp(spec).equals("None");
        if (spec.ports().isEmpty() && !headless && !type.equals("ExternalName")) {
            errors.required("spec.ports", "");
        }
        byType(headless);
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < spec.ports().size(); i++) {
            port(spec.ports().get(i), at(i), names);
        }
        MetadataRules.validateLabels(spec.selector(), "spec.selector", errors);
        affinity();
        addresses();
        other.oneOfIfSet(ServiceStrategy.TYPE, TYPES);
        if (type.equals("ClusterIP")) {
            for (int i = 0; i < spec.ports().size(); i++) {
                if (nodePort(spec.ports().get(i)) != 0) {
                    errors.forbidden(at(i) + ".nodePort", "may not be used when `type` is 'ClusterIP'");
                }
            }
        }
        duplicates();
        traffic();
    }

    private static String at(int port) {
        return "spec.ports[" + port + "]";
    }

    private static int nodePort(Service.Port port) {
        return port.nodePort() == null ? 0 : port.nodePort();
    }

    private static int number(Service.Port port) {
        return port.port() == null ? 0 : port.port();
    }

    private void byType(boolean headless) {
        if (type.equals("LoadBalancer")) {
            for (int i = 0; i < spec.ports().size(); i++) {
                if (number(spec.ports().get(i)) == KUBELET_PORT) {
                    errors.invalid(at(i), "10250", "may not expose port 10250 externally since it is used by kubelet");
                }
            }
        }
        if (headless && (type.equals("LoadBalancer") || type.equals("NodePort"))) {
            errors.invalid("spec.clusterIPs[0]", "\"None\"", "may not be set to 'None' for " + type + " services");
        }
        if (type.equals("ExternalName")) {
            if (!ServiceStrategy.clusterIp(spec).isEmpty()) {
                errors.forbidden("spec.clusterIPs", "may not be set for ExternalName services");
            }
            if (other.require("externalName")) {
                other.named("externalName", NameRules::subdomain);
            }
        }
    }

    private void port(Service.Port port, String path, Set<String> names) {
        String name = Objects.requireNonNullElse(port.name(), "");
        if (spec.ports().size() > 1 && name.isEmpty()) {
            errors.required(path + ".name", "");
        } else if (!name.isEmpty()) {
            errors.named(path + ".name", name, NameRules::label);
            if (!names.add(name)) {
                errors.duplicate(path + ".name", GoSyntax.of(name));
            }
        }
        PortRules.number(port.port(), path + ".port", errors);
        errors.oneOfIfSet(path + ".protocol", port.protocol(), PROTOCOLS);
        if (port.targetPort() != null) {
            PortRules.numberOrName(port.targetPort(), path + ".targetPort", errors);
        }
        errors.namedIfSet(path + ".appProtocol", port.appProtocol(), NameRules::qualified);
    }

    private void affinity() {
        other.oneOfIfSet("sessionAffinity", AFFINITIES);
        if (!other.has("sessionAffinityConfig")) {
            return;
        }
        if (other.text("sessionAffinity").equals("None")) {
            other.forbidden("sessionAffinityConfig", "must not be set when session affinity is None");
            return;
        }
        FieldCursor client = other.child("sessionAffinityConfig").child("clientIP");
        if (!client.has("timeoutSeconds")) {
            client.required("timeoutSeconds", "");
        } else if (client.number("timeoutSeconds") <= 0 || client.number("timeoutSeconds") > AFFINITY_SECONDS_MAX) {
            client.invalidNumber("timeoutSeconds", "must be greater than 0 and less than 86400");
        }
    }

    private void addresses() {
        String ip = ServiceStrategy.clusterIp(spec);
        if (!ip.isEmpty() && !ip.equals("None") && !PortRules.isAddress(ip)) {
            errors.invalid("spec.clusterIPs[0]", GoSyntax.of(ip), Addresses.FORM);
        }
        List<String> external = other.texts("externalIPs");
        for (int i = 0; i < external.size(); i++) {
            String path = "spec.externalIPs[" + i + "]";
            if (!PortRules.isAddress(external.get(i))) {
                errors.invalid(path, GoSyntax.of(external.get(i)), Addresses.FORM);
            } else {
                Addresses.special(external.get(i), path, errors);
            }
        }
    }

    private void duplicates() {
        Set<String> nodePorts = new LinkedHashSet<>();
        for (int i = 0; i < spec.ports().size(); i++) {
            Service.Port port = spec.ports().get(i);
            if (nodePort(port) != 0 && !nodePorts.add(protocol(port) + nodePort(port))) {
                errors.duplicate(at(i) + ".nodePort", Integer.toString(nodePort(port)));
            }
        }
        Set<String> seen = new LinkedHashSet<>();
        for (int i = 0; i < spec.ports().size(); i++) {
            Service.Port port = spec.ports().get(i);
            if (!seen.add(protocol(port) + number(port))) {
                errors.duplicate(
                        at(i),
                        "core.ServicePort{Name:\"\", Protocol:" + GoSyntax.of(protocol(port))
                                + ", AppProtocol:(*string)(nil), Port:" + number(port)
                                + ", TargetPort:" + GoSyntax.intOrString(0) + ", NodePort:0}");
            }
        }
    }

    private static String protocol(Service.Port port) {
        return port.protocol() == null || port.protocol().isEmpty() ? "TCP" : port.protocol();
    }

    private void traffic() {
        boolean external = type.equals("NodePort") || type.equals("LoadBalancer");
        if (other.has("externalTrafficPolicy")) {
            if (!external) {
                other.invalid(
                        "externalTrafficPolicy",
                        "ExternalTrafficPolicy can only be set on NodePort and LoadBalancer service");
            } else if (!List.of("Cluster", "Local").contains(other.text("externalTrafficPolicy"))) {
                other.invalid("externalTrafficPolicy", "ExternalTrafficPolicy must be empty, Cluster or Local");
            }
        }
        if (other.number("healthCheckNodePort") < 0) {
            other.invalidNumber("healthCheckNodePort", "HealthCheckNodePort must be not less than 0");
        }
    }
}
