package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.SourceError;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code delete}: requests the deletion of objects one after the other, and since v1.11 waits until all have gone
 * (kubectl/pkg/cmd/delete, v1.32). Nobody else waits with it: the next command of a timeline has a terminal of its own.
 */
public final class DeleteCommand implements Command {

    private final Session session;
    private final ObjectChoice choice;
    private final ApiRequest.DeleteOptions options;
    private final List<Departures.Leaving> requested = new ArrayList<>();
    /** Whether it is still to be said that objects without a namespace go as well. */
    private boolean warnsOfScope;

    /** Checks the command line. */
    public DeleteCommand(Session session) {
        this.session = session;
        this.options = options(session);
        if (!List.of("", "name").contains(session.format())) {
            throw UsageException.afterDiscovery(
                    "unexpected -o output mode: " + session.format() + ". We only support '-o name'");
        }
        this.choice = new ObjectChoice(session, session.line().arguments());
        this.warnsOfScope = session.has(Feature.KUBECTL_WARNS_OF_CLUSTER_SCOPE)
                && session.line().value(Flag.NAMESPACE).isPresent()
                && !session.line().isOn(Flag.ALL_NAMESPACES);
    }

    private static ApiRequest.DeleteOptions options(Session session) {
        String cascade = session.line().value(Flag.CASCADE).orElse("background");
        String policy = switch (cascade) {
            case "background" -> "Background";
            case "foreground" -> "Foreground";
            case "orphan" -> "Orphan";
            case "true" ->
                !session.has(Feature.KUBECTL_CASCADE_NAMES)
                        ? "Background"
                        : outdated(session, cascade, "background", "Background");
            case "false" ->
                !session.has(Feature.KUBECTL_CASCADE_NAMES) ? "Orphan" : outdated(session, cascade, "orphan", "Orphan");
            default ->
                throw new UsageException("invalid cascade value (" + cascade
                        + "). Must be \"background\", \"foreground\", or \"orphan\"");
        };
        return new ApiRequest.DeleteOptions(gracePeriod(session), null, policy);
    }

    /** The values that the flag had until v1.19, when it was a switch. */
    private static String outdated(Session session, String given, String name, String policy) {
        session.note("warning: --cascade=" + given
                + " is deprecated (boolean value) and can be replaced with --cascade=" + name + ".");
        return policy;
    }

    private static @Nullable Long gracePeriod(Session session) {
        Invocation line = session.line();
        // The real flag has -1 for "as the object says".
        int given = line.number(Flag.GRACE_PERIOD).orElse(-1);
        boolean force = line.isOn(Flag.FORCE);
        if (line.isOn(Flag.NOW)) {
            if (given != -1) {
                throw new UsageException("--now and --grace-period cannot be specified together");
            }
            given = 1;
        }
        if (force && given > 0) {
            throw new UsageException("--force and --grace-period greater than 0 cannot be specified together");
        }
        if (force) {
            session.warn("Immediate deletion does not wait for confirmation that the running resource has been"
                    + " terminated. The resource may continue to run on the cluster indefinitely.");
            given = 0;
        } else if (given == 0) {
            // Nothing ends at once without --force: the shortest period is a second.
            given = 1;
        }
        return given < 0 ? null : Long.valueOf(given);
    }

    @Override
    public Completion<Boolean> run() {
        return choice.each(this::delete).then(reached -> {
            if (choice.selects() && choice.count() == 0 && !session.hasFailed()) {
                session.print("No resources found");
            }
            // What could not be deleted ends the command, whatever else was deleted.
            return reached && waits() && !session.hasFailed()
                    ? new Departures(session).follow(requested)
                    : Completion.of(reached);
        });
    }

    private boolean waits() {
        boolean wanted =
                session.line().value(Flag.WAIT).map(Boolean::parseBoolean).orElse(session.has(Feature.KUBECTL_WAIT));
        return wanted && !session.changesNothing();
    }

    private Completion<Boolean> delete(ObjectChoice.Named object) {
        if (warnsOfScope && !object.resource().namespaced()) {
            warnsOfScope = false;
            session.warn("deleting cluster-scoped resources, not scoped to the provided namespace");
        }
        if (session.isDryRun()) {
            print(object);
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Delete(object.resource(), object.namespace(), object.name(), options);
        return session.send(request).map(response -> {
            if (response.isSuccess()) {
                print(object);
                String uid =
                        response instanceof ApiResponse.One one ? one.object().uid() : "";
                requested.add(new Departures.Leaving(object, uid));
                return true;
            }
            return response.failedWith(StatusReason.NOT_FOUND) && ignoresMissing() || fail(object, request, response);
        });
    }

    /** An object that a selector found may have gone by itself. */
    private boolean ignoresMissing() {
        return session.line().isOn(Flag.IGNORE_NOT_FOUND) || choice.selects();
    }

    private void print(ObjectChoice.Named object) {
        if (session.format().equals("name")) {
            session.print(session.nameOf(object.resource(), object.name()));
        } else {
            String done = session.line().isOn(Flag.FORCE) ? "force deleted" : "deleted";
            boolean said = session.has(Feature.KUBECTL_DELETED_FROM)
                    && object.resource().namespaced();
            String from = said ? " from " + object.namespace() + " namespace" : "";
            session.print(session.type(object.resource()) + " \"" + object.name() + "\" " + done + from
                    + session.dryRunMark());
        }
    }

    private boolean fail(ObjectChoice.Named object, ApiRequest request, ApiResponse response) {
        boolean fromFile = !object.source().isEmpty();
        return SourceError.print(
                session, request, response, fromFile ? "error when deleting \"" + object.source() + "\"" : "");
    }
}
