package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.kubectl.session.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.sim.Completion;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The revisions of a Deployment: its ReplicaSets by the number that an annotation has. */
final class Revisions {

    /** The annotation with the number. */
    static final String REVISION = "deployment.kubernetes.io/revision";

    private Revisions() {}

    /** The ReplicaSets of a Deployment, by revision; a failure of the server is printed. */
    static Completion<SortedMap<Long, ObjectFields>> of(Session session, KubernetesObject deployment) {
        Map<String, Object> labels = session.fields(deployment).map("spec.selector.matchLabels");
        Map<String, String> wanted = new TreeMap<>();
        labels.forEach((name, value) -> wanted.put(name, String.valueOf(value)));
        ApiRequest.Selection selection =
                new ApiRequest.Selection(new LabelSelector(wanted, null), ApiRequest.Selection.ALL.fields());
        return session.send(new ApiRequest.List(
                        Resources.REPLICA_SETS, deployment.key().namespace(), selection))
                .map(response -> {
                    SortedMap<Long, ObjectFields> revisions = new TreeMap<>();
                    if (response instanceof ApiResponse.Many many) {
                        many.items().stream()
                                .filter(set -> set.metadata().isControlledBy(deployment.uid()))
                                .map(session::fields)
                                .forEach(set -> number(set, revisions));
                    } else {
                        session.fail(response, "");
                    }
                    return revisions;
                });
    }

    private static void number(ObjectFields set, SortedMap<Long, ObjectFields> revisions) {
        String number = String.valueOf(set.map("metadata.annotations").get(REVISION));
        if (number.matches("[0-9]{1,18}")) {
            revisions.put(Long.parseLong(number), set);
        }
    }
}
