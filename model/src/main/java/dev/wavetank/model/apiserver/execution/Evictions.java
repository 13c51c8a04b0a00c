package dev.wavetank.model.apiserver.execution;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.Verdict;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Evictions: deletions of pods that a PodDisruptionBudget may forbid (POST to {@code pods/eviction}). Admission sees
 * the creation of the eviction; the deletion that follows is the server's own and passes no admission.
 */
final class Evictions {

    private static final ResourceType BUDGETS =
            new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true);
    private static final String ALLOWED = "disruptionsAllowed";

    private final Storage storage;
    private final AdmissionChain admission;
    private final Deletions deletions;

    /**
     * Evictions.
     *
     * @param admission judges evictions
     * @param deletions deletes pods without asking anybody
     */
    Evictions(Storage storage, AdmissionChain admission, Deletions deletions) {
        this.storage = storage;
        this.admission = admission;
        this.deletions = deletions;
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
                .then(verdict -> verdict instanceof Verdict.Refused refused
                        ? RequestPath.refuse(refused.status())
                        : judge(request, eviction, asked.withObject(((Verdict.Admitted) verdict).object())));
    }

    /** A pod that is missing is told of before validating admission is asked. */
    private Completion<ApiResponse> judge(
            RequestContext request, ApiRequest.Create eviction, AdmissionRequest admitted) {
        return storage.get(Resources.PODS, eviction.key())
                .then(response -> response instanceof EtcdResponse.Found found && found.entry() != null
                        ? admission
                                .validate(admitted)
                                .then(verdict -> verdict instanceof Verdict.Refused refused
                                        ? RequestPath.refuse(refused.status())
                                        : go(request, eviction))
                        : RequestPath.refuse(missing(eviction, response)));
    }

    private static Status missing(ApiRequest.Create eviction, EtcdResponse response) {
        return response instanceof EtcdResponse.Found
                ? Status.notFound(Resources.PODS, eviction.name())
                : Storage.unavailable(response);
    }

    private Completion<ApiResponse> go(RequestContext request, ApiRequest.Create eviction) {
        return storage.get(Resources.PODS, eviction.key()).then(response -> {
            if (!(response instanceof EtcdResponse.Found found) || found.entry() == null) {
                return RequestPath.refuse(missing(eviction, response));
            }
            Pod pod = (Pod) found.entry().value();
            boolean free = pod.isFinished()
                    || pod.phase().equals("Pending")
                    || pod.metadata().isDeleting();
            return free ? delete(request, eviction) : ask(request, eviction, pod);
        });
    }

    private Completion<ApiResponse> ask(RequestContext request, ApiRequest.Create eviction, Pod pod) {
        return storage.list(BUDGETS, eviction.namespace()).then(response -> {
            if (!(response instanceof EtcdResponse.Entries budgets)) {
                return RequestPath.refuse(Storage.unavailable(response));
            }
            List<GenericObject> matching = new ArrayList<>(1);
            for (EtcdEntry entry : budgets.entries()) {
                if (entry.value() instanceof GenericObject budget && selects(budget, pod)) {
                    matching.add(budget);
                }
            }
            if (matching.size() > 1) {
                return RequestPath.refuse(Status.internal("This pod has more than one PodDisruptionBudget, which the"
                        + " eviction subresource does not support."));
            }
            return matching.isEmpty() ? delete(request, eviction) : charge(matching.get(0), request, eviction);
        });
    }

    private Completion<ApiResponse> charge(GenericObject budget, RequestContext request, ApiRequest.Create eviction) {
        Map<String, Object> status = new LinkedHashMap<>(map(budget.other().get("status")));
        String name = budget.metadata().name();
        long observed = number(status, "observedGeneration");
        if (budget.metadata().generation() != null
                && observed < budget.metadata().generation()) {
            return RequestPath.refuse(
                    refusal("The disruption budget " + name + " is still being processed by the server.", 10));
        }
        long allowed = number(status, ALLOWED);
        if (allowed < 0) {
            return RequestPath.refuse(Status.forbidden(BUDGETS, name, "pdb disruptions allowed is negative"));
        }
        if (allowed == 0) {
            return RequestPath.refuse(refusal(
                    "The disruption budget " + name + " needs " + number(status, "desiredHealthy")
                            + " healthy pods and has " + number(status, "currentHealthy") + " currently",
                    null));
        }
        if (request.options().dryRun()) {
            return delete(request, eviction);
        }
        status.put(ALLOWED, allowed - 1);
        Map<String, Object> fields = new LinkedHashMap<>(budget.other());
        fields.put("status", status);
        KubernetesObject charged = budget.withOther(fields);
        return storage.put(BUDGETS, charged, budget.metadata().revision())
                .then(response ->
                        response instanceof EtcdResponse.Committed ? delete(request, eviction) : go(request, eviction));
    }

    private Completion<ApiResponse> delete(RequestContext request, ApiRequest.Create eviction) {
        ApiRequest.Delete delete =
                new ApiRequest.Delete(Resources.PODS, eviction.namespace(), eviction.name(), options(eviction));
        return deletions
                .delete(request, delete)
                .map(response -> response.isSuccess() ? new ApiResponse.Done(201) : response);
    }

    /** Whether the eviction itself asks for a dry run, as its query may, too. */
    private static boolean tried(ApiRequest.Create eviction) {
        return eviction.body() instanceof GenericObject body
                && map(body.other().get("deleteOptions")).get("dryRun") instanceof List<?> stages
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
        Map<String, Object> tree = map(body.other().get("deleteOptions"));
        Map<String, Object> preconditions = map(tree.get("preconditions"));
        Long grace = tree.get("gracePeriodSeconds") instanceof Number number ? number.longValue() : null;
        return new ApiRequest.DeleteOptions(
                grace,
                text(preconditions, "uid"),
                text(tree, "propagationPolicy"),
                text(preconditions, "resourceVersion"));
    }

    private static String text(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof String text ? text : null;
    }

    private static Status refusal(String why, Integer retryAfterSeconds) {
        Status.Cause cause = new Status.Cause("DisruptionBudget", why, null);
        return Status.failure(
                429,
                "TooManyRequests",
                "Cannot evict pod as it would violate the pod's disruption budget.",
                new Status.Details(null, null, null, null, List.of(cause), retryAfterSeconds));
    }

    private static boolean selects(GenericObject budget, Pod pod) {
        Map<?, ?> selector = map(map(budget.other().get("spec")).get("selector"));
        Map<String, String> labels = new LinkedHashMap<>();
        map(selector.get("matchLabels")).forEach((key, value) -> labels.put(key, String.valueOf(value)));
        List<LabelSelector.Requirement> requirements = new ArrayList<>();
        if (selector.get("matchExpressions") instanceof List<?> list) {
            for (Object item : list) {
                Map<String, Object> requirement = map(item);
                List<String> values = new ArrayList<>();
                if (requirement.get("values") instanceof List<?> given) {
                    given.forEach(value -> values.add(String.valueOf(value)));
                }
                requirements.add(new LabelSelector.Requirement(
                        String.valueOf(requirement.get("key")), String.valueOf(requirement.get("operator")), values));
            }
        }
        LabelSelector labelSelector = new LabelSelector(labels, requirements);
        return !labelSelector.isEmpty() && labelSelector.matches(pod.metadata().labels());
    }

    @SuppressWarnings("unchecked") // JSON trees have text keys only
    private static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : new LinkedHashMap<>();
    }

    private static long number(Map<String, Object> tree, String field) {
        return tree.get(field) instanceof Number number ? number.longValue() : 0;
    }
}
