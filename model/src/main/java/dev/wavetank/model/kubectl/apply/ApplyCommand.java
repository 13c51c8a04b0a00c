package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * {@code apply -f}: creates what is missing and changes what differs from the file, client-side.
 *
 * <p>An annotation keeps the last applied file; it distinguishes a field that was removed from the file from a field
 * that another client has set. The real command sends a strategic merge patch; here the same change is sent as a
 * merge patch.
 */
public final class ApplyCommand implements Command {

    /** The annotation that holds the manifest that was applied last. */
    public static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private final Session session;
    private final ObjectCodec codec;
    private final List<Manifest> manifests;

    public ApplyCommand(Session session) {
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
        for (Manifest manifest : manifests) {
            if (manifest.object().metadata().name() == null) {
                throw new UsageException(
                        manifest.source() + ":" + manifest.position() + ": resource name may not be empty");
            }
        }
    }

    @Override
    public Completion<Boolean> run() {
        return Command.inOrder(manifests, this::apply);
    }

    /** A dry run reads, too: otherwise it could not report what would be done. */
    private Completion<Boolean> apply(Manifest manifest) {
        String name = manifest.object().metadata().name();
        String namespace = manifest.object().key().namespace();
        return session.send(new ApiRequest.Get(manifest.resource(), namespace, name))
                .then(response -> {
                    if (response instanceof ApiResponse.One live) {
                        return change(manifest, live.object());
                    }
                    if (response.failedWith(StatusReason.NOT_FOUND)) {
                        return write(
                                manifest,
                                ApiRequest.Create.of(manifest.resource(), annotated(manifest.object())),
                                "created");
                    }
                    String doing = "error when retrieving current configuration for: \"" + manifest.source() + "\"";
                    return Completion.of(session.fail(response, doing));
                });
    }

    private Completion<Boolean> change(Manifest manifest, KubernetesObject live) {
        String lastApplied = live.metadata().annotations().get(LAST_APPLIED);
        if (lastApplied == null) {
            session.warn("resource " + manifest.resource().plural() + "/"
                    + live.metadata().name() + " is missing the "
                    + LAST_APPLIED
                    + " annotation which is required by kubectl apply. kubectl apply should only be used on"
                    + " resources created declaratively by either kubectl create --save-config or kubectl apply."
                    + " The missing annotation will be patched automatically.");
        }
        Map<String, Object> last;
        try {
            last = lastApplied == null ? new LinkedHashMap<>() : codec.tree(lastApplied);
        } catch (IllegalArgumentException e) {
            session.fail("error: the annotation " + LAST_APPLIED + " of "
                    + Session.fullName(manifest.resource(), live.metadata().name()) + " cannot be read: "
                    + e.getMessage()
                    + "; remove it and apply again");
            return Completion.of(true);
        }
        Map<String, Object> wanted = codec.encode(annotated(manifest.object()));
        ApplyPatch patch = ApplyPatch.of(session.tools().schema(), live, last, wanted, codec.encode(live));
        if (patch.tree().isEmpty()) {
            session.print(manifest.resource(), live, "unchanged");
            return Completion.of(true);
        }
        ApiRequest request = new ApiRequest.Patch(
                manifest.resource(), live.key().namespace(), live.metadata().name(), "", patch.change());
        return write(manifest, request, "configured");
    }

    private Completion<Boolean> write(Manifest manifest, ApiRequest request, String outcome) {
        if (session.isDryRun()) {
            session.print(manifest.resource(), manifest.object(), outcome);
            return Completion.of(true);
        }
        return session.send(request).map(response -> {
            if (response instanceof ApiResponse.One one) {
                session.print(manifest.resource(), one.object(), outcome);
                return true;
            }
            String doing = outcome.equals("created") ? "error when creating" : "error when patching";
            return session.fail(response, doing + " \"" + manifest.source() + "\"");
        });
    }

    /** The object with the annotation that holds it. */
    private KubernetesObject annotated(KubernetesObject object) {
        ObjectMeta metadata = object.metadata();
        Map<String, String> annotations = new LinkedHashMap<>(metadata.annotations());
        annotations.remove(LAST_APPLIED);
        Map<String, Object> tree = codec.encode(object.withMetadata(metadata.withAnnotations(annotations)));
        @SuppressWarnings("unchecked") // metadata is a struct
        Map<String, Object> fields = (Map<String, Object>) Objects.requireNonNull(tree.get("metadata"));
        // The real command writes the field even when it is empty.
        fields.putIfAbsent("annotations", new LinkedHashMap<>());
        annotations.put(LAST_APPLIED, codec.sortedJson(tree) + "\n");
        return object.withMetadata(metadata.withAnnotations(annotations));
    }
}
