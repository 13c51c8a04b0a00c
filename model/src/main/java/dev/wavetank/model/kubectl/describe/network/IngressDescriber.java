package dev.wavetank.model.kubectl.describe.network;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;

/** Describes an Ingress and what its Services lead to (kubectl, pkg/describe/describe.go, describeIngressV1, v1.32). */
public final class IngressDescriber implements Describer {

    @Override
    public Completion<Description> describe(Subject ingress) {
        List<ObjectFields> backends = new ArrayList<>(List.of(defaultBackend(ingress.fields())));
        rules(ingress).forEach(rule -> rule.list("http.paths").forEach(path -> backends.add(path.at("backend"))));
        return ingress.events()
                .then(events -> texts(ingress, backends, new ArrayList<>()).map(texts -> {
                    text(ingress, texts.iterator());
                    return ingress.done(events);
                }));
    }

    private static ObjectFields defaultBackend(ObjectFields ingress) {
        ObjectFields backend = ingress.at("spec.defaultBackend");
        return backend.tree().isEmpty() ? ingress.at("spec.backend") : backend;
    }

    private static List<ObjectFields> rules(Subject ingress) {
        return ingress.fields().list("spec.rules").stream()
                .filter(rule -> rule.has("http"))
                .toList();
    }

    private static Completion<List<String>> texts(Subject ingress, List<ObjectFields> backends, List<String> done) {
        if (done.size() == backends.size()) {
            return Completion.of(done);
        }
        return backend(ingress, backends.get(done.size())).then(text -> {
            done.add(text);
            return texts(ingress, backends, done);
        });
    }

    private static Completion<String> backend(Subject ingress, ObjectFields backend) {
        if (backend.has("resource")) {
            return Completion.of("APIGroup: " + Page.orNone(backend.text("resource.apiGroup")) + ", Kind: "
                    + backend.text("resource.kind") + ", Name: " + backend.text("resource.name"));
        }
        if (backend.tree().isEmpty()) {
            return ingress.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA)
                    ? Completion.of("<default>")
                    : service(ingress.lookup(), "kube-system", "default-http-backend", "80");
        }
        boolean modern = backend.has("service");
        String name = modern ? backend.text("service.name") : backend.text("serviceName");
        String port = backend.shown(modern ? "service.port.number" : "servicePort");
        return service(
                ingress.lookup(), ingress.namespace(), name, port.isEmpty() ? backend.text("service.port.name") : port);
    }

    private static Completion<String> service(Lookup lookup, String namespace, String name, String port) {
        String title = name + ":" + port;
        return EndpointText.of(lookup, namespace, name).then(ends -> {
            if (!ends.isFound()) {
                return Completion.of(title + " (<error: " + ends.message() + ">)");
            }
            return lookup.get("/api/v1/namespaces/" + namespace + "/services/" + name)
                    .map(service -> {
                        if (!service.isFound()) {
                            return title + " (<error: " + service.message() + ">)";
                        }
                        String portName = service.tree().list("spec.ports").stream()
                                .filter(one -> one.shown("port").equals(port)
                                        || one.text("name").equals(port))
                                .reduce((earlier, later) -> later)
                                .orElse(new ObjectFields(Collections.emptyMap()))
                                .text("name");
                        return title + " (" + EndpointText.text(lookup, ends, portName) + ")";
                    });
        });
    }

    private static void text(Subject ingress, Iterator<String> backends) {
        ObjectFields fields = ingress.fields();
        boolean modern = ingress.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA);
        Page page = ingress.page().line(0, "Name:", ingress.name());
        if (modern) {
            page.labels("Labels", fields.map("metadata.labels"));
        }
        page.line(0, "Namespace:", ingress.namespace());
        TreeSet<String> addresses = new TreeSet<>();
        fields.list("status.loadBalancer.ingress")
                .forEach(one -> addresses.add(one.text("ip").isEmpty() ? one.text("hostname") : one.text("ip")));
        page.line(0, "Address:", String.join(",", addresses));
        if (modern) {
            page.line(0, "Ingress Class:", Page.orNone(fields.text("spec.ingressClassName")));
        }
        String byDefault = backends.next();
        page.line(0, "Default backend:", byDefault);
        tls(page, fields.list("spec.tls"));
        page.line(0, "Rules:").line(1, "Host", "Path", "Backends").line(1, "----", "----", "--------");
        for (ObjectFields rule : rules(ingress)) {
            String host = rule.text("host");
            page.line(1, host.isEmpty() ? "*" : host, "");
            rule.list("http.paths").forEach(path -> page.line(2, "", path.text("path") + " ", backends.next()));
        }
        if (rules(ingress).isEmpty()) {
            page.line(1, "*", modern ? "*" : "* ", byDefault);
        }
        page.annotations("Annotations", fields.map("metadata.annotations"));
    }

    private static void tls(Page page, List<ObjectFields> entries) {
        if (!entries.isEmpty()) {
            page.line(0, "TLS:");
        }
        for (ObjectFields entry : entries) {
            String hosts = String.join(",", entry.texts("hosts"));
            String secret = entry.text("secretName");
            page.line(1, secret.isEmpty() ? "SNI routes " + hosts : secret + " terminates " + hosts);
        }
    }

    /** Writes an IngressClass. */
    public static void ofClass(Subject one) {
        Page page = one.page().line(0, "Name:", one.name());
        one.labels();
        page.line(0, "Controller:", one.fields().text("spec.controller"));
        ObjectFields parameters = one.fields().at("spec.parameters");
        if (!parameters.tree().isEmpty()) {
            page.line(0, "Parameters:");
            page.lineIf(1, "APIGroup:", parameters.text("apiGroup"));
            page.line(1, "Kind:", parameters.text("kind"));
            page.line(1, "Name:", parameters.text("name"));
        }
    }
}
