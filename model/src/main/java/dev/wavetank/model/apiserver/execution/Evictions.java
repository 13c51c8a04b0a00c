package dev.wavetank.model.apiserver.execution;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Evictions: deletions of pods that a PodDisruptionBudget may forbid (POST to {@code pods/eviction}). */
final class Evictions {

    private static final ResourceType BUDGETS =
            new ResourceType("policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", true);
    private static final String ALLOWED = "disruptionsAllowed";

    private final Storage storage;
    private final Deletions deletions;

    Evictions(Storage storage, Deletions deletions) {
        this.storage = storage;
        this.deletions = deletions;
    }

    Completion<ApiResponse> evict(RequestContext request, ApiRequest.Create eviction) {
        return storage.get(Resources.PODS, eviction.key()).then(response -> {
            if (!(response instanceof EtcdResponse.Found found)) {
                return RequestPath.refuse(Storage.unavailable(response));
            }
            if (found.entry() == null) {
                return RequestPath.refuse(Status.notFound(Resources.PODS, eviction.name()));
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
        status.put(ALLOWED, allowed - 1);
        Map<String, Object> fields = new LinkedHashMap<>(budget.other());
        fields.put("status", status);
        KubernetesObject charged = budget.withOther(fields);
        return storage.put(BUDGETS, charged, budget.metadata().revision())
                .then(response -> response instanceof EtcdResponse.Committed
                        ? delete(request, eviction)
                        : evict(request, eviction));
    }

    private Completion<ApiResponse> delete(RequestContext request, ApiRequest.Create eviction) {
        ApiRequest.Delete delete = new ApiRequest.Delete(
                Resources.PODS, eviction.namespace(), eviction.name(), ApiRequest.DeleteOptions.DEFAULT);
        return deletions
                .delete(request, delete)
                .map(response -> response.isSuccess() ? new ApiResponse.Done(201) : response);
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
