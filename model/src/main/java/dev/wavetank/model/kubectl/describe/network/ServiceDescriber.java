package dev.wavetank.model.kubectl.describe.network;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.stream.Collectors;

/** Describes a Service with its addresses (kubectl, pkg/describe/describe.go, describeService, v1.32). */
public final class ServiceDescriber implements Describer {

    @Override
    public Completion<Description> describe(Subject service) {
        return EndpointText.of(service.lookup(), service.namespace(), service.name())
                .then(ends -> service.events().map(events -> {
                    text(service, ends);
                    return service.done(events);
                }));
    }

    private static void text(Subject service, Reading ends) {
        ObjectFields fields = service.fields();
        ObjectFields spec = fields.at("spec");
        boolean slices = service.has(Feature.KUBECTL_DESCRIBE_SLICES);
        Page page = service.head();
        service.labels();
        page.line(0, "Selector:", Page.oneLine(spec.map("selector")));
        page.line(0, "Type:", spec.text("type"));
        addresses(service, spec);
        page.lineIf(0, "External IPs:", String.join(",", spec.texts("externalIPs")));
        page.lineIf(0, slices ? "Desired LoadBalancer IP:" : "IP:", spec.text("loadBalancerIP"));
        page.lineIf(0, "External Name:", spec.text("externalName"));
        String ingress = fields.list("status.loadBalancer.ingress").stream()
                .map(one -> ingress(one, slices))
                .collect(Collectors.joining(", "));
        page.lineIf(0, "LoadBalancer Ingress:", ingress);
        spec.list("ports").forEach(port -> port(service, port, ends));
        page.line(0, "Session Affinity:", spec.text("sessionAffinity"));
        page.lineIf(0, "External Traffic Policy:", spec.text("externalTrafficPolicy"));
        if (slices) {
            page.lineIf(0, "Internal Traffic Policy:", spec.text("internalTrafficPolicy"));
        }
        if (spec.number("healthCheckNodePort") != 0) {
            page.line(0, "HealthCheck NodePort:", spec.shown("healthCheckNodePort"));
        }
        page.lineIf(0, "LoadBalancer Source Ranges:", String.join(",", spec.texts("loadBalancerSourceRanges")));
    }

    private static void addresses(Subject service, ObjectFields spec) {
        Page page = service.page();
        boolean families = service.has(Feature.KUBECTL_DESCRIBE_REPORTERS);
        if (families) {
            page.lineIf(0, "IP Family Policy:", spec.text("ipFamilyPolicy"));
            page.line(0, "IP Families:", Page.orNone(String.join(",", spec.texts("ipFamilies"))));
        }
        page.line(0, "IP:", spec.text("clusterIP"));
        if (families) {
            page.line(0, "IPs:", Page.orNone(String.join(",", spec.texts("clusterIPs"))));
        }
    }

    private static String ingress(ObjectFields ingress, boolean modes) {
        String address = ingress.text("ip");
        if (address.isEmpty()) {
            return ingress.text("hostname");
        }
        String mode = ingress.text("ipMode");
        return modes && !mode.isEmpty() ? address + " (" + mode + ")" : address;
    }

    private static void port(Subject service, ObjectFields port, Reading ends) {
        Page page = service.page();
        String name = Page.orUnset(port.text("name"));
        String protocol = "/" + port.text("protocol");
        page.line(0, "Port:", name, port.number("port") + protocol);
        page.line(0, "TargetPort:", port.shown("targetPort") + protocol);
        if (port.number("nodePort") != 0) {
            page.line(0, "NodePort:", name, port.number("nodePort") + protocol);
        }
        page.line(0, "Endpoints:", EndpointText.text(service.lookup(), ends, port.text("name")));
    }
}
