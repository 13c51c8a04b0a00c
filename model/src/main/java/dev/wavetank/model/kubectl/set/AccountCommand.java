package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code set serviceaccount}: as whom pods run (kubectl/pkg/cmd/set/set_serviceaccount.go, v1.32). */
public final class AccountCommand implements Command {

    private final Session session;
    private final String account;
    private final ObjectChoice choice;

    /** Checks the command line. */
    public AccountCommand(Session session) {
        this.session = session;
        List<String> arguments = session.line().arguments();
        if (arguments.isEmpty()) {
            throw new UsageException("serviceaccount is required");
        }
        this.account = arguments.get(arguments.size() - 1);
        this.choice = new ObjectChoice(session, arguments.subList(0, arguments.size() - 1));
    }

    @Override
    public Completion<Boolean> run() {
        return new ObjectEdit(session, "serviceaccount updated", "failed to patch ServiceAccountName ", true)
                .each(choice, (name, copy) -> PodSpecs.in(name, copy).put("serviceAccountName", account));
    }
}
