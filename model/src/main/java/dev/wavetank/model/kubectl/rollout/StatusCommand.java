package dev.wavetank.model.kubectl.rollout;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.ObjectWatch;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/**
 * {@code rollout status}: prints the state of a rollout at each change of its object until it is complete, has failed,
 * or {@code --timeout} is over.
 */
public final class StatusCommand implements Command {

    private final Session session;
    private final ObjectChoice choice;
    private final boolean watches;
    private final long revision;
    private final long timeout;

    /** Checks the command line. */
    public StatusCommand(Session session) {
        this.session = session;
        this.choice = Revisions.chosen(session);
        this.watches = session.line().value(Flag.WATCH).orElse("true").equals("true");
        this.revision = session.line().number(Flag.REVISION).orElse(0);
        this.timeout = session.line().span(Flag.TIMEOUT);
        if (revision < 0) {
            throw new UsageException("revision must be a positive integer: " + revision);
        }
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::follow);
    }

    private Completion<Boolean> follow(ObjectChoice.Named target, KubernetesObject found) {
        return ObjectWatch.until(
                session, target, timeout, "error: timed out waiting for the condition", object -> show(target, object));
    }

    private boolean show(ObjectChoice.Named target, Optional<KubernetesObject> object) {
        if (object.isEmpty()) {
            session.fail("error: object has been deleted");
            return true;
        }
        try {
            StatusText.Line line = StatusText.of(target.resource().plural(), session.fields(object.get()), revision);
            session.print(line.text());
            return line.done() || !watches;
        } catch (UsageException failed) {
            session.fail("error: " + failed.getMessage());
            return true;
        }
    }
}
