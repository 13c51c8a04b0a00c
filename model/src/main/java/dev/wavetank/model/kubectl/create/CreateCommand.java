package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code create -f}: sends new objects. */
public final class CreateCommand implements Command {

    private final Session session;
    private final List<Creation> creations;

    /**
     * One object to create.
     *
     * @param source the file it is from, or empty
     */
    private record Creation(String source, ResourceType resource, KubernetesObject object) {}

    private CreateCommand(Session session, List<Creation> creations) {
        this.session = session;
        this.creations = creations;
    }

    /** The objects of files. */
    public static CreateCommand ofFiles(Session session) {
        Invocation line = session.line();
        if (!line.arguments().isEmpty()) {
            String arguments = String.join(" ", line.arguments());
            throw UsageException.withManual(line.verb(), "Unexpected args: [" + arguments + "]");
        }
        if (line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException("must specify one of -f and -k");
        }
        List<Creation> creations = session.manifests().stream()
                .map(manifest -> line.isOn(Flag.SAVE_CONFIG) ? LastApplied.annotated(session, manifest) : manifest)
                .map(CreateCommand::creation)
                .toList();
        return new CreateCommand(session, creations);
    }

    private static Creation creation(Manifest manifest) {
        return new Creation(manifest.source(), manifest.resource(), manifest.object());
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(creations, this::create);
    }

    private Completion<Boolean> create(Creation creation) {
        if (session.isDryRun()) {
            session.print(creation.resource(), creation.object(), "created");
            return Completion.of(true);
        }
        return session.send(ApiRequest.Create.of(creation.resource(), creation.object()))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        session.print(creation.resource(), one.object(), "created");
                        return true;
                    }
                    return fail(creation, response);
                });
    }

    private boolean fail(Creation creation, ApiResponse response) {
        boolean fromFile = !creation.source().isEmpty();
        return session.fail(response, fromFile ? "error when creating \"" + creation.source() + "\"" : "");
    }
}
