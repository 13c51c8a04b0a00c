package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.TabWriter;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** {@code rollout history}: the revisions of Deployments, and why each was made. */
public final class HistoryCommand implements Command {

    private static final String CHANGE_CAUSE = "kubernetes.io/change-cause";

    private final Session session;
    private final List<ResourceArguments.Target> targets;

    /** Checks the command line. */
    public HistoryCommand(Session session) {
        this.session = session;
        this.targets = UndoCommand.deployments(session, "no history viewer has been implemented for ");
        if (session.line().number(Flag.REVISION).orElse(0) != 0) {
            throw new UsageException("--revision is not simulated; write kubectl rollout history without it");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(
                targets,
                target -> session.read(target)
                        .then(found -> found.isEmpty() ? Completion.of(true) : print(target, found.get())));
    }

    private Completion<Boolean> print(ResourceArguments.Target target, KubernetesObject deployment) {
        return Revisions.of(session, deployment).map(revisions -> {
            session.print(Session.fullName(target.resource(), target.name()) + " ");
            if (revisions.isEmpty()) {
                session.print("No rollout history found.");
            } else {
                table(revisions).forEach(session::print);
            }
            session.print("");
            return true;
        });
    }

    private static List<String> table(SortedMap<Long, ObjectFields> revisions) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("REVISION", "CHANGE-CAUSE"));
        revisions.forEach((number, set) -> {
            Object cause = set.map("metadata.annotations").get(CHANGE_CAUSE);
            rows.add(List.of(Long.toString(number), cause == null || cause.equals("") ? "<none>" : cause.toString()));
        });
        return TabWriter.lines(rows, 0, 2);
    }
}
