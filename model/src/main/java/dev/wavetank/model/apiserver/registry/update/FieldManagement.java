package dev.wavetank.model.apiserver.registry.update;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import dev.wavetank.model.apiserver.registry.strategy.OwnedType;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.request.RequestOptions;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.UnknownFields;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.model.patch.apply.ApplyResult;
import dev.wavetank.model.patch.apply.FieldOwnership;
import dev.wavetank.model.patch.apply.Write;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Who owns which field. Only requests over the wire say who writes: those of simulated components leave the owners
 * alone, because it would cost them JSON.
 */
public final class FieldManagement {

    /** The media type of server-side apply. */
    public static final String APPLY = "application/apply-patch+yaml";

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String OWNERS = "managedFields";

    private final Strategy<KubernetesObject> strategy;

    /** For objects of the resource that the strategy is for. */
    public FieldManagement(Strategy<KubernetesObject> strategy) {
        this.strategy = strategy;
    }

    /** Made when they are first needed; they never change. */
    private static final class Lazy {
        private static final PerVersion<FieldOwnership> OWNERSHIP =
                new PerVersion<>(version -> new FieldOwnership(ApiSchema.get(), version));
    }

    /** Whether the change is a configuration to be applied. */
    public static boolean isApply(ApiRequest.Change change) {
        return change instanceof ApiRequest.Change.Document document
                && document.type().equals(APPLY);
    }

    /**
     * The object with its owners after a write.
     *
     * @param before null when the object is new
     */
    public KubernetesObject tracked(
            ApiRequest request, RequestOptions options, KubernetesObject before, KubernetesObject after, Instant now) {
        // A binding is stored without the field manager of its handler (BindingREST in registry/core/pod/storage).
        if (options.fieldManager().isEmpty() || request.subresource().equals("binding")) {
            return after;
        }
        Optional<OwnedType> type = ownedType(request.resource(), options.version());
        if (type.isEmpty()) {
            return after;
        }
        Map<String, Object> live = before == null ? new LinkedHashMap<>() : CODEC.encode(before);
        Write write = write(type.get().type(), request, options, now);
        return owned(after, type.get().ownership().updated(write, live, CODEC.encode(after)));
    }

    /** The object with the owners that stand in a tree of it, which is all that the tree has changed. */
    private static KubernetesObject owned(KubernetesObject object, Map<String, Object> tree) {
        Map<?, ?> metadata = (Map<?, ?>) tree.get("metadata");
        Map<String, Object> other = new LinkedHashMap<>(object.metadata().other());
        other.remove(OWNERS);
        if (metadata.get(OWNERS) != null) {
            other.put(OWNERS, metadata.get(OWNERS));
        }
        return object.withMetadata(object.metadata().withOther(other));
    }

    /** Whether nothing has changed but when owners of fields last wrote. */
    public static boolean isSameButTimes(KubernetesObject before, KubernetesObject after) {
        Map<String, Object> old = before.metadata().other();
        Map<String, Object> other = after.metadata().other();
        if (other.equals(old) || !untimed(other).equals(untimed(old))) {
            return false;
        }
        return after.withMetadata(after.metadata().withOther(old)).equals(before);
    }

    private static Map<String, Object> untimed(Map<String, Object> metadata) {
        Map<String, Object> result = new LinkedHashMap<>(metadata);
        if (metadata.get(OWNERS) instanceof List<?> entries) {
            List<Object> kept = new ArrayList<>(entries.size());
            for (Object entry : entries) {
                Map<Object, Object> fields = new LinkedHashMap<>((Map<?, ?>) entry);
                fields.remove("time");
                kept.add(fields);
            }
            result.put(OWNERS, kept);
        }
        return result;
    }

    private Optional<OwnedType> ownedType(ResourceType resource, KubernetesVersion version) {
        Optional<OwnedType> own = strategy.ownedType(version);
        return own.isPresent()
                ? own
                : ApiSchema.type(resource).map(type -> new OwnedType(type, Lazy.OWNERSHIP.of(version)));
    }

    private static Write write(String type, ApiRequest request, RequestOptions options, Instant now) {
        return new Write(
                type, request.resource().apiVersion(), options.fieldManager(), request.subresource(), now.toString());
    }

    /**
     * The object after a configuration was applied.
     *
     * @param before null when there is none yet
     */
    @SuppressWarnings("unchecked") // the wire front lets only objects pass
    public Changed applied(ApiRequest.Patch patch, RequestOptions options, KubernetesObject before, Instant now) {
        Map<String, Object> config = (Map<String, Object>) ((ApiRequest.Change.Document) patch.change()).patch();
        Optional<OwnedType> type = ownedType(patch.resource(), options.version());
        if (type.isEmpty()) {
            return new Changed.Refused(Status.noSuchResource());
        }
        Map<String, Object> live = before == null ? new LinkedHashMap<>() : CODEC.encode(before);
        try {
            requireKind(patch, config);
            Write write = write(type.get().type(), patch, options, now);
            ApplyResult result = type.get().ownership().applied(write, options.force(), live, config);
            if (result instanceof ApplyResult.Conflicted conflicted) {
                return new Changed.Refused(refusal(conflicted));
            }
            Map<String, Object> after = ((ApplyResult.Applied) result).object();
            Optional<Status> misplaced = misplaced(patch, after);
            if (misplaced.isPresent()) {
                return new Changed.Refused(misplaced.get());
            }
            Map<String, Object> known = ApiSchema.type(patch.resource())
                    .map(name -> SchemaDefaults.fill(name, UnknownFields.dropFromObject(ApiSchema.get(), name, after)))
                    .orElse(after);
            KubernetesObject decoded = CODEC.decode(known);
            if (before == null) {
                return new Changed.To(decoded);
            }
            ResourceVersion expected = decoded.metadata().resourceVersion();
            if (expected != null && !expected.equals(before.metadata().resourceVersion())) {
                return new Changed.Refused(Status.modified(patch.resource(), patch.name()));
            }
            return Changed.prepared(strategy, decoded, before);
        } catch (PatchException mistake) {
            return new Changed.Refused(Status.failure(mistake.reason(), mistake.getMessage(), null));
        } catch (IllegalArgumentException mistake) {
            return new Changed.Refused(Status.badRequest(mistake.getMessage()));
        }
    }

    /** A configuration of another kind in the same version has another type, and such do not merge. */
    private static void requireKind(ApiRequest.Patch patch, Map<String, Object> config) {
        String kind = Objects.toString(config.get("kind"), "");
        String version = patch.resource().apiVersion();
        if (version.equals(config.get("apiVersion"))
                && !kind.equals(patch.resource().kind())) {
            throw PatchException.unexpected("failed to merge config: expected objects of the same type, but got "
                    + patch.resource().kind() + " and " + kind);
        }
    }

    /** The merged object must be the one of the path. */
    private static Optional<Status> misplaced(ApiRequest.Patch patch, Map<String, Object> after) {
        Map<?, ?> metadata = after.get("metadata") instanceof Map<?, ?> map ? map : new LinkedHashMap<>();
        String name = Objects.toString(metadata.get("name"), "");
        if (name.isEmpty()) {
            return Optional.of(Status.badRequest("the name of the object (" + patch.name()
                    + " based on URL) was undeterminable: name must be provided"));
        }
        if (!name.equals(patch.name())) {
            return Optional.of(Status.badRequest(
                    "the name of the object (" + name + ") does not match the name on the URL (" + patch.name() + ")"));
        }
        String namespace = Objects.toString(metadata.get("namespace"), "");
        return namespace.isEmpty() || patch.namespace().isEmpty() || namespace.equals(patch.namespace())
                ? Optional.empty()
                : Optional.of(Status.badRequest("the namespace of the object (" + namespace
                        + ") does not match the namespace on the request (" + patch.namespace() + ")"));
    }

    private static Status refusal(ApplyResult.Conflicted conflicted) {
        List<Status.Cause> causes = new ArrayList<>();
        for (ApplyResult.Conflict conflict : conflicted.conflicts()) {
            causes.add(new Status.Cause("FieldManagerConflict", conflict.message(), conflict.field()));
        }
        return Status.failure(
                StatusReason.CONFLICT, conflicted.message(), new Status.Details(null, null, null, null, causes, null));
    }
}
