package dev.wavetank.model.kubectl.create;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.help.HelpCommand;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.SourceError;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.List;

/** {@code create -f}: sends new objects. */
public final class CreateCommand implements Command {

    private final Session session;
    private final List<Manifest> manifests;

    /**
     * One object to create.
     *
     * @param manifest as it was read
     * @param source the file it is from, or empty
     */
    private record Creation(Manifest manifest, String source, ResourceType resource, KubernetesObject object) {}

    private CreateCommand(Session session, List<Manifest> manifests) {
        this.session = session;
        this.manifests = manifests;
    }

    /** The objects of files. */
    public static Command ofFiles(Session session) {
        Invocation line = session.line();
        if (!line.arguments().isEmpty()) {
            return unexpected(session, line);
        }
        if (line.list(Flag.FILENAME).isEmpty()) {
            return withoutFiles(session);
        }
        return new CreateCommand(session, session.manifests());
    }

    /** Until v1.30 the page of the command follows, before v1.14 without a word. */
    private static Command withoutFiles(Session session) {
        String missing = "must specify one of -f and -k";
        if (session.has(Feature.KUBECTL_CREATE_UNEXPECTED_ARGUMENTS)) {
            throw new UsageException(missing);
        }
        if (session.has(Feature.KUBECTL_KUSTOMIZE)) {
            session.note("Error: " + missing + "\n");
        }
        return new HelpCommand(session);
    }

    private static Command unexpected(Session session, Invocation line) {
        String arguments = String.join(" ", line.arguments());
        if (session.has(Feature.KUBECTL_CREATE_UNEXPECTED_ARGUMENTS)) {
            throw UsageException.withManual(line.verb(), "Unexpected args: [" + arguments + "]");
        }
        if (session.has(Feature.KUBECTL_KUSTOMIZE) && line.list(Flag.FILENAME).isEmpty()) {
            session.note("Error: must specify one of -f and -k\n");
        }
        throw line.verb().unknown(line.arguments());
    }

    private static Creation creation(Session session, Manifest manifest) {
        boolean annotates = session.line().isOn(Flag.SAVE_CONFIG);
        KubernetesObject object =
                annotates ? LastApplied.annotated(session, manifest).object() : manifest.object();
        return new Creation(manifest, manifest.source(), manifest.resource(), object);
    }

    @Override
    public Completion<Boolean> run() {
        return session.validation()
                .passing(manifests)
                .then(passing -> Command.inOrder(passing, manifest -> create(creation(session, manifest))));
    }

    private Completion<Boolean> create(Creation creation) {
        if (session.isDryRun()) {
            session.print(creation.resource(), creation.object(), "created");
            return Completion.of(true);
        }
        boolean unknown = session.validation().written(creation.manifest()).isPresent();
        Completion<ApiResponse> sent = unknown
                ? session.validation().create(creation.manifest())
                : session.send(ApiRequest.Create.of(creation.resource(), creation.object()));
        return sent.map(response -> {
            if (response instanceof ApiResponse.One one) {
                session.print(creation.resource(), one.object(), "created");
                return true;
            }
            if (response instanceof ApiResponse.Done) {
                // A Binding is answered with a Status, which has no name (cli-runtime, printers/name.go).
                session.print("status/<unknown> created");
                return true;
            }
            return fail(creation, response);
        });
    }

    private boolean fail(Creation creation, ApiResponse response) {
        boolean fromFile = !creation.source().isEmpty();
        return SourceError.print(
                session,
                ApiRequest.Create.of(creation.resource(), creation.object()),
                response,
                fromFile ? "error when creating \"" + creation.source() + "\"" : "");
    }
}
