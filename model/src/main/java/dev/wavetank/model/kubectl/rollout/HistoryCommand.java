package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.LocalPatch;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code rollout history}: the revisions of an object and why each was made, or the pod template of one of them. */
public final class HistoryCommand implements Command {

    private static final String STRATEGIC = "application/strategic-merge-patch+json";

    private final Session session;
    private final ObjectChoice choice;
    private final long wanted;

    /** Checks the command line. */
    public HistoryCommand(Session session) {
        this.session = session;
        this.wanted = session.line().number(Flag.REVISION).orElse(0);
        if (wanted < 0) {
            throw new UsageException("revision must be a positive integer: " + wanted);
        }
        this.choice = Revisions.chosen(session);
        Revisions.check(choice.types(), "history viewer", "history");
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::print);
    }

    private Completion<Boolean> print(ObjectChoice.Named name, KubernetesObject object) {
        return Revisions.of(session, name.resource(), object).map(revisions -> {
            ObjectFields one = revisions.byNumber().get(wanted);
            boolean words = session.format().isEmpty()
                    && session.line().value(Flag.TEMPLATE).isEmpty();
            if (!words && session.has(Feature.KUBECTL_HISTORY_OUTPUT)) {
                return printed(name, object, revisions);
            }
            if (wanted > 0 && one == null && !revisions.byNumber().isEmpty()) {
                session.fail("error: unable to find the specified revision");
                return true;
            }
            session.print(heading(name) + (wanted > 0 ? "with revision #" + wanted : ""));
            if (revisions.byNumber().isEmpty()) {
                session.print("No rollout history found.");
            } else if (one != null) {
                session.printText(revisions.template(session, one));
            } else {
                table(revisions).forEach(session::print);
            }
            session.print("");
            return true;
        });
    }

    /** Prints the revisions as objects: ReplicaSets, or the object as it was (v1.32). */
    private boolean printed(ObjectChoice.Named name, KubernetesObject object, Revisions revisions) {
        if (wanted > 0 && !revisions.byNumber().containsKey(wanted)) {
            session.fail("error: unable to find the specified revision");
            return true;
        }
        revisions.byNumber().forEach((number, revision) -> {
            if (wanted == 0 || wanted == number) {
                boolean replicaSet = !revision.has("data");
                Map<String, Object> tree = replicaSet
                        ? revision.tree()
                        : LocalPatch.apply(session, STRATEGIC, revision.map("data"), object);
                session.printTyped(
                        replicaSet ? Resources.REPLICA_SETS : name.resource(),
                        session.tools().codec().decode(tree),
                        "");
            }
        });
        return true;
    }

    private String heading(ObjectChoice.Named name) {
        return session.has(Feature.KUBECTL_TYPE_SLASH_NAME)
                ? ObjectNames.fullName(name.resource(), name.name()) + " "
                : name.resource().plural() + " \"" + name.name() + "\"" + (wanted > 0 ? " " : "");
    }

    /** The revisions of a StatefulSet have no cause. */
    private static List<String> table(Revisions revisions) {
        boolean causes = !revisions.resource().plural().equals("statefulsets");
        List<List<String>> rows = new ArrayList<>();
        rows.add(causes ? List.of("REVISION", "CHANGE-CAUSE") : List.of("REVISION"));
        revisions.byNumber().forEach((number, revision) -> {
            String cause = revisions.cause(revision);
            String text = Long.toString(number);
            rows.add(causes ? List.of(text, cause.isEmpty() ? "<none>" : cause) : List.of(text));
        });
        return TabWriter.lines(rows, 0, 2);
    }
}
