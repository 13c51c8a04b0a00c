package dev.wavetank.model.kubectl.describe.network;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;

/**
 * The addresses behind a Service: of its EndpointSlices, before v1.31 of its Endpoints (kubectl,
 * pkg/describe/describe.go, formatEndpointSlices, v1.32; formatEndpoints, v1.30).
 */
final class EndpointText {

    private static final int SHOWN_MAX = 3;

    private final Lookup lookup;
    private final Reading source;
    private final List<String> shown = new ArrayList<>();
    private boolean more;
    private int count;

    private EndpointText(Lookup lookup, Reading source) {
        this.lookup = lookup;
        this.source = source;
    }

    /** Reads what belongs to a Service. */
    static Completion<Reading> of(Lookup lookup, String namespace, String service) {
        if (lookup.has(Feature.KUBECTL_DESCRIBE_SLICES)) {
            return lookup.listWhole(
                    "/apis/discovery.k8s.io/v1/namespaces/" + namespace + "/endpointslices",
                    Lookup.Query.labels("kubernetes.io/service-name=" + service));
        }
        return lookup.get("/api/v1/namespaces/" + namespace + "/endpoints/" + service);
    }

    /** The first addresses for a port of the Service, and how many there are beside them. */
    static String text(Lookup lookup, Reading source, String port) {
        return new EndpointText(lookup, source).text(port);
    }

    private String text(String port) {
        boolean slices = lookup.has(Feature.KUBECTL_DESCRIBE_SLICES);
        List<ObjectFields> groups = slices ? source.items() : source.tree().list("subsets");
        if (groups.isEmpty()) {
            return Page.NONE;
        }
        for (ObjectFields group : groups) {
            List<ObjectFields> ends = group.list(slices ? "endpoints" : "addresses");
            if (group.list("ports").isEmpty()) {
                ends.forEach(end -> add(end, address(end)));
            }
            group.list("ports").stream()
                    .filter(one -> one.text("name").equals(port))
                    .forEach(one -> ends.forEach(end -> add(end, joined(address(end), one.number("port")))));
        }
        String text = String.join(",", shown);
        return more ? text + " + " + (count - SHOWN_MAX) + " more..." : text;
    }

    private static String address(ObjectFields end) {
        return end.has("ip") ? end.text("ip") : end.texts("addresses").get(0);
    }

    private static String joined(String address, long port) {
        return (address.contains(":") ? "[" + address + "]" : address) + ":" + port;
    }

    private void add(ObjectFields end, String text) {
        // Said of an address that is not ready, too: the real command looks at that later.
        more |= shown.size() == SHOWN_MAX;
        boolean isReady = !end.has("conditions.ready") || end.isOn("conditions.ready");
        if (!isReady && lookup.has(Feature.KUBECTL_DESCRIBE_READY_SLICES)) {
            return;
        }
        if (!more) {
            shown.add(text);
        }
        count++;
    }
}
