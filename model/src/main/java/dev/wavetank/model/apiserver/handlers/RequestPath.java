package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.allocation.ServiceAllocator;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.apiserver.review.Reviews;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.Optional;

/**
 * What follows at the end of the {@linkplain dev.wavetank.model.apiserver.chain.RequestChain chain}: the verb decides
 * who executes the request. Writes pass admission, validation and storage there.
 */
public final class RequestPath {

    private RequestPath() {}

    /**
     * Answers questions about rights and identities, which are created but not stored. Tokens of accounts are asked
     * for at a subresource, so admission judges them.
     */
    public static Handler reviews(Reviews reviews, AdmissionChain admission, Handler next) {
        return context -> {
            if (!(context.request() instanceof ApiRequest.Create create) || !Reviews.isReview(create)) {
                return next.handle(context);
            }
            return create.subresource().isEmpty()
                    ? reviews.answer(context.user(), create)
                    : token(reviews, admission, context, create);
        };
    }

    private static Completion<ApiResponse> token(
            Reviews reviews, AdmissionChain admission, RequestContext context, ApiRequest.Create create) {
        AdmissionRequest asked = new AdmissionRequest(
                Verb.CREATE,
                create.resource(),
                create.namespace(),
                create.name(),
                create.subresource(),
                create.body(),
                null,
                context.options().dryRun(),
                context.user(),
                null);
        return admission.mutate(asked).then(changed -> {
            if (!(changed instanceof AdmissionDecision.Admitted admitted)) {
                return refuse(((AdmissionDecision.Refused) changed).status());
            }
            ApiRequest.Create request = new ApiRequest.Create(
                    create.resource(), create.namespace(), create.name(), create.subresource(), admitted.object());
            return reviews.token(
                    request,
                    () -> admission
                            .validate(asked.withObject(admitted.object()))
                            .map(verdict -> verdict instanceof AdmissionDecision.Refused refused
                                    ? Optional.of(refused.status())
                                    : Optional.empty()));
        });
    }

    /** Executes what the reads do not answer against a storage, for requests that admission permits. */
    public static Handler routing(Parts parts, Reads reads) {
        Creations creations = new Creations(parts);
        Storage storage = parts.storage();
        Deletions unasked = new Deletions(parts, parts.admission().withoutPlugins());
        Deletions deletions = new Deletions(parts, parts.admission());
        Verbs verbs = new Verbs(
                reads, creations, new Updates(parts, creations), deletions, new CollectionDeletions(reads, deletions));
        return routing(
                verbs, new Subresources(new Evictions(parts, unasked), new Connections(storage, parts.admission())));
    }

    /** Who executes which verb. */
    private record Verbs(
            Reads reads, Creations creations, Updates updates, Deletions deletions, CollectionDeletions collections) {}

    /**
     * What those who execute writes work with.
     *
     * @param context clock and random numbers
     * @param recovery keeps what goes on later with its request
     * @param storage where objects are
     * @param admission judges writes
     * @param journey receives what happens to objects
     * @param services gives services their addresses and ports
     * @param version whose rules are followed
     */
    public record Parts(
            Context context,
            Recovery recovery,
            Storage storage,
            AdmissionChain admission,
            Journey journey,
            ServiceAllocator services,
            KubernetesVersion version) {}

    /** Who executes POSTs to subresources of pods and of what else can be connected to. */
    private record Subresources(Evictions evictions, Connections connections) {}

    /** What is POSTed to {@code bindings} binds the pod of its name: nothing else is stored. */
    private static RequestContext ofPod(RequestContext context, ApiRequest.Create create) {
        ApiRequest binding =
                new ApiRequest.Create(Resources.PODS, create.namespace(), create.name(), "binding", create.body());
        ApiCall call = context.call();
        return new RequestContext(
                new ApiCall(call.identity(), call.userAgent(), binding, call.origin()),
                context.user(),
                context.received(),
                context.options());
    }

    private static Handler routing(Verbs verbs, Subresources subresources) {
        return context -> {
            ApiRequest request = context.request();
            if (request instanceof ApiRequest.Get get) {
                return verbs.reads().get(get);
            }
            if (request instanceof ApiRequest.List list) {
                return verbs.reads().list(list);
            }
            if (request instanceof ApiRequest.Create create) {
                return switch (create.subresource()) {
                    case "" ->
                        create.body() instanceof Binding
                                ? verbs.updates().bind(ofPod(context, create))
                                : verbs.creations().create(context, create);
                    case "binding" -> verbs.updates().bind(context);
                    case "eviction" -> subresources.evictions().evict(context, create);
                    case "attach", "exec", "portforward", "proxy" ->
                        subresources.connections().connect(context, create);
                    default -> refuse(Status.noSuchResource());
                };
            }
            if (request instanceof ApiRequest.Update update) {
                return verbs.updates().update(context, update);
            }
            if (request instanceof ApiRequest.Patch patch) {
                return verbs.updates().patch(context, patch);
            }
            if (request instanceof ApiRequest.Delete delete) {
                return verbs.deletions().delete(context, delete);
            }
            if (request instanceof ApiRequest.DeleteCollection collection) {
                return verbs.collections().delete(context, collection);
            }
            throw new AssertionError("no case for " + request);
        };
    }

    static Completion<ApiResponse> refuse(Status status) {
        return Completion.of(new ApiResponse.Failed(status));
    }
}
