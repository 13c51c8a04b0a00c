package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ResourceVersion;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.policy.PodDisruptionBudget;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Evictions: deletions of pods that a PodDisruptionBudget may forbid (POST to {@code pods/eviction}). Admission sees
 * the creation of the eviction; the deletion that follows is the server's own and passes no admission.
 */
final class Evictions {

    /** How often a conflicting write of a budget is retried, and the delay before each retry. */
    private static final int TRIES = 20;

    /** The condition that reports why a pod is deleted. */
    private static final String DISRUPTION = "DisruptionTarget";

    private static final long PAUSE = 500 * VirtualTime.MILLISECOND;

    private final Context context;
    private final Recovery recovery;
    private final Storage storage;
    private final AdmissionChain admission;
    private final Deletions deletions;
    private final KubernetesVersion version;
    private final RandomStream pauses;

    /**
     * Evictions.
     *
     * @param parts what they work with; its admission judges evictions
     * @param deletions deletes pods without admission
     */
    Evictions(RequestPath.Parts parts, Deletions deletions) {
        this.context = parts.context();
        this.recovery = parts.recovery();
        this.storage = parts.storage();
        this.admission = parts.admission();
        this.deletions = deletions;
        this.version = parts.version();
        this.pauses = context.random("eviction");
    }

    Completion<ApiResponse> evict(RequestContext context, ApiRequest.Create eviction) {
        RequestContext request = tried(eviction) ? dry(context) : context;
        if (!eviction.name().equals(eviction.body().metadata().name())) {
            return RequestPath.refuse(Status.badRequest("name in URL does not match name in Eviction object"));
        }
        AdmissionRequest asked = new AdmissionRequest(
                Verb.CREATE,
                Resources.PODS,
                eviction.namespace(),
                eviction.name(),
                eviction.subresource(),
                eviction.body(),
                null,
                request.options().dryRun(),
                request.user(),
                null);
        return admission
                .mutate(asked)
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? RequestPath.refuse(refused.status())
                        : judge(request, eviction, asked.withObject(((AdmissionDecision.Admitted) verdict).object())));
    }

    /** A missing pod is reported before validating admission runs. */
    private Completion<ApiResponse> judge(
            RequestContext request, ApiRequest.Create eviction, AdmissionRequest admitted) {
        return storage.get(Resources.PODS, eviction.key())
                .then(response -> response instanceof EtcdResponse.Found found && found.entry() != null
                        ? admission
                                .validate(admitted)
                                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                                        ? RequestPath.refuse(refused.status())
                                        : go(request, eviction, TRIES))
                        : RequestPath.refuse(missing(eviction, response)));
    }

    private static Status missing(ApiRequest.Create eviction, EtcdResponse response) {
        return response instanceof EtcdResponse.Found
                ? Status.notFound(Resources.PODS, eviction.name())
                : Storage.unavailable(response);
    }

    /** One eviction under way. */
    private record Attempt(RequestContext request, ApiRequest.Create eviction, Pod pod, int tries) {

        Attempt withTries(int left) {
            return new Attempt(request, eviction, pod, left);
        }
    }

    private Completion<ApiResponse> go(RequestContext request, ApiRequest.Create eviction, int tries) {
        return storage.get(Resources.PODS, eviction.key()).then(response -> {
            if (!(response instanceof EtcdResponse.Found found) || found.entry() == null) {
                return RequestPath.refuse(missing(eviction, response));
            }
            Attempt attempt = new Attempt(request, eviction, (Pod) found.entry().value(), tries);
            return isFree(attempt.pod()) ? deleteFree(attempt) : ask(attempt);
        });
    }

    /** Pods that no budget protects: those that do nothing yet, nothing more, or not for long. */
    private static boolean isFree(Pod pod) {
        return pod.isFinished()
                || pod.phase().equals("Pending")
                || pod.metadata().isDeleting();
    }

    /** A pod that has begun to work meanwhile is not free any more (v1.22). */
    private Completion<ApiResponse> deleteFree(Attempt attempt) {
        ApiRequest.DeleteOptions options = options(attempt.eviction());
        boolean mayChange =
                !attempt.pod().isFinished() && !attempt.pod().metadata().isDeleting();
        if (!version.has(Feature.EVICTION_OF_UNREADY_PODS) || !mayChange || options.resourceVersion() != null) {
            return delete(attempt, options);
        }
        return delete(attempt, atVersion(options, attempt.pod()))
                .then(response -> response.failedWith(StatusReason.CONFLICT) && attempt.tries() > 1
                        ? later(() -> go(attempt.request(), attempt.eviction(), attempt.tries() - 1))
                        : Completion.of(response));
    }

    private Completion<ApiResponse> ask(Attempt attempt) {
        return storage.list(Resources.POD_DISRUPTION_BUDGETS, attempt.eviction().namespace())
                .then(response -> {
                    if (!(response instanceof EtcdResponse.Entries budgets)) {
                        return RequestPath.refuse(Storage.unavailable(response));
                    }
                    List<Budget> matching = new ArrayList<>(1);
                    for (EtcdEntry entry : budgets.entries()) {
                        if (entry.value() instanceof PodDisruptionBudget object
                                && new Budget(object).protects(attempt.pod())) {
                            matching.add(new Budget(object));
                        }
                    }
                    if (matching.size() > 1) {
                        return RequestPath.refuse(
                                Status.internal("This pod has more than one PodDisruptionBudget, which the"
                                        + " eviction subresource does not support."));
                    }
                    return matching.isEmpty()
                            ? delete(attempt, options(attempt.eviction()))
                            : judge(attempt.withTries(TRIES), matching.get(0));
                });
    }

    private Completion<ApiResponse> judge(Attempt attempt, Budget budget) {
        return version.has(Feature.EVICTION_OF_UNREADY_PODS) && budget.letsGo(attempt.pod(), version)
                ? deleteUnready(attempt, budget)
                : charge(attempt, budget);
    }

    /** A pod that is not ready does not count, unless it has become ready meanwhile. */
    private Completion<ApiResponse> deleteUnready(Attempt attempt, Budget budget) {
        ApiRequest.DeleteOptions options = options(attempt.eviction());
        return delete(attempt, atVersion(options, attempt.pod()))
                .map(response -> response.failedWith(StatusReason.CONFLICT) && options.resourceVersion() == null
                        ? new ApiResponse.Failed(budget.isBehind())
                        : response);
    }

    private Completion<ApiResponse> charge(Attempt attempt, Budget budget) {
        Status refusal = budget.refusal(version);
        if (refusal != null) {
            return RequestPath.refuse(refusal);
        }
        if (attempt.request().options().dryRun()) {
            return delete(attempt, options(attempt.eviction()));
        }
        PodDisruptionBudget charged =
                budget.charged(attempt.eviction().name(), Timestamps.seconds(context.clock()), version);
        return storage.put(
                        Resources.POD_DISRUPTION_BUDGETS,
                        charged,
                        charged.metadata().revision())
                .then(response -> {
                    if (response instanceof EtcdResponse.Committed) {
                        return delete(attempt, options(attempt.eviction()));
                    }
                    return response instanceof EtcdResponse.Mismatch
                            ? chargeAgain(attempt, budget)
                            : RequestPath.refuse(Storage.unavailable(response));
                });
    }

    private Completion<ApiResponse> chargeAgain(Attempt attempt, Budget budget) {
        if (attempt.tries() <= 1) {
            return RequestPath.refuse(budget.isContended());
        }
        return later(() -> storage.get(
                        Resources.POD_DISRUPTION_BUDGETS, budget.object().key())
                .then(response -> {
                    if (!(response instanceof EtcdResponse.Found found)) {
                        return RequestPath.refuse(Storage.unavailable(response));
                    }
                    return found.entry() == null
                            ? RequestPath.refuse(Status.notFound(
                                    Resources.POD_DISRUPTION_BUDGETS,
                                    budget.object().metadata().name()))
                            : charge(attempt.withTries(attempt.tries() - 1), new Budget((PodDisruptionBudget)
                                    found.entry().value()));
                }));
    }

    /** After a conflict, and a pause of half a second and a little more. */
    private Completion<ApiResponse> later(Supplier<Completion<ApiResponse>> next) {
        Completion<ApiResponse> answer = new Completion<>();
        long jitter = pauses.nextInt((int) (PAUSE / 10 / VirtualTime.MICROSECOND)) * VirtualTime.MICROSECOND;
        context.after(PAUSE + jitter, recovery.carried(() -> next.get().whenDone(answer::complete)));
        return answer;
    }

    /** Writes the reason into the pod's status, where the release does that, and deletes the pod. */
    private Completion<ApiResponse> delete(Attempt attempt, ApiRequest.DeleteOptions options) {
        if (!version.has(Feature.POD_DISRUPTION_CONDITIONS)
                || attempt.request().options().dryRun()) {
            return remove(attempt, options);
        }
        return storage.get(Resources.PODS, attempt.eviction().key()).then(response -> {
            if (!(response instanceof EtcdResponse.Found found) || found.entry() == null) {
                return RequestPath.refuse(missing(attempt.eviction(), response));
            }
            Pod pod = (Pod) found.entry().value();
            return isMeant(pod, options) ? mark(attempt, options, pod) : remove(attempt, options);
        });
    }

    /** If it is not, the deletion is refused, in its own words. */
    private static boolean isMeant(Pod pod, ApiRequest.DeleteOptions options) {
        return (options.uid() == null || options.uid().equals(pod.uid()))
                && (options.resourceVersion() == null
                        || options.resourceVersion().equals(pod.metadata().resourceVersion()));
    }

    private Completion<ApiResponse> mark(Attempt attempt, ApiRequest.DeleteOptions options, Pod pod) {
        Pod marked = disrupted(pod);
        if (marked.equals(pod)) {
            return remove(attempt, options);
        }
        return storage.put(Resources.PODS, marked, pod.metadata().revision()).then(response -> {
            if (response instanceof EtcdResponse.Committed committed) {
                Pod stored = (Pod) committed.change().object();
                return remove(attempt, options.resourceVersion() == null ? options : atVersion(options, stored));
            }
            return response instanceof EtcdResponse.Mismatch
                    ? delete(attempt, options)
                    : RequestPath.refuse(Storage.unavailable(response));
        });
    }

    /** An evicted pod keeps the time since when it is one (v1.32 pkg/api/v1/pod/util.go, UpdatePodCondition). */
    private Pod disrupted(Pod pod) {
        Pod.Status status = pod.status() == null ? PodStatusBuilder.builder().build() : pod.status();
        List<Pod.Condition> conditions = new ArrayList<>(status.conditions());
        Pod.Condition condition = pod.conditionSet(
                DISRUPTION,
                "True",
                "EvictionByEvictionAPI",
                "Eviction API: evicting",
                Timestamps.seconds(context.clock()));
        int place = pod.condition(DISRUPTION).map(conditions::indexOf).orElse(conditions.size());
        if (place == conditions.size()) {
            conditions.add(condition);
        } else {
            conditions.set(place, condition);
        }
        return pod.withStatus(status.withConditions(conditions));
    }

    private Completion<ApiResponse> remove(Attempt attempt, ApiRequest.DeleteOptions options) {
        ApiRequest.Create eviction = attempt.eviction();
        return deletions
                .delete(
                        attempt.request(),
                        new ApiRequest.Delete(Resources.PODS, eviction.namespace(), eviction.name(), options))
                .map(response -> response.isSuccess() ? new ApiResponse.Done(201) : response);
    }

    private static ApiRequest.DeleteOptions atVersion(ApiRequest.DeleteOptions options, Pod pod) {
        return new ApiRequest.DeleteOptions(
                options.gracePeriodSeconds(),
                options.uid(),
                options.propagationPolicy(),
                pod.metadata().resourceVersion());
    }

    /** Whether the eviction itself asks for a dry run, as its query may, too. */
    private static boolean tried(ApiRequest.Create eviction) {
        return eviction.body() instanceof GenericObject body
                && JsonFields.map(body.other(), "deleteOptions").get("dryRun") instanceof List<?> stages
                && !stages.isEmpty();
    }

    private static RequestContext dry(RequestContext context) {
        return new RequestContext(
                context.call(),
                context.user(),
                context.received(),
                context.options().dry());
    }

    /** How the eviction wants the pod to be deleted. */
    private static ApiRequest.DeleteOptions options(ApiRequest.Create eviction) {
        if (!(eviction.body() instanceof GenericObject body) || !body.other().containsKey("deleteOptions")) {
            return ApiRequest.DeleteOptions.DEFAULT;
        }
        Map<String, Object> tree = JsonFields.map(body.other(), "deleteOptions");
        Map<String, Object> preconditions = JsonFields.map(tree, "preconditions");
        String version = text(preconditions, "resourceVersion");
        Long grace = tree.get("gracePeriodSeconds") instanceof Number number ? number.longValue() : null;
        return new ApiRequest.DeleteOptions(
                grace,
                text(preconditions, "uid"),
                text(tree, "propagationPolicy"),
                version == null ? null : ResourceVersion.of(version));
    }

    private static String text(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : null;
    }
}
