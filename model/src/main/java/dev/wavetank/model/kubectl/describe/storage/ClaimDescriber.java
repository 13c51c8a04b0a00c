package dev.wavetank.model.kubectl.describe.storage;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.pod.ClaimText;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.TreeSet;

/** Describes a claim and the pods that use it (kubectl, pkg/describe/describe.go, v1.32). */
public final class ClaimDescriber implements Describer {

    @Override
    public Completion<Description> describe(Subject claim) {
        if (claim.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            return claim.events().map(events -> {
                text(claim);
                return claim.done(events);
            });
        }
        return claim.lookup().list(claim.siblings("pods"), Lookup.Query.ALL).then(pods -> {
            if (!pods.isFound()) {
                return Completion.of(claim.failed(pods));
            }
            return claim.events().map(events -> {
                text(claim);
                String title = claim.has(Feature.KUBECTL_DESCRIBE_LEASES) ? "Used By" : "Mounted By";
                claim.page().lines("", title, users(claim, pods));
                conditions(claim);
                return claim.done(events);
            });
        });
    }

    private static void text(Subject claim) {
        ObjectFields fields = claim.fields();
        Page page = claim.head().line(0, "StorageClass:", ClaimText.storageClass(fields));
        page.line(0, "Status:", StorageDescribers.status(claim));
        page.line(0, "Volume:", fields.text("spec.volumeName"));
        claim.labels();
        if (!claim.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            page.line(0, "Finalizers:", StorageDescribers.finalizers(fields));
        }
        ClaimText.contents(page, 0, fields);
    }

    private static TreeSet<String> users(Subject claim, Reading pods) {
        TreeSet<String> users = new TreeSet<>();
        for (ObjectFields pod : pods.items()) {
            boolean mounts = pod.list("spec.volumes").stream()
                    .anyMatch(volume ->
                            volume.text("persistentVolumeClaim.claimName").equals(claim.name()));
            boolean owns = claim.fields().list("metadata.ownerReferences").stream()
                    .anyMatch(owner -> owner.text("uid").equals(pod.text("metadata.uid")));
            if (mounts || owns) {
                users.add(pod.text("metadata.name"));
            }
        }
        return users;
    }

    private static void conditions(Subject claim) {
        List<ObjectFields> conditions = claim.fields().list("status.conditions");
        if (conditions.isEmpty()) {
            return;
        }
        Page page = claim.page().line(0, "Conditions:");
        page.line(1, "Type", "Status", "LastProbeTime", "LastTransitionTime", "Reason", "Message");
        page.line(1, "----", "------", "-----------------", "------------------", "------", "-------");
        conditions.forEach(one -> page.line(
                1,
                one.text("type") + " ",
                one.text("status") + " ",
                Times.full(one.text("lastProbeTime")) + " ",
                Times.full(one.text("lastTransitionTime")) + " ",
                one.text("reason") + " ",
                one.text("message")));
    }
}
