package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code scale}: reads each object, then patches its {@code scale} subresource. */
public final class ScaleCommand implements Command {

    private static final List<String> SCALABLE =
            List.of("deployments", "replicasets", "statefulsets", "replicationcontrollers");

    private final Session session;
    private final List<ResourceArguments.Target> targets;
    private final int replicas;

    public ScaleCommand(Session session) {
        Invocation line = session.line();
        line.require(Flag.REPLICAS);
        this.session = session;
        this.replicas = line.number(Flag.REPLICAS).orElseThrow();
        if (replicas < 0) {
            throw new UsageException(
                    "The --replicas=COUNT flag is required, and COUNT must be greater than or equal to 0");
        }
        this.targets = session.targets(line.arguments());
        for (ResourceArguments.Target target : targets) {
            if (!SCALABLE.contains(target.resource().plural())) {
                throw new UsageException("cannot scale " + Session.typeName(target.resource()) + " \"" + target.name()
                        + "\": only " + String.join(", ", SCALABLE) + " have replicas");
            }
        }
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(targets, this::scale);
    }

    private Completion<Boolean> scale(ResourceArguments.Target target) {
        ResourceType resource = target.resource();
        String namespace = session.namespaceFor(resource);
        return session.send(new ApiRequest.Get(resource, namespace, target.name()))
                .then(response -> {
                    if (!(response instanceof ApiResponse.One found)) {
                        return Completion.of(session.fail(response, ""));
                    }
                    if (session.isDryRun()) {
                        session.print(resource, found.object(), "scaled");
                        return Completion.of(true);
                    }
                    return patch(resource, found.object());
                });
    }

    private Completion<Boolean> patch(ResourceType resource, KubernetesObject object) {
        ApiRequest request = new ApiRequest.Patch(
                resource,
                object.key().namespace(),
                object.metadata().name(),
                "scale",
                new ApiRequest.Change.Replicas(replicas));
        return session.send(request).map(response -> {
            if (response.isSuccess()) {
                session.print(resource, object, "scaled");
                return true;
            }
            return session.fail(response, "");
        });
    }
}
