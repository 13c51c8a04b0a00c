package dev.wavetank.model.kubectl.describe.network;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import java.util.List;
import java.util.stream.Collectors;

/** Describes Endpoints and EndpointSlices (kubectl, pkg/describe/describe.go, v1.32). */
public final class EndpointDescribers {

    private EndpointDescribers() {}

    /** Writes Endpoints. */
    public static void endpoints(Subject endpoints) {
        Page page = endpoints.head();
        endpoints.labels();
        page.line(0, "Subsets:");
        for (ObjectFields subset : endpoints.fields().list("subsets")) {
            page.line(1, "Addresses:", addresses(subset, "addresses"));
            page.line(1, "NotReadyAddresses:", addresses(subset, "notReadyAddresses"));
            if (!subset.list("ports").isEmpty()) {
                page.line(1, "Ports:").line(2, "Name", "Port", "Protocol").line(2, "----", "----", "--------");
                subset.list("ports")
                        .forEach(port -> page.line(
                                2, Page.orUnset(port.text("name")), port.shown("port"), port.text("protocol")));
            }
            page.raw("\n");
        }
    }

    private static String addresses(ObjectFields subset, String field) {
        return Page.orNone(
                subset.list(field).stream().map(one -> one.text("ip")).collect(Collectors.joining(",")));
    }

    /** Writes an EndpointSlice. */
    public static void slice(Subject slice) {
        Page page = slice.head();
        slice.labels();
        page.line(0, "AddressType:", slice.fields().text("addressType"));
        List<ObjectFields> ports = slice.fields().list("ports");
        if (ports.isEmpty()) {
            page.line(0, "Ports: " + Page.UNSET);
        } else {
            page.line(0, "Ports:").line(1, "Name", "Port", "Protocol").line(1, "----", "----", "--------");
            ports.forEach(port -> page.line(
                    1, Page.orUnset(port.text("name")), Page.orUnset(port.shown("port")), port.text("protocol")));
        }
        List<ObjectFields> ends = slice.fields().list("endpoints");
        page.line(0, ends.isEmpty() ? "Endpoints: " + Page.NONE : "Endpoints:");
        ends.forEach(end -> end(slice, end));
    }

    private static void end(Subject slice, ObjectFields end) {
        Page page = slice.page();
        boolean modern = slice.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA);
        page.line(1, "- Addresses:", Page.orNone(String.join(modern ? ", " : ",", end.texts("addresses"))));
        page.line(2, "Conditions:");
        page.line(3, "Ready:", Page.orUnset(end.shown("conditions.ready")));
        page.line(2, "Hostname:", Page.orUnset(end.text("hostname")));
        if (end.has("targetRef")) {
            page.line(2, "TargetRef:", end.text("targetRef.kind") + "/" + end.text("targetRef.name"));
        }
        if (modern) {
            page.line(2, "NodeName:", Page.orUnset(end.text("nodeName")));
            page.line(2, "Zone:", Page.orUnset(end.text("zone")));
        } else {
            page.lines("    ", "Topology", Page.pairs(end.map("topology")));
        }
    }
}
