package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectWatch;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;

/** {@code wait}: until a condition of an object holds, or the object is gone. */
public final class WaitCommand implements Command {

    private static final long DEFAULT_TIMEOUT = 30 * VirtualTime.SECOND;
    private static final String CONDITION = "condition=";

    private final Session session;
    private final List<ResourceArguments.Target> targets;
    private final long timeout;
    private final boolean deletion;
    private final String type;
    private final String status;

    /** Checks the command line. */
    public WaitCommand(Session session) {
        this.session = session;
        String wanted = session.line().value(Flag.FOR).orElse("");
        this.deletion = wanted.equals("delete");
        if (!deletion && !wanted.startsWith(CONDITION)) {
            throw new UsageException(
                    wanted.startsWith("jsonpath=")
                            ? "--for=jsonpath is not simulated; write --for=condition=NAME or --for=delete"
                            : "unrecognized condition: \"" + wanted + "\"");
        }
        String[] parts = deletion
                ? new String[] {""}
                : wanted.substring(CONDITION.length()).split("=", 2);
        this.type = parts[0];
        this.status = parts.length > 1 ? parts[1] : "True";
        this.timeout =
                session.line().value(Flag.TIMEOUT).isPresent() ? session.line().span(Flag.TIMEOUT) : DEFAULT_TIMEOUT;
        this.targets = session.targets(session.line().arguments());
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(
                targets,
                target -> deletion
                        ? until(target)
                        : session.read(target).then(found -> found.isEmpty() ? Completion.of(true) : until(target)));
    }

    private Completion<Boolean> until(ResourceArguments.Target target) {
        String late = "error: timed out waiting for the condition on "
                + target.resource().plural() + "/" + target.name();
        return ObjectWatch.until(session, target, Math.max(1, timeout), late, object -> holds(target, object))
                .map(ended -> true);
    }

    private boolean holds(ResourceArguments.Target target, Optional<KubernetesObject> object) {
        boolean met = object.isEmpty() ? deletion : !deletion && hasCondition(object.get());
        if (met) {
            session.print(session.nameOf(target.resource(), target.name()) + " condition met");
        }
        return met;
    }

    private boolean hasCondition(KubernetesObject object) {
        return session.fields(object).list("status.conditions").stream()
                .anyMatch(condition -> condition.text("type").equalsIgnoreCase(type)
                        && condition.text("status").equalsIgnoreCase(status));
    }
}
