package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.ObjectWatch;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.sim.Completion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Waits until deleted objects have gone, one after the other, all of them within one time (kubectl, pkg/cmd/wait
 * IsDeleted, v1.32). Who may delete but not look at an object does not wait for it.
 */
final class Departures {

    private final Session session;
    /** When it ends in any case; nothing without a time-out, for which the real command waits a week. */
    private final Optional<Instant> deadline;

    /**
     * An object whose deletion was accepted.
     *
     * @param uid empty when the server did not answer with the object
     */
    record Leaving(ObjectChoice.Named name, String uid) {}

    Departures(Session session) {
        this.session = session;
        long given = session.line().span(Flag.TIMEOUT);
        this.deadline = given == 0 ? Optional.empty() : Optional.of(now().plusNanos(given));
    }

    /** Done when all have gone or waiting was in vain; whether the server was reachable to the end. */
    Completion<Boolean> follow(List<Leaving> objects) {
        return Command.inOrder(objects, this::whenGone).map(gone -> true);
    }

    private Completion<Boolean> whenGone(Leaving leaving) {
        ObjectChoice.Named name = leaving.name();
        return session.send(new ApiRequest.Get(name.resource(), name.namespace(), name.name()))
                .then(response -> {
                    if (response instanceof ApiResponse.One found) {
                        return isOther(found.object(), leaving) ? Completion.of(true) : watch(leaving);
                    }
                    if (response.failedWith(StatusReason.NOT_FOUND)) {
                        return Completion.of(true);
                    }
                    boolean silent = response.failedWith(StatusReason.FORBIDDEN)
                            || response.failedWith(StatusReason.METHOD_NOT_ALLOWED);
                    if (!silent) {
                        session.fail(response, "");
                    }
                    return Completion.of(false);
                });
    }

    private Completion<Boolean> watch(Leaving leaving) {
        ObjectChoice.Named name = leaving.name();
        String late = "error: timed out waiting for the condition on "
                + name.resource().plural() + "/" + name.name();
        long left = deadline.map(end -> Math.max(1, Duration.between(now(), end).toNanos()))
                .orElse(0L);
        return ObjectWatch.until(session, name, left, late, now -> isGone(now, leaving));
    }

    private Instant now() {
        return session.tools().clock().get();
    }

    private static boolean isGone(Optional<KubernetesObject> now, Leaving leaving) {
        return now.isEmpty() || isOther(now.get(), leaving);
    }

    private static boolean isOther(KubernetesObject now, Leaving leaving) {
        return !leaving.uid().isEmpty() && !now.uid().equals(leaving.uid());
    }
}
