package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * {@code apply --server-side}: sends each file as it is, and the server merges it (kubectl/pkg/cmd/apply, v1.32).
 *
 * <p>The real command also takes over the fields of its own client-side {@code apply}, since v1.26; this one does not.
 */
public final class ServerSideApplyCommand implements Command {

    private static final String CONFLICTS = """
            Please review the fields above--they currently have other managers. Here
            are the ways you can resolve this warning:
            * If you intend to manage all of these fields, please re-run the apply
              command with the `--force-conflicts` flag.
            * If you do not intend to manage all of the fields, please edit your
              manifest to remove references to the fields that should keep their
              current managers.
            * You may co-own fields by updating your manifest to match the existing
              value; in this case, you'll become the manager if the other manager(s)
              stop managing the field (remove it from their configuration).
            See https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts""";

    private final Session session;
    private final List<Manifest> manifests;

    /** Checks the command line. */
    public ServerSideApplyCommand(Session session) {
        this.session = session;
        if (session.line().isOn(Flag.FORCE)) {
            throw new UsageException("--force cannot be used with --server-side");
        }
        if (session.isDryRun()) {
            throw new UsageException(
                    "--dry-run=client doesn't work with --server-side (did you mean --dry-run=server" + " instead?)");
        }
        this.manifests = session.manifests();
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(manifests, this::apply);
    }

    private Completion<Boolean> apply(Manifest manifest) {
        KubernetesObject object = manifest.object();
        ApiRequest request = new ApiRequest.Patch(
                manifest.resource(),
                object.key().namespace(),
                object.metadata().name(),
                "",
                new ApiRequest.Change.Document(
                        "application/apply-patch+yaml", session.tools().codec().encode(object)));
        String manager = session.line().value(Flag.FIELD_MANAGER).orElse("kubectl");
        boolean force = session.line().isOn(Flag.FORCE_CONFLICTS);
        return session.send(request, List.of("fieldManager=" + manager, "force=" + force))
                .map(response -> {
                    if (response instanceof ApiResponse.One one) {
                        session.print(manifest.resource(), one.object(), "serverside-applied");
                        return true;
                    }
                    if (response instanceof ApiResponse.Failed failed && failed.failedWith(StatusReason.CONFLICT)) {
                        session.fail("error: " + failed.status().message() + "\n" + CONFLICTS);
                        return true;
                    }
                    return session.fail(response, "");
                });
    }
}
