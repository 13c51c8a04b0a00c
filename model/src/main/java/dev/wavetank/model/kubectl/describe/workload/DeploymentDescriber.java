package dev.wavetank.model.kubectl.describe.workload;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.describe.page.Times;
import dev.wavetank.model.kubectl.describe.pod.PodTemplateText;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes a Deployment and names its ReplicaSets (kubectl, pkg/describe/describe.go, describeDeployment, v1.32;
 * pkg/util/deployment/deployment.go).
 */
public final class DeploymentDescriber implements Describer {

    private static final String HASH = "pod-template-hash";

    @Override
    public Completion<Description> describe(Subject deployment) {
        String selector = Selectors.query(deployment.fields().map("spec.selector"));
        String path = deployment.lookup().path("replicasets", deployment.namespace());
        return deployment
                .events()
                .then(events -> deployment
                        .lookup()
                        .list(path, Lookup.Query.labels(selector))
                        .map(sets -> {
                            text(deployment, selector);
                            if (sets.isFound()) {
                                replicaSets(deployment, sets);
                            }
                            return deployment.done(events);
                        }));
    }

    private static void text(Subject deployment, String selector) {
        ObjectFields fields = deployment.fields();
        Page page = deployment.head();
        page.line(0, "CreationTimestamp:", Times.full(fields.text("metadata.creationTimestamp")));
        deployment.labels();
        page.line(0, "Selector:", selector);
        page.line(
                0,
                "Replicas:",
                fields.number("spec.replicas") + " desired | " + fields.number("status.updatedReplicas")
                        + " updated | " + fields.number("status.replicas") + " total | "
                        + fields.number("status.availableReplicas") + " available | "
                        + fields.number("status.unavailableReplicas") + " unavailable");
        page.line(0, "StrategyType:", fields.text("spec.strategy.type"));
        page.line(0, "MinReadySeconds:", String.valueOf(fields.number("spec.minReadySeconds")));
        if (fields.has("spec.strategy.rollingUpdate")) {
            page.line(
                    0,
                    "RollingUpdateStrategy:",
                    fields.shown("spec.strategy.rollingUpdate.maxUnavailable") + " max unavailable, "
                            + fields.shown("spec.strategy.rollingUpdate.maxSurge") + " max surge");
        }
        PodTemplateText.write(deployment, "spec.template");
        SetDescribers.conditions(deployment);
    }

    private static void replicaSets(Subject deployment, Reading sets) {
        String uid = deployment.fields().text("metadata.uid");
        List<ObjectFields> owned = sets.items().stream()
                .filter(set -> PodCounts.isControlledBy(set, uid))
                .toList();
        Map<String, Object> wanted = template(deployment.fields());
        Optional<ObjectFields> current = owned.stream()
                .sorted(Comparator.comparing(set -> set.text("metadata.creationTimestamp")))
                .filter(set -> template(set).equals(wanted))
                .findFirst();
        boolean all = deployment.has(Feature.KUBECTL_DESCRIBE_ACCOUNTS);
        List<ObjectFields> old = owned.stream()
                .filter(set -> current.isEmpty() || set != current.get())
                .filter(set -> all || set.number("spec.replicas") > 0)
                .toList();
        if (all && owned.isEmpty()) {
            return;
        }
        deployment.page().line(0, "OldReplicaSets:", named(old));
        deployment.page().line(0, "NewReplicaSet:", named(current.stream().toList()));
    }

    /** The pod template without the label by which ReplicaSets differ. */
    private static Map<String, Object> template(ObjectFields object) {
        Map<String, Object> template = new LinkedHashMap<>(object.map("spec.template"));
        Map<String, Object> metadata = new LinkedHashMap<>(object.map("spec.template.metadata"));
        Map<String, Object> labels = new LinkedHashMap<>(object.map("spec.template.metadata.labels"));
        labels.remove(HASH);
        metadata.put("labels", labels);
        template.put("metadata", metadata);
        return template;
    }

    private static String named(List<ObjectFields> sets) {
        return Page.orNone(sets.stream()
                .map(set -> set.text("metadata.name") + " (" + set.number("status.replicas") + "/"
                        + set.number("spec.replicas") + " replicas created)")
                .collect(Collectors.joining(", ")));
    }
}
