package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.RequestUri;
import dev.wavetank.model.kubectl.print.ObjectNames;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.session.SourceError;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code apply -f}: creates what is missing and changes what differs from the file, client-side.
 *
 * <p>An annotation keeps the last applied file; it distinguishes a field that was removed from the file from a field
 * that another client has set. The real command sends a strategic merge patch; here the same change is sent as a
 * merge patch.
 */
public final class ApplyCommand implements Command {

    private final Session session;
    private final ObjectCodec codec;
    private final List<Manifest> manifests;
    private final Pruning pruning;

    /** The command that the flags mean. */
    public static Command of(Session session) {
        Invocation line = session.line();
        boolean serverSide = line.isOn(Flag.SERVER_SIDE);
        if (line.isOn(Flag.FORCE_CONFLICTS) && !serverSide) {
            throw new UsageException("--force-conflicts only works with --server-side");
        }
        Pruning.check(line);
        if (line.isOn(Flag.PRUNE) && serverSide) {
            throw new UsageException(
                    "--prune is in alpha and doesn't currently work on objects created by server-side apply");
        }
        if (line.isOn(Flag.FORCE) && serverSide) {
            throw new UsageException("--force cannot be used with --server-side");
        }
        ApplyCommand clientSide = new ApplyCommand(session);
        if (line.isOn(Flag.FORCE)) {
            throw new UsageException("kubectl apply --force is not simulated; write kubectl replace --force");
        }
        return serverSide ? new ServerSideApplyCommand(session) : clientSide;
    }

    private ApplyCommand(Session session) {
        Invocation line = session.line();
        if (!line.arguments().isEmpty()) {
            throw UsageException.withManual(line.verb(), "Unexpected args: " + line.arguments());
        }
        if (line.list(Flag.FILENAME).isEmpty()) {
            throw new UsageException("must specify one of -f and -k");
        }
        this.session = session;
        this.codec = session.tools().codec();
        this.manifests = session.manifests();
        this.pruning = new Pruning(session, manifests);
        for (Manifest manifest : manifests) {
            if (manifest.object().metadata().name() == null) {
                throw new UsageException(
                        manifest.source() + ":" + manifest.position() + ": resource name may not be empty");
            }
        }
    }

    @Override
    public Completion<Boolean> run() {
        return session.validation()
                .passing(manifests)
                .then(passing -> Command.inOrder(passing, this::apply))
                .then(reached -> reached && !session.hasFailed() ? pruning.run() : Completion.of(reached));
    }

    /** A dry run reads, too: otherwise it could not report what would be done. */
    private Completion<Boolean> apply(Manifest manifest) {
        String name = manifest.object().metadata().name();
        String namespace = manifest.object().key().namespace();
        ApiRequest get = new ApiRequest.Get(manifest.resource(), namespace, name);
        return session.send(get).then(response -> {
            if (response instanceof ApiResponse.One live) {
                return change(manifest, live.object());
            }
            boolean missing = response.failedWith(StatusReason.NOT_FOUND);
            if (missing
                    && !session.isDryRun()
                    && session.validation().written(manifest).isPresent()) {
                ApiRequest create = ApiRequest.Create.of(manifest.resource(), manifest.object());
                return session.validation()
                        .create(manifest)
                        .map(answer -> tell(manifest, create, answer, "created", creating(manifest)));
            }
            if (missing) {
                return write(
                        manifest,
                        ApiRequest.Create.of(manifest.resource(), LastApplied.annotated(codec, manifest.object())),
                        "created",
                        creating(manifest));
            }
            String doing = "error when retrieving current configuration of:\n" + described(manifest)
                    + "\nfrom server for: \"" + manifest.source() + "\"";
            return Completion.of(SourceError.print(session, get, response, doing));
        });
    }

    private Completion<Boolean> change(Manifest manifest, KubernetesObject live) {
        String lastApplied = live.metadata().annotations().get(LastApplied.ANNOTATION);
        if (lastApplied == null) {
            session.warn("resource " + manifest.resource().plural() + "/"
                    + live.metadata().name() + " is missing the "
                    + LastApplied.ANNOTATION
                    + " annotation which is required by kubectl apply. kubectl apply should only be used on"
                    + " resources created declaratively by either kubectl create --save-config or kubectl apply."
                    + " The missing annotation will be patched automatically.");
        }
        Map<String, Object> last;
        try {
            last = lastApplied == null ? new LinkedHashMap<>() : codec.tree(lastApplied);
        } catch (IllegalArgumentException e) {
            session.fail("error: the annotation " + LastApplied.ANNOTATION + " of "
                    + ObjectNames.fullName(manifest.resource(), live.metadata().name()) + " cannot be read: "
                    + e.getMessage()
                    + "; remove it and apply again");
            return Completion.of(true);
        }
        Map<String, Object> wanted = codec.encode(LastApplied.annotated(codec, manifest.object()));
        Optional<Map<String, Object>> written = session.validation().written(manifest);
        written.ifPresent(tree -> UnknownParts.add(tree, wanted));
        ApplyPatch patch = ApplyPatch.of(session.tools().schema(), live, last, wanted, codec.encode(live));
        if (patch.tree().isEmpty()) {
            session.print(manifest.resource(), live, "unchanged");
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Patch(
                manifest.resource(), live.key().namespace(), live.metadata().name(), "", patch.change());
        return written.isEmpty() || session.isDryRun()
                ? write(manifest, request, "configured", patching(manifest, patch.tree()))
                : session.validation()
                        .send("PATCH", RequestUri.of(request), "application/merge-patch+json", patch.tree())
                        .map(answer -> tell(manifest, request, answer, "configured", patching(manifest, patch.tree())));
    }

    private Completion<Boolean> write(Manifest manifest, ApiRequest request, String outcome, String doing) {
        if (session.isDryRun()) {
            session.print(manifest.resource(), manifest.object(), outcome);
            return Completion.of(true);
        }
        return session.send(request).map(response -> tell(manifest, request, response, outcome, doing));
    }

    private boolean tell(Manifest manifest, ApiRequest request, ApiResponse response, String outcome, String doing) {
        if (response instanceof ApiResponse.One one) {
            session.print(manifest.resource(), one.object(), outcome);
            return true;
        }
        if (response instanceof ApiResponse.Done) {
            // The answer to a Binding is a Status (kubernetes#79801).
            session.fail("error: object does not implement the Object interfaces");
            return true;
        }
        return SourceError.print(session, request, response, doing);
    }

    private static String creating(Manifest manifest) {
        return "error when creating \"" + manifest.source() + "\"";
    }

    private String patching(Manifest manifest, Map<String, Object> patch) {
        return "error when applying patch:\n" + codec.sortedValue(patch) + "\nto:\n" + described(manifest) + "\nfor: \""
                + manifest.source() + "\": error when patching \"" + manifest.source() + "\"";
    }

    /** An object as errors describe it (cli-runtime, pkg/resource, Info.String). */
    private static String described(Manifest manifest) {
        ResourceType resource = manifest.resource();
        String version = resource.group() + "/" + resource.version();
        return "Resource: \"" + version + ", Resource=" + resource.plural() + "\", GroupVersionKind: \"" + version
                + ", Kind=" + resource.kind() + "\"\nName: \""
                + manifest.object().metadata().name()
                + "\", Namespace: \"" + manifest.object().key().namespace() + "\"";
    }
}
