package dev.wavetank.model.kubectl.describe.cluster;

import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** Describes a node, its pods and its Lease (kubectl, pkg/describe/describe.go, describeNode, v1.32). */
public final class NodeDescriber implements Describer {

    private static final String ROLE_LABEL = "node-role.kubernetes.io/";
    private static final String OLD_ROLE_LABEL = "kubernetes.io/role";

    @Override
    public Completion<Description> describe(Subject node) {
        String selector = "spec.nodeName=" + node.name() + ",status.phase!=Succeeded,status.phase!=Failed";
        return node.lookup()
                .list("/api/v1/pods", new Lookup.Query(selector, ""))
                .then(pods -> {
                    if (!pods.isFound() && !pods.is(StatusReason.FORBIDDEN)) {
                        return Completion.of(node.failed(pods));
                    }
                    return events(node)
                            .then(events -> lease(node).map(lease -> {
                                text(node, lease, pods);
                                return node.done(events);
                            }));
                });
    }

    /** The kubelet gives its Events the node's name for a uid; controllers give the uid. */
    private static Completion<Optional<List<ObjectFields>>> events(Subject node) {
        Completion<Optional<List<ObjectFields>>> byUid =
                node.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS) ? node.events() : Completion.of(Optional.of(List.of()));
        return byUid.then(first -> node.events("Node", node.name())
                .map(second -> second.map(list -> {
                    List<ObjectFields> all = new ArrayList<>(first.orElse(List.of()));
                    all.addAll(list);
                    return all;
                })));
    }

    private static Completion<Optional<Reading>> lease(Subject node) {
        return node.has(Feature.KUBECTL_DESCRIBE_LEASES)
                ? node.lookup()
                        .get("/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/" + node.name())
                        .map(Optional::of)
                : Completion.of(Optional.empty());
    }

    private static void text(Subject node, Optional<Reading> lease, Reading pods) {
        ObjectFields fields = node.fields();
        boolean first = node.has(Feature.KUBECTL_DESCRIBE_CREATORS);
        Page page = node.page().line(0, "Name:", node.name()).line(0, "Roles:", Page.orNone(roles(fields)));
        node.labels();
        String created = Times.full(fields.text("metadata.creationTimestamp"));
        if (first) {
            page.lines("", "Taints", taints(fields));
            page.line(0, "CreationTimestamp:", created);
        } else {
            page.line(0, "CreationTimestamp:", created);
            page.lines("", "Taints", taints(fields));
            page.line(0, "Unschedulable:", String.valueOf(fields.isOn("spec.unschedulable")));
        }
        lease.ifPresent(found -> lease(page, found));
        conditions(page, fields.list("status.conditions"));
        page.line(0, "Addresses:");
        fields.list("status.addresses")
                .forEach(address -> page.line(1, address.text("type") + ":", address.text("address")));
        String indent = node.has(Feature.KUBECTL_DESCRIBE_LEASES) ? "  " : " ";
        resources(page, "Capacity:", indent, fields.map("status.capacity"));
        resources(page, "Allocatable:", indent, fields.map("status.allocatable"));
        system(page, indent, fields.at("status.nodeInfo"));
        page.lineIf(0, "PodCIDR:", fields.text("spec.podCIDR"));
        if (node.has(Feature.KUBECTL_DESCRIBE_LEASES)) {
            page.lineIf(0, "PodCIDRs:", String.join(",", fields.texts("spec.podCIDRs")));
        }
        page.lineIf(
                0, first ? "ExternalID:" : "ProviderID:", fields.text(first ? "spec.externalID" : "spec.providerID"));
        if (pods.isFound()) {
            NodeResources.write(node, pods.items());
        } else {
            page.line(0, "Pods:", "not authorized");
        }
    }

    private static String roles(ObjectFields node) {
        TreeSet<String> roles = new TreeSet<>();
        node.map("metadata.labels").forEach((key, value) -> {
            if (key.startsWith(ROLE_LABEL)) {
                roles.add(key.substring(ROLE_LABEL.length()));
            } else if (key.equals(OLD_ROLE_LABEL)) {
                roles.add(String.valueOf(value));
            }
        });
        roles.remove("");
        return String.join(",", roles);
    }

    private static List<String> taints(ObjectFields node) {
        return node.list("spec.taints").stream()
                .sorted(Comparator.comparing(taint -> taint.text("effect") + "," + taint.text("key")))
                .map(taint -> {
                    String value = taint.text("value");
                    String effect = taint.text("effect");
                    return taint.text("key")
                            + (value.isEmpty() ? "" : "=" + value)
                            + (effect.isEmpty() ? "" : ":" + effect);
                })
                .toList();
    }

    private static void lease(Page page, Reading lease) {
        if (!lease.isFound()) {
            page.line(0, "Lease:", "Failed to get lease: " + lease.message());
            return;
        }
        ObjectFields spec = lease.tree().at("spec");
        page.line(0, "Lease:");
        page.line(1, "HolderIdentity:", Page.orUnset(spec.text("holderIdentity")));
        page.line(1, "AcquireTime:", time(spec.text("acquireTime")));
        page.line(1, "RenewTime:", time(spec.text("renewTime")));
    }

    private static String time(String timestamp) {
        return timestamp.isEmpty() ? Page.UNSET : Times.full(timestamp);
    }

    private static void conditions(Page page, List<ObjectFields> conditions) {
        if (conditions.isEmpty()) {
            return;
        }
        page.line(0, "Conditions:");
        page.line(1, "Type", "Status", "LastHeartbeatTime", "LastTransitionTime", "Reason", "Message");
        page.line(1, "----", "------", "-----------------", "------------------", "------", "-------");
        conditions.forEach(one -> page.line(
                1,
                one.text("type") + " ",
                one.text("status") + " ",
                Times.full(one.text("lastHeartbeatTime")) + " ",
                Times.full(one.text("lastTransitionTime")) + " ",
                one.text("reason") + " ",
                one.text("message")));
    }

    private static void resources(Page page, String title, String indent, Map<String, Object> resources) {
        if (!resources.isEmpty()) {
            page.line(0, title);
            new TreeMap<>(resources)
                    .forEach((name, amount) -> page.line(0, indent + name + ":", String.valueOf(amount)));
        }
    }

    private static void system(Page page, String indent, ObjectFields system) {
        page.line(0, "System Info:");
        page.line(0, indent + "Machine ID:", system.text("machineID"));
        page.line(0, indent + "System UUID:", system.text("systemUUID"));
        page.line(0, indent + "Boot ID:", system.text("bootID"));
        page.line(0, indent + "Kernel Version:", system.text("kernelVersion"));
        page.line(0, indent + "OS Image:", system.text("osImage"));
        page.line(0, indent + "Operating System:", system.text("operatingSystem"));
        page.line(0, indent + "Architecture:", system.text("architecture"));
        page.line(0, indent + "Container Runtime Version:", system.text("containerRuntimeVersion"));
        page.line(0, indent + "Kubelet Version:", system.text("kubeletVersion"));
        page.line(0, indent + "Kube-Proxy Version:", system.text("kubeProxyVersion"));
    }
}
