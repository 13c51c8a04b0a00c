package dev.wavetank.model.kubectl.change;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.SourceError;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;

/**
 * {@code replace -f}: puts each object of the files in the place of the stored one; with {@code --force} it deletes
 * them, waits until they have gone, and creates them (kubectl/pkg/cmd/replace, v1.32).
 */
public final class ReplaceCommand implements Command {

    private static final long POLL = VirtualTime.SECOND;
    /** How long {@code --force} waits without a time-out of its own. */
    private static final long PATIENCE = 5 * VirtualTime.MINUTE;

    private final Session session;
    private final Invocation line;
    private final List<Manifest> manifests;

    /** Checks the command line. */
    public ReplaceCommand(Session session) {
        this.session = session;
        this.line = session.line();
        if (line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException("must specify one of -f and -k");
        }
        if (!line.arguments().isEmpty()) {
            throw UsageException.withManual(line.verb(), "Unexpected args: " + line.arguments());
        }
        boolean force = line.isOn(Flag.FORCE);
        if (line.value(Flag.GRACE_PERIOD).isPresent() && !force) {
            throw new UsageException("--grace-period must have --force specified");
        }
        if (line.value(Flag.TIMEOUT).isPresent() && !force) {
            throw new UsageException("--timeout must have --force specified");
        }
        if (force && session.changesNothing()) {
            throw new UsageException("--dry-run cannot be used when --force is set");
        }
        this.manifests = session.manifests().stream()
                .map(manifest -> line.isOn(Flag.SAVE_CONFIG) ? LastApplied.annotated(session, manifest) : manifest)
                .toList();
    }

    @Override
    public Completion<Boolean> run() {
        return session.validation().passing(manifests).then(this::replaced);
    }

    private Completion<Boolean> replaced(List<Manifest> manifests) {
        if (!line.isOn(Flag.FORCE)) {
            return Command.inOrder(manifests, this::replace);
        }
        long given = line.span(Flag.TIMEOUT);
        long polls = (given == 0 ? PATIENCE : given) / POLL;
        return Command.inOrder(manifests, this::delete)
                .then(deleted -> Command.inOrder(manifests, manifest -> whenGone(manifest, polls)))
                .then(gone -> session.hasFailed()
                        ? Completion.of(false)
                        : Command.inOrder(manifests, manifest -> write(manifest, create(manifest))));
    }

    /** The object without a version takes that of the stored one, so that it replaces whatever is there. */
    private Completion<Boolean> replace(Manifest manifest) {
        if (session.isDryRun()) {
            session.print(manifest.resource(), manifest.object(), "replaced");
            return Completion.of(true);
        }
        KubernetesObject object = manifest.object();
        if (object.metadata().resourceVersion() != null) {
            return write(manifest, update(manifest, object));
        }
        return session.send(get(manifest)).then(response -> {
            KubernetesObject body = response instanceof ApiResponse.One live
                    ? object.withMetadata(object.metadata()
                            .withResourceVersion(live.object().metadata().resourceVersion()))
                    : object;
            return write(manifest, update(manifest, body));
        });
    }

    private static ApiRequest get(Manifest manifest) {
        KubernetesObject object = manifest.object();
        return new ApiRequest.Get(
                manifest.resource(), object.key().namespace(), object.metadata().name());
    }

    private static ApiRequest update(Manifest manifest, KubernetesObject body) {
        return new ApiRequest.Update(manifest.resource(), "", body);
    }

    private static ApiRequest create(Manifest manifest) {
        return ApiRequest.Create.of(manifest.resource(), manifest.object());
    }

    private Completion<Boolean> write(Manifest manifest, ApiRequest request) {
        String method = request instanceof ApiRequest.Create ? "POST" : "PUT";
        Completion<ApiResponse> sent = session.validation()
                .written(manifest)
                .map(tree -> session.validation().send(method, RequestUri.of(request), "application/json", tree))
                .orElseGet(() -> session.send(request));
        return sent.map(response -> {
            if (response instanceof ApiResponse.One one) {
                session.print(manifest.resource(), one.object(), "replaced");
                return true;
            }
            // What --force creates is named by its request alone, as the real command does.
            boolean forced = request instanceof ApiRequest.Create;
            String doing = forced ? "" : "error when replacing \"" + manifest.source() + "\"";
            return SourceError.print(session, request, response, doing);
        });
    }

    private Completion<Boolean> delete(Manifest manifest) {
        KubernetesObject object = manifest.object();
        int given = line.number(Flag.GRACE_PERIOD).orElse(-1);
        // Nothing ends at once: the shortest period is a second.
        Long grace = given < 0 ? null : Long.valueOf(Math.max(given, 1));
        ApiRequest request = new ApiRequest.Delete(
                manifest.resource(),
                object.key().namespace(),
                object.metadata().name(),
                new ApiRequest.DeleteOptions(grace, null, "Background"));
        return session.send(request).map(response -> {
            if (response.isSuccess()) {
                session.print(session.type(manifest.resource()) + " \""
                        + object.metadata().name() + "\" deleted");
                return true;
            }
            return response.failedWith(StatusReason.NOT_FOUND)
                    || session.fail(response, "error when deleting \"" + manifest.source() + "\"");
        });
    }

    private Completion<Boolean> whenGone(Manifest manifest, long polls) {
        return session.send(get(manifest)).then(response -> {
            if (response.failedWith(StatusReason.NOT_FOUND)) {
                return Completion.of(true);
            }
            if (polls <= 0) {
                session.fail("error: timed out waiting for the condition");
                return Completion.of(false);
            }
            return session.pause(POLL).then(over -> whenGone(manifest, polls - 1));
        });
    }
}
