package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.apiserver.allocation.Claim;
import dev.wavetank.model.apiserver.allocation.ServiceAllocator;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.update.FieldManagement;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.Names;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.Set;

/** Stores new objects: defaulting, mutating admission, validation, validating admission, and at last etcd. */
final class Creations {

    /** How often another name is tried when a generated one is taken (RetryGenerateName, v1.32). */
    private static final int NAME_TRIES = 8;

    private final Context context;
    private final Recovery recovery;
    private final Storage storage;
    private final AdmissionChain admission;
    private final Journey journey;
    private final RandomStream names;
    private final RandomStream uids;
    private final ServiceAllocator services;
    private final KubernetesVersion version;

    Creations(RequestPath.Parts parts) {
        this.context = parts.context();
        this.recovery = parts.recovery();
        this.storage = parts.storage();
        this.admission = parts.admission();
        this.journey = parts.journey();
        this.services = parts.services();
        this.version = parts.version();
        this.names = context.random("generateName");
        this.uids = context.random("uid");
    }

    Completion<ApiResponse> create(RequestContext request, ApiRequest.Create create) {
        Status refusal = refusal(create);
        return refusal == null ? attempt(request, create, NAME_TRIES) : RequestPath.refuse(refusal);
    }

    private Status refusal(ApiRequest.Create create) {
        ResourceType resource = create.resource();
        KubernetesObject body = create.body();
        if (resource.namespaced() && create.namespace().isEmpty()) {
            return Status.methodNotAllowed();
        }
        if (!storage.strategy(resource).accepts(body)) {
            return Status.badRequest(body.kind() + " in version \"" + body.apiVersion() + "\" cannot be handled as a "
                    + resource.kind());
        }
        String namespace = body.key().namespace();
        if (!namespace.isEmpty() && !namespace.equals(create.namespace())) {
            return Status.badRequest(
                    "the namespace of the provided object does not match the namespace sent on the request");
        }
        if (body.metadata().revision() > 0) {
            return Status.internal("resourceVersion should not be set on objects to be created");
        }
        return null;
    }

    private Completion<ApiResponse> attempt(RequestContext request, ApiRequest.Create create, int tries) {
        Strategy<KubernetesObject> strategy = storage.strategy(create.resource());
        KubernetesObject given = create.body().withMetadata(metadata(create, strategy));
        KubernetesObject object = owned(request, strategy.withDefaults(given));
        AdmissionRequest asked = new AdmissionRequest(
                Verb.CREATE,
                create.resource(),
                create.namespace(),
                object.metadata().name(),
                "",
                object,
                null,
                request.options().dryRun(),
                request.user(),
                null);
        return admission
                .mutate(asked.withName(askedName(create)))
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? RequestPath.refuse(refused.status())
                        : validate(request, asked.withObject(((AdmissionDecision.Admitted) verdict).object())))
                .then(response -> {
                    boolean isTaken = response.failedWith(StatusReason.ALREADY_EXISTS);
                    boolean isGenerated = isEmpty(create.body().metadata().name());
                    return isTaken && isGenerated && tries > 1
                            ? attempt(request, create, tries - 1)
                            : Completion.of(response);
                });
    }

    /**
     * What mutating plugins call an object: a name is only generated after them ({@code rest.BeforeCreate}), so that
     * their refusals show its beginning ({@code extractResourceName} in {@code admission/errors.go}).
     */
    private static String askedName(ApiRequest.Create create) {
        ObjectMeta given = create.body().metadata();
        return isEmpty(given.name()) ? given.generateName() : given.name();
    }

    /** Who sends an object owns what is in it: not what admission and the server itself put in later. */
    private KubernetesObject owned(RequestContext request, KubernetesObject object) {
        return request.request() instanceof ApiRequest.Patch
                ? object
                : new FieldManagement(storage.strategy(request.request().resource()))
                        .tracked(
                                request.request(),
                                request.options(),
                                null,
                                object,
                                Timestamps.seconds(context.clock()));
    }

    private Completion<ApiResponse> validate(RequestContext request, AdmissionRequest asked) {
        ResourceType resource = asked.resource();
        Strategy<KubernetesObject> strategy = storage.strategy(resource);
        FieldErrors errors = new FieldErrors(version);
        MetadataRules.validate(resource, asked.object().metadata(), errors);
        strategy.validate(asked.object(), errors);
        if (!errors.isEmpty()) {
            return RequestPath.refuse(errors.status(resource, asked.name()));
        }
        reportDisabled(request, asked.object(), strategy.disabledFields(asked.object()));
        AdmissionRequest prepared = asked.withObject(strategy.prepareForCreate(asked.object()));
        return services.create(resource, prepared.object(), request.options().dryRun())
                .then(claim -> claim instanceof Claim.Held held
                        ? admit(request, prepared.withObject(held.object()), held)
                        : RequestPath.refuse(((Claim.Refused) claim).status()));
    }

    /** A real server drops such fields without a word. */
    void reportDisabled(RequestContext request, KubernetesObject object, Set<String> fields) {
        if (!fields.isEmpty() && !request.options().dryRun()) {
            context.trace(new NotSimulatedTrace(
                    request.request().resource().plural() + "/" + object.key(),
                    "features that are off by default in " + version + ", so that the API server drops fields of pods: "
                            + String.join(", ", fields)));
        }
    }

    private Completion<ApiResponse> admit(RequestContext request, AdmissionRequest admitted, Claim.Held held) {
        return admission
                .validate(admitted)
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? services.finish(held, false).then(done -> RequestPath.refuse(refused.status()))
                        : store(request, admitted, held));
    }

    private Completion<ApiResponse> store(RequestContext request, AdmissionRequest admitted, Claim.Held held) {
        if (request.options().dryRun()) {
            return rehearse(admitted);
        }
        return storage.put(admitted.resource(), admitted.object(), 0)
                .then(response -> response instanceof EtcdResponse.Unavailable
                        ? RequestPath.refuse(Storage.unavailable(response))
                        : services.finish(held, response instanceof EtcdResponse.Committed)
                                .then(done -> answer(request, admitted, response)));
    }

    private Completion<ApiResponse> answer(RequestContext request, AdmissionRequest admitted, EtcdResponse response) {
        if (response instanceof EtcdResponse.Committed committed) {
            KubernetesObject stored = committed.change().object();
            journey.created(stored, request.isFromUser(), committed.at());
            return PendingInitializers.of(stored) == null
                    ? Completion.of(new ApiResponse.One(201, stored))
                    : recovery.carried(new InitializationWait(context, admitted.resource(), stored).begin(storage));
        }
        if (response instanceof EtcdResponse.Mismatch) {
            return RequestPath.refuse(Status.alreadyExists(admitted.resource(), admitted.name()));
        }
        return RequestPath.refuse(Storage.unavailable(response));
    }

    /** All but the writing: the object as it would be stored, or the refusal when its name is taken. */
    private Completion<ApiResponse> rehearse(AdmissionRequest admitted) {
        return storage.get(admitted.resource(), admitted.object().key()).map(response -> {
            if (!(response instanceof EtcdResponse.Found found)) {
                return new ApiResponse.Failed(Storage.unavailable(response));
            }
            return found.entry() == null
                    ? new ApiResponse.One(201, admitted.object())
                    : new ApiResponse.Failed(Status.alreadyExists(admitted.resource(), admitted.name()));
        });
    }

    private ObjectMeta metadata(ApiRequest.Create create, Strategy<KubernetesObject> strategy) {
        ObjectMeta given = create.body().metadata();
        String name = given.name();
        if (isEmpty(name)) {
            name = isEmpty(given.generateName()) ? null : generated(create, given.generateName());
        }
        return given.with()
                .name(name)
                .namespace(create.resource().namespaced() ? create.namespace() : null)
                .resourceVersion(null)
                .uid(Names.uid(uids))
                .generation(strategy.hasGeneration() ? 1L : null)
                .creationTimestamp(Timestamps.seconds(context.clock()))
                .deletionTimestamp(null)
                .deletionGracePeriodSeconds(null)
                .build();
    }

    private String generated(ApiRequest.Create create, String prefix) {
        String name = Names.generate(prefix, names);
        if (context.tracesDetails()) {
            String key = create.resource().namespaced() ? create.namespace() + "/" + name : name;
            context.trace(new ServerHop.Named(prefix, create.resource().plural() + "/" + key));
        }
        return name;
    }

    private static boolean isEmpty(String text) {
        return text == null || text.isEmpty();
    }
}
