package dev.wavetank.model.kubectl.describe.cluster;

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
import java.util.List;
import java.util.Optional;

/** Describes a namespace with its quotas and limits (kubectl, pkg/describe/describe.go, describeNamespace, v1.32). */
public final class NamespaceDescriber implements Describer {

    @Override
    public Completion<Description> describe(Subject namespace) {
        Lookup lookup = namespace.lookup();
        String path = "/api/v1/namespaces/" + namespace.name();
        return lookup.list(path + "/resourcequotas", Lookup.Query.ALL).then(quotas -> {
            if (!quotas.isFound() && !quotas.isMissing()) {
                return Completion.of(namespace.failed(quotas));
            }
            return lookup.list(path + "/limitranges", Lookup.Query.ALL).map(limits -> {
                if (!limits.isFound() && !limits.isMissing()) {
                    return namespace.failed(limits);
                }
                text(namespace, quotas, limits);
                return namespace.done(Optional.empty());
            });
        });
    }

    private static void text(Subject namespace, Reading quotas, Reading limits) {
        Page page = namespace.page().line(0, "Name:", namespace.name());
        namespace.labels();
        page.line(0, "Status:", namespace.fields().text("status.phase"));
        List<ObjectFields> conditions = namespace.fields().list("status.conditions");
        if (!conditions.isEmpty() && namespace.has(Feature.KUBECTL_DESCRIBE_BINARY_DATA)) {
            page.line(0, "Conditions:");
            page.line(1, "Type", "Status", "LastTransitionTime", "Reason", "Message");
            page.line(1, "----", "------", "------------------", "------", "-------");
            conditions.forEach(one -> page.line(
                    1,
                    one.text("type"),
                    one.text("status"),
                    Times.full(one.text("lastTransitionTime")),
                    one.text("reason"),
                    one.text("message")));
        }
        if (quotas.isFound()) {
            page.raw("\n");
            QuotaText.writeAll(namespace, quotas.items());
        }
        if (limits.isFound()) {
            page.raw("\n");
            LimitText.writeAll(namespace, limits.items());
        }
    }
}
