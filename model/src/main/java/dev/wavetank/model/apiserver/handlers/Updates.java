package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.apiserver.allocation.Claim;
import dev.wavetank.model.apiserver.allocation.ServiceAllocator;
import dev.wavetank.model.apiserver.registry.Registry;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.update.Changed;
import dev.wavetank.model.apiserver.registry.update.FieldManagement;
import dev.wavetank.model.apiserver.registry.update.Patches;
import dev.wavetank.model.apiserver.registry.update.PodBinding;
import dev.wavetank.model.apiserver.registry.update.Replacement;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.time.Instant;
import java.util.function.Function;

/**
 * Changes stored objects ({@code GuaranteedUpdate} of apiserver's storage/cacher and storage/etcd3): takes the state
 * that the watch cache knows, computes the new one, and stores it in a transaction that fails when another write came
 * first. Then it begins again with the state that the transaction found. An answer that stores nothing, a refusal or
 * what changes nothing, is given only for the latest state: what came from the watch cache is compared with etcd
 * before.
 */
final class Updates {

    private final Context context;
    private final Storage storage;
    private final AdmissionChain admission;
    private final Journey journey;
    private final Creations creations;
    private final ServiceAllocator services;
    private final KubernetesVersion version;

    /**
     * One change under way.
     *
     * @param asked what is asked, for admission
     * @param change computes the new state from the latest one; may be called several times
     */
    private record Attempt(
            RequestContext request, AdmissionRequest asked, Function<KubernetesObject, Changed> change) {}

    /**
     * What a change starts from.
     *
     * @param isLatest whether etcd said so, and not the watch cache
     */
    private record Base(KubernetesObject object, boolean isLatest) {

        long revision() {
            return object.metadata().revision();
        }
    }

    Updates(RequestPath.Parts parts, Creations creations) {
        this.context = parts.context();
        this.storage = parts.storage();
        this.admission = parts.admission();
        this.journey = parts.journey();
        this.services = parts.services();
        this.version = parts.version();
        this.creations = creations;
    }

    Completion<ApiResponse> update(RequestContext request, ApiRequest.Update update) {
        boolean scale = update.subresource().equals("scale") && update.body() instanceof GenericObject;
        if (!scale && !storage.strategy(update.resource()).accepts(update.body())) {
            return RequestPath.refuse(Status.badRequest(update.body().kind() + " in version \""
                    + update.body().apiVersion() + "\" cannot be handled as a "
                    + update.resource().kind()));
        }
        return run(request, before -> Replacement.of(update, before, storage.strategy(update.resource()), version));
    }

    Completion<ApiResponse> patch(RequestContext request, ApiRequest.Patch patch) {
        Strategy<KubernetesObject> strategy = storage.strategy(patch.resource());
        FieldManagement fields = new FieldManagement(strategy);
        return run(
                request,
                FieldManagement.isApply(patch.change())
                        ? before -> fields.applied(patch, request.options(), before, now())
                        : before -> Patches.apply(patch, request.options().validation(), before, strategy, version));
    }

    /** Takes a binding of a pod to a node. */
    Completion<ApiResponse> bind(RequestContext request) {
        if (!(request.request() instanceof ApiRequest.Create create && create.body() instanceof Binding binding)) {
            return RequestPath.refuse(Status.noSuchResource());
        }
        return run(request, before -> PodBinding.bind(before, binding, version, now()))
                .map(response -> response.isSuccess() ? new ApiResponse.Done(201) : response);
    }

    private Completion<ApiResponse> run(RequestContext context, Function<KubernetesObject, Changed> change) {
        ApiRequest request = context.request();
        AdmissionRequest asked = new AdmissionRequest(
                request instanceof ApiRequest.Create ? Verb.CREATE : Verb.UPDATE,
                request.resource(),
                request.namespace(),
                request.name(),
                request.subresource(),
                null,
                null,
                context.options().dryRun(),
                context.user(),
                null);
        Attempt attempt = new Attempt(context, asked, change);
        // A dry run has a storage of its own, which reads from etcd (DryRunnableStorage).
        KubernetesObject known = context.options().dryRun() ? null : storage.cached(request.resource(), request.key());
        return known == null
                ? read(attempt).then(response -> from(attempt, response))
                : from(attempt, new Base(known, false));
    }

    private Completion<EtcdResponse> read(Attempt attempt) {
        ApiRequest request = attempt.request().request();
        return storage.get(request.resource(), request.key());
    }

    /** Answers without a write. What the watch cache knows must be the latest state for this. */
    private Completion<ApiResponse> answer(Attempt attempt, Base base, ApiResponse answer) {
        return base.isLatest()
                ? Completion.of(answer)
                : read(attempt)
                        .then(response -> response instanceof EtcdResponse.Found found
                                        && found.entry() != null
                                        && found.entry().modRevision() == base.revision()
                                ? Completion.of(answer)
                                : from(attempt, response));
    }

    private Completion<ApiResponse> refuse(Attempt attempt, Base base, Status status) {
        return answer(attempt, base, new ApiResponse.Failed(status));
    }

    /** Goes on from what etcd says about the present state. */
    private Completion<ApiResponse> from(Attempt attempt, EtcdResponse response) {
        if (response instanceof EtcdResponse.Failure) {
            return RequestPath.refuse(Storage.unavailable(response));
        }
        EtcdEntry entry = response instanceof EtcdResponse.Found found
                ? found.entry()
                : ((EtcdResponse.Mismatch) response).current();
        if (entry == null) {
            ApiRequest request = attempt.request().request();
            if (request instanceof ApiRequest.Patch patch && FieldManagement.isApply(patch.change())) {
                return create(attempt, patch);
            }
            if (request instanceof ApiRequest.Update update
                    && update.subresource().isEmpty()
                    && Registry.createsByUpdate(update.resource())) {
                KubernetesObject body = update.body();
                return creations.create(
                        attempt.request(),
                        new ApiRequest.Create(
                                update.resource(),
                                update.namespace(),
                                update.name(),
                                "",
                                body.withMetadata(body.metadata().withResourceVersion(null))));
            }
            return RequestPath.refuse(Status.notFound(request.resource(), request.name()));
        }
        return from(attempt, new Base(entry.value(), true));
    }

    private Completion<ApiResponse> from(Attempt attempt, Base base) {
        Changed changed = attempt.change().apply(base.object());
        if (changed instanceof Changed.Refused refused) {
            return refuse(attempt, base, refused.status());
        }
        Changed.To to = (Changed.To) changed;
        creations.reportDisabled(attempt.request(), base.object(), to.dropped());
        AdmissionRequest asked = attempt.asked().withChange(base.object(), to.object());
        return admission
                .mutate(asked)
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? refuse(attempt, base, refused.status())
                        : validate(attempt, base, ((AdmissionDecision.Admitted) verdict).object()));
    }

    /** Applying a configuration of an object that does not exist creates it. */
    private Completion<ApiResponse> create(Attempt attempt, ApiRequest.Patch patch) {
        Changed changed = attempt.change().apply(null);
        if (changed instanceof Changed.Refused refused) {
            return RequestPath.refuse(refused.status());
        }
        KubernetesObject object = ((Changed.To) changed).object();
        ApiRequest.Create create = new ApiRequest.Create(patch.resource(), patch.namespace(), patch.name(), "", object);
        return creations.create(attempt.request(), create);
    }

    private Instant now() {
        return Timestamps.seconds(context.clock());
    }

    private Completion<ApiResponse> validate(Attempt attempt, Base base, KubernetesObject changed) {
        KubernetesObject before = base.object();
        ApiRequest request = attempt.request().request();
        KubernetesObject finished = finish(request, changed, before);
        if (finished.equals(before)) {
            return answer(attempt, base, new ApiResponse.One(200, before));
        }
        boolean applied = request instanceof ApiRequest.Patch patch && FieldManagement.isApply(patch.change());
        Strategy<KubernetesObject> strategy = storage.strategy(request.resource());
        KubernetesObject after = applied
                ? finished
                : new FieldManagement(strategy)
                        .tracked(request, attempt.request().options(), before, finished, now());
        if (attempt.request().options().version().has(Feature.NO_WRITE_FOR_TIMESTAMPS)
                && FieldManagement.isSameButTimes(before, after)) {
            return answer(attempt, base, new ApiResponse.One(200, before));
        }
        FieldErrors errors = new FieldErrors(version);
        MetadataRules.validateUpdate(request.resource(), after.metadata(), before.metadata(), errors);
        if (request.subresource().isEmpty()) {
            strategy.validateUpdate(after, before, errors);
        } else if (request.subresource().equals("status")) {
            strategy.validateStatusUpdate(after, before, errors);
        } else {
            strategy.validatePart(request.subresource(), after, before, errors);
        }
        if (!errors.isEmpty()) {
            return refuse(attempt, base, errors.status(request.resource(), request.name()));
        }
        return services.update(
                        request.resource(),
                        after,
                        before,
                        attempt.request().options().dryRun())
                .then(claim -> claim instanceof Claim.Held held
                        ? admit(attempt, base, held)
                        : refuse(attempt, base, ((Claim.Refused) claim).status()));
    }

    private Completion<ApiResponse> admit(Attempt attempt, Base base, Claim.Held held) {
        return admission
                .validate(attempt.asked().withChange(base.object(), held.object()))
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? services.finish(held, false).then(done -> refuse(attempt, base, refused.status()))
                        : store(attempt, base, held));
    }

    /** What the server sets itself, whatever the writer says. */
    private KubernetesObject finish(ApiRequest request, KubernetesObject changed, KubernetesObject before) {
        Strategy<KubernetesObject> strategy = storage.strategy(request.resource());
        ObjectMeta old = before.metadata();
        ObjectMeta given = changed.metadata();
        Long generation = old.generation();
        if (strategy.hasGeneration()
                && !request.subresource().equals("status")
                && strategy.desiresOther(changed, before)) {
            generation = generation == null ? 1L : Long.valueOf(generation + 1);
        }
        ObjectMeta metadata = given.with()
                .namespace(old.namespace())
                .uid(given.uid() == null ? old.uid() : given.uid())
                .resourceVersion(old.resourceVersion())
                .generation(generation)
                .creationTimestamp(old.creationTimestamp())
                .deletionTimestamp(old.isDeleting() ? old.deletionTimestamp() : given.deletionTimestamp())
                .deletionGracePeriodSeconds(old.deletionGracePeriodSeconds())
                .build();
        return changed.withMetadata(metadata.equals(old) ? old : metadata);
    }

    /** An object that an initializer has refused is deleted at once, after its creator got the answer. */
    private static boolean isRefusedByInitializer(KubernetesObject object) {
        PendingInitializers initializers = PendingInitializers.of(object);
        return initializers != null && initializers.result() != null;
    }

    private Completion<ApiResponse> store(Attempt attempt, Base base, Claim.Held held) {
        KubernetesObject after = held.object();
        ResourceType resource = attempt.request().request().resource();
        if (attempt.request().options().dryRun()) {
            return Completion.of(new ApiResponse.One(200, after));
        }
        Completion<EtcdResponse> written = storage.strategy(resource).isDue(after)
                ? storage.delete(resource, after.key(), base.revision())
                : storage.put(resource, after, base.revision());
        return written.then(response -> response instanceof EtcdResponse.Unavailable
                ? RequestPath.refuse(Storage.unavailable(response))
                : services.finish(held, response instanceof EtcdResponse.Committed)
                        .then(done -> answered(attempt, base, after, response)));
    }

    private Completion<ApiResponse> answered(
            Attempt attempt, Base base, KubernetesObject after, EtcdResponse response) {
        ResourceType resource = attempt.request().request().resource();
        if (response instanceof EtcdResponse.Committed committed) {
            journey.updated(attempt.request(), base.object(), committed);
            KubernetesObject stored = committed.change().object();
            if (isRefusedByInitializer(stored)) {
                return storage.delete(resource, stored.key(), stored.metadata().revision())
                        .map(gone -> new ApiResponse.One(200, stored));
            }
            // An object that goes with its last finalizer is shown without it, as if it had been stored.
            boolean gone = committed.change().type() == WatchEvent.Type.DELETED;
            ApiResponse answer = new ApiResponse.One(200, gone ? after : stored);
            return gone ? services.release(resource, stored).map(done -> answer) : Completion.of(answer);
        }
        return from(attempt, response);
    }
}
