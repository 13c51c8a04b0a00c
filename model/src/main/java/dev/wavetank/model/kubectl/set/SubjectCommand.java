package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Subjects;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code set subject}: gives more users a role that is bound already (kubectl/pkg/cmd/set/set_subject.go, v1.32). */
public final class SubjectCommand implements Command {

    private final Session session;
    private final ObjectChoice choice;
    private final List<Object> subjects;

    /** Checks the command line. */
    public SubjectCommand(Session session) {
        this.session = session;
        this.choice = new ObjectChoice(session, session.line().arguments());
        this.subjects = Subjects.of(session.line());
        if (subjects.isEmpty()) {
            throw new UsageException("you must specify at least one value of user, group or serviceaccount");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return new ObjectEdit(session, "subjects updated", "failed to patch subjects to rolebinding: ", false)
                .each(choice, this::change);
    }

    private void change(ObjectChoice.Named name, Map<String, Object> copy) {
        if (!List.of("rolebindings", "clusterrolebindings")
                .contains(name.resource().plural())) {
            throw new UsageException(ObjectNames.fullName(name.resource(), name.name())
                    + "\n setting subjects is only supported for RoleBinding/ClusterRoleBinding");
        }
        List<Object> all = new ArrayList<>();
        if (copy.get("subjects") instanceof List<?> present) {
            all.addAll(present);
        }
        for (Object subject : subjects) {
            if (!all.contains(subject)) {
                all.add(subject);
            }
        }
        copy.put("subjects", all);
    }
}
