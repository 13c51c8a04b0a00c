package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;

/**
 * {@code scale}: reads each object, then patches its {@code scale} subresource (kubectl/pkg/scale, v1.32). Whether a
 * type has one is for the server to say; custom kinds may.
 */
public final class ScaleCommand implements Command {

    private static final int NOT_FOUND = 404;
    private static final long POLL = VirtualTime.SECOND;

    private final Session session;
    private final ObjectChoice choice;
    private final int replicas;

    /** Checks the command line. */
    public ScaleCommand(Session session) {
        Invocation line = session.line();
        line.require(Flag.REPLICAS);
        this.session = session;
        this.replicas = line.number(Flag.REPLICAS).orElseThrow();
        if (replicas < 0) {
            throw new UsageException(
                    "The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0");
        }
        this.choice = new ObjectChoice(session, line.arguments());
        if (line.value(Flag.RESOURCE_VERSION).isPresent() && choice.isSeveral()) {
            throw new UsageException("cannot use --resource-version with multiple resources");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::scale);
    }

    private Completion<Boolean> scale(ObjectChoice.Named name, KubernetesObject object) {
        String obstacle = obstacle(session.fields(object));
        if (!obstacle.isEmpty()) {
            session.fail("error: " + obstacle);
            return Completion.of(true);
        }
        if (session.isDryRun()) {
            session.print(name.resource(), object, "scaled");
            return Completion.of(true);
        }
        return patch(name.resource(), object);
    }

    /** Which precondition the object does not meet; empty when it meets all. */
    private String obstacle(ObjectFields fields) {
        int current = session.line().number(Flag.CURRENT_REPLICAS).orElse(-1);
        long replicasNow = fields.number("spec.replicas");
        if (current >= 0 && replicasNow != current) {
            return "Expected replicas to be " + current + ", was " + replicasNow;
        }
        String wanted = session.line().value(Flag.RESOURCE_VERSION).orElse("");
        String version = fields.text("metadata.resourceVersion");
        return wanted.isEmpty() || wanted.equals(version)
                ? ""
                : "Expected resource version to be " + wanted + ", was " + version;
    }

    private Completion<Boolean> patch(ResourceType resource, KubernetesObject object) {
        ApiRequest request = new ApiRequest.Patch(
                resource,
                object.key().namespace(),
                object.metadata().name(),
                "scale",
                new ApiRequest.Change.Replicas(replicas));
        return session.send(request).then(response -> {
            if (!response.isSuccess()) {
                return Completion.of(session.fail(unscalable(request, response), ""));
            }
            long timeout = session.line().span(Flag.TIMEOUT);
            Completion<Boolean> reached = timeout > 0 ? whenScaled(resource, object, timeout) : Completion.of(true);
            return reached.map(inTime -> {
                if (inTime) {
                    session.print(resource, object, "scaled");
                } else {
                    session.fail("error: timed out waiting for the condition");
                }
                return true;
            });
        });
    }

    /** A type without such a subresource is answered by no Status; client-go then names the request. */
    private static ApiResponse unscalable(ApiRequest request, ApiResponse response) {
        Status generic = Answers.generic(NOT_FOUND);
        return response instanceof ApiResponse.Failed failed
                        && generic.message().equals(failed.status().message())
                ? new ApiResponse.Failed(Status.reported(
                        NOT_FOUND,
                        String.valueOf(generic.reason()),
                        generic.message() + " (patch " + request.resource().qualified() + " "
                                + request.key().name() + ")",
                        null))
                : response;
    }

    /** Looks every second until the object has as many replicas as it wants; done with whether that was in time. */
    private Completion<Boolean> whenScaled(ResourceType resource, KubernetesObject object, long left) {
        return session.send(new ApiRequest.Get(
                        resource, object.key().namespace(), object.metadata().name()))
                .then(response -> {
                    if (response instanceof ApiResponse.One one && isScaled(session.fields(one.object()))) {
                        return Completion.of(true);
                    }
                    return left <= 0
                            ? Completion.of(false)
                            : session.pause(POLL).then(over -> whenScaled(resource, object, left - POLL));
                });
    }

    private boolean isScaled(ObjectFields fields) {
        return fields.number("status.observedGeneration") >= fields.number("metadata.generation")
                && fields.number("spec.replicas") == fields.number("status.replicas");
    }
}
