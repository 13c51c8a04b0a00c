package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;

/** Describes a pod (kubectl, pkg/describe/describe.go, describePod, v1.32). */
public final class PodDescriber implements Describer {

    private static final String MIRROR = "kubernetes.io/config.mirror";

    @Override
    public Completion<Description> describe(Subject pod) {
        String uid = pod.fields()
                .map("metadata.annotations")
                .getOrDefault(MIRROR, pod.fields().text("metadata.uid"))
                .toString();
        // The Events of a static pod name the uid that its kubelet gave it.
        return pod.events("", uid).map(events -> {
            identity(pod);
            status(pod);
            containers(pod);
            conditions(pod);
            VolumeText.write(pod, pod.fields().list("spec.volumes"), "");
            pod.page().line(0, "QoS Class:", pod.fields().text("status.qosClass"));
            PlacementText.nodes(pod, pod.fields(), "");
            PlacementText.spread(pod, pod.fields(), "");
            return pod.done(events);
        });
    }

    private static void identity(Subject pod) {
        Page page = pod.head();
        ObjectFields fields = pod.fields();
        if (!pod.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            page.lineIf(0, "Priority:", fields.shown("spec.priority"));
            page.lineIf(0, "Priority Class Name:", fields.text("spec.priorityClassName"));
        }
        if (pod.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS)) {
            page.lineIf(0, "Runtime Class Name:", fields.text("spec.runtimeClassName"));
            page.lineIf(0, "Service Account:", fields.text("spec.serviceAccountName"));
        }
        String node = fields.text("spec.nodeName");
        page.line(0, "Node:", node.isEmpty() ? Page.NONE : node + "/" + fields.text("status.hostIP"));
        if (fields.has("status.startTime")) {
            page.line(0, "Start Time:", Times.full(fields.text("status.startTime")));
        }
        pod.labels();
    }

    private static void status(Subject pod) {
        Page page = pod.page();
        ObjectFields fields = pod.fields();
        String deleted = fields.text("metadata.deletionTimestamp");
        String phase = fields.text("status.phase");
        boolean ended = List.of("Failed", "Succeeded").contains(phase);
        if (deleted.isEmpty() || ended && pod.has(Feature.KUBECTL_DESCRIBE_SLICES)) {
            page.line(0, "Status:", phase);
        } else {
            String end = pod.has(Feature.KUBECTL_DESCRIBE_CREATORS)
                    ? "expires " + Times.full(deleted)
                    : "lasts " + Times.since(deleted, pod.now());
            page.line(0, "Status:", "Terminating (" + end + ")");
            page.line(0, "Termination Grace Period:", fields.number("metadata.deletionGracePeriodSeconds") + "s");
        }
        page.lineIf(0, "Reason:", fields.text("status.reason"));
        page.lineIf(0, "Message:", fields.text("status.message"));
        ContainerText.seccomp(pod, 0, 0, fields.at("spec.securityContext.seccompProfile"));
        addresses(pod);
        pod.creator();
        pod.controller();
        page.lineIf(0, "NominatedNodeName:", fields.text("status.nominatedNodeName"));
        if (fields.has("spec.resources")) {
            page.line(0, "Resources:");
            ContainerText.resources(page, 1, fields.at("spec.resources"));
        }
    }

    private static void addresses(Subject pod) {
        Page page = pod.page().line(0, "IP:", pod.fields().text("status.podIP"));
        if (!pod.has(Feature.KUBECTL_DESCRIBE_LEASES)) {
            return;
        }
        List<ObjectFields> addresses = pod.fields().list("status.podIPs");
        if (addresses.isEmpty()) {
            page.line(0, "IPs:", Page.NONE);
            return;
        }
        page.line(0, "IPs:");
        addresses.forEach(address -> page.line(1, "IP:", address.text("ip")));
    }

    private static void containers(Subject pod) {
        ObjectFields fields = pod.fields();
        if (!fields.list("spec.initContainers").isEmpty()) {
            ContainerText.ofPod(pod, "Init Containers", "initContainer");
        }
        ContainerText.ofPod(pod, "Containers", "container");
        if (!fields.list("spec.ephemeralContainers").isEmpty()) {
            ContainerText.ofPod(pod, "Ephemeral Containers", "ephemeralContainer");
        }
    }

    private static void conditions(Subject pod) {
        Page page = pod.page();
        List<ObjectFields> conditions = pod.fields().list("status.conditions");
        List<ObjectFields> gates = pod.fields().list("spec.readinessGates");
        if (!gates.isEmpty()) {
            page.line(0, "Readiness Gates:").line(1, "Type", "Status");
            for (ObjectFields gate : gates) {
                String type = gate.text("conditionType");
                String status = conditions.stream()
                        .filter(condition -> condition.text("type").equals(type))
                        .findFirst()
                        .map(condition -> condition.text("status"))
                        .orElse(Page.NONE);
                page.line(1, type + " ", status + " ");
            }
        }
        if (!conditions.isEmpty()) {
            page.line(0, "Conditions:").line(1, "Type", "Status");
            conditions.forEach(one -> page.line(1, one.text("type") + " ", one.text("status") + " "));
        }
    }
}
