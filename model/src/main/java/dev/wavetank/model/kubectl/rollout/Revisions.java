package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.pod.PodTemplateText;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The revisions of a Deployment, which are its ReplicaSets, or of a DaemonSet or StatefulSet, which are
 * ControllerRevisions (kubectl, pkg/polymorphichelpers/history.go, v1.32).
 *
 * @param byNumber ReplicaSets or ControllerRevisions
 */
record Revisions(ResourceType resource, SortedMap<Long, ObjectFields> byNumber) {

    /** The annotation of a ReplicaSet with its number. */
    static final String REVISION = "deployment.kubernetes.io/revision";

    static final String CHANGE_CAUSE = "kubernetes.io/change-cause";

    /** Kinds that the command knows and that have no history. */
    private static final List<String> WITHOUT = List.of("CronJob", "Job", "Pod", "ReplicaSet", "ReplicationController");

    /** The objects that a command of rollouts is about. */
    static ObjectChoice chosen(Session session) {
        if (session.line().arguments().isEmpty()
                && session.line().list(Flag.FILENAME).isEmpty()) {
            throw new UsageException("required resource not specified");
        }
        return new ObjectChoice(session, session.line().arguments());
    }

    /**
     * Refuses kinds without a history.
     *
     * @param missing what they lack, such as {@code history viewer}
     * @param doing what cannot be done then
     */
    static void check(List<ResourceType> types, String missing, String doing) {
        for (ResourceType type : types) {
            if (isDeployment(type) || List.of("daemonsets", "statefulsets").contains(type.plural())) {
                continue;
            }
            String name = type.kind() + (type.group().isEmpty() ? "" : "." + type.group());
            throw new UsageException(
                    WITHOUT.contains(type.kind())
                            ? "no " + missing + " has been implemented for \"" + name + "\""
                            : "error retrieving " + doing + " for \"" + name + "\", no visitor method exists for {"
                                    + type.group() + " " + type.kind() + "}");
        }
    }

    private static boolean isDeployment(ResourceType type) {
        return type.plural().equals("deployments");
    }

    /** The revisions of an object; a failure of the server is printed. */
    static Completion<Revisions> of(Session session, ResourceType resource, KubernetesObject object) {
        Map<String, Object> labels = session.fields(object).map("spec.selector.matchLabels");
        Map<String, String> wanted = new TreeMap<>();
        labels.forEach((name, value) -> wanted.put(name, String.valueOf(value)));
        ApiRequest.Selection selection =
                new ApiRequest.Selection(new LabelSelector(wanted, null), ApiRequest.Selection.ALL.fields());
        ResourceType kept = isDeployment(resource) ? Resources.REPLICA_SETS : Resources.CONTROLLER_REVISIONS;
        return session.send(new ApiRequest.List(kept, object.key().namespace(), selection))
                .map(response -> {
                    SortedMap<Long, ObjectFields> revisions = new TreeMap<>();
                    if (response instanceof ApiResponse.Many many) {
                        many.items().stream()
                                .filter(item -> item.metadata().isControlledBy(object.uid()))
                                .map(session::fields)
                                .forEach(item -> number(item, revisions));
                    } else {
                        session.fail(response, "");
                    }
                    return new Revisions(resource, revisions);
                });
    }

    private static void number(ObjectFields item, SortedMap<Long, ObjectFields> revisions) {
        if (item.has("revision")) {
            revisions.put(item.number("revision"), item);
            return;
        }
        String number = String.valueOf(item.map("metadata.annotations").get(REVISION));
        if (number.matches("[0-9]{1,18}")) {
            revisions.put(Long.parseLong(number), item);
        }
    }

    /** Why a revision was made; empty when nobody said so. */
    String cause(ObjectFields revision) {
        Object cause = revision.map("metadata.annotations").get(CHANGE_CAUSE);
        return cause == null ? "" : cause.toString();
    }

    /** The pod template of a revision, as a description prints it, with tabs. */
    String template(Session session, ObjectFields revision) {
        Map<String, Object> template;
        if (isDeployment(resource)) {
            template = new LinkedHashMap<>(revision.map("spec.template"));
            if (!cause(revision).isEmpty()) {
                Map<String, Object> metadata = new LinkedHashMap<>(revision.map("spec.template.metadata"));
                Map<String, Object> annotations =
                        new LinkedHashMap<>(revision.map("spec.template.metadata.annotations"));
                annotations.put(CHANGE_CAUSE, cause(revision));
                metadata.put("annotations", annotations);
                template.put("metadata", metadata);
            }
        } else {
            template = revision.map("data.spec.template");
        }
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("template", template);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("spec", spec);
        Subject subject = new Subject(resource, new ObjectFields(tree), new Lookup(session, 0), new Page(), false);
        PodTemplateText.write(subject, "spec.template");
        return subject.page().draft();
    }
}
