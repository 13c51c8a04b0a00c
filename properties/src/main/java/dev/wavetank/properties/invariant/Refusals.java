package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Requests that the API server refuses because of what users have asked for: quotas, permissions, webhooks, missing
 * service accounts, invalid templates; and because etcd takes no writes.
 *
 * <p>A refusal stands until the same client succeeds with the same kind of request, and no longer than {@link
 * #REPEATED_WITHIN}: a controller that has forgotten to ask again is no obstacle of the user's. One whose work queue
 * drops the key after as many failures as Kubernetes allows does as it should.
 */
final class Refusals {

    /** The greatest back-off of a work queue, 1000 s, and the time-out of the request that follows it. */
    private static final long REPEATED_WITHIN = 1062 * VirtualTime.SECOND;

    /** The user's own commands are not repeated by anybody. */
    private static final String USERS = "kubectl";

    /** How the API server begins to say what a component may not do. */
    private static final String WITHOUT_PERMISSION = ": User \"system:";

    /** How each text about a webhook that refuses or does not answer names it. */
    private static final String WEBHOOK = "webhook \"";

    /** Events that are refused are not written again, and nothing waits for them. */
    private static final String REPORTS = "events";

    private static final int GONE = 404;

    private final Map<String, Refusal> latest = new LinkedHashMap<>();
    /**
     * What webhooks refuse components, except what {@link #latest} has for the sake of an owner. It does not age: some
     * writes are never repeated, as the Deployment controller's when it scales an old ReplicaSet down.
     */
    private final Map<String, Refusal> byWebhooks = new LinkedHashMap<>();

    private boolean noSpace;

    /**
     * The last one of its kind.
     *
     * @param owner uid of the controller of what was to be created, or the empty string
     * @param message of the API server
     * @param request in words
     * @param last whether the component has given up: its work queue has dropped the key for this reason
     */
    private record Refusal(long at, String owner, String message, String request, boolean last) {

        private boolean isOver(long now) {
            return !last && now - at > REPEATED_WITHIN;
        }

        private Refusal givenUp() {
            return new Refusal(at, owner, message, request, true);
        }
    }

    /** Applies the answer to a request. */
    void observe(RequestTrace request, long now) {
        observeStorage(request);
        boolean refused =
                isRefused(request.response()) && !request.call().userAgent().startsWith(USERS);
        if (!refused && latest.isEmpty() && byWebhooks.isEmpty()) {
            return;
        }
        ApiRequest asked = request.call().request();
        String owner = owner(asked);
        String message = message(request.response());
        String kind = String.join(
                " ", request.call().userAgent(), asked.verb().toString(), request.resource(), asked.namespace());
        if (refused && (!owner.isEmpty() || message.contains(WITHOUT_PERMISSION))) {
            latest.put(kind + " " + owner, new Refusal(now, owner, message, described(request), false));
        } else if (refused && message.contains(WEBHOOK) && !isReport(asked)) {
            byWebhooks.put(kind + " " + asked.name(), new Refusal(now, "", message, described(request), false));
        } else if (request.response().isSuccess() || request.response().code() == GONE) {
            latest.remove(kind + " " + owner);
            byWebhooks.remove(kind + " " + asked.name());
        }
    }

    private static boolean isReport(ApiRequest request) {
        return REPORTS.equals(request.resource().plural())
                && !(request instanceof ApiRequest.Delete || request instanceof ApiRequest.DeleteCollection);
    }

    private static String described(RequestTrace request) {
        return request.call().request().verb() + " of " + request.subject() + " by "
                + request.call().userAgent();
    }

    /** A component that has given up asks no more, and what it was refused is the last word. */
    void observe(GivenUpTrace key) {
        latest.replaceAll((kind, refusal) -> key.reason().contains(refusal.message()) ? refusal.givenUp() : refusal);
    }

    private void observeStorage(RequestTrace request) {
        if (message(request.response()).contains(EtcdErrors.NO_SPACE)) {
            noSpace = true;
        } else if (request.isWrite()) {
            noSpace = false;
        }
    }

    /** Why objects of this owner are not created. */
    Optional<String> of(String ownerUid, long now) {
        forget(now);
        return latest.values().stream()
                .filter(refusal -> refusal.owner().equals(ownerUid))
                .findFirst()
                .map(Refusal::message);
    }

    /** What a component may not do at all, for want of a permission, or which of its writes a webhook refuses. */
    Optional<String> ofComponents(long now) {
        forget(now);
        return latest.values().stream()
                .map(Refusal::message)
                .filter(message -> message.contains(WITHOUT_PERMISSION))
                .findFirst()
                .or(() -> byWebhooks.values().stream()
                        .map(refusal -> "the API server refuses " + refusal.request() + ": " + refusal.message())
                        .findFirst());
    }

    /** What etcd says while its space is exhausted. */
    Optional<String> ofStorage() {
        return noSpace ? Optional.of(EtcdErrors.NO_SPACE) : Optional.empty();
    }

    private void forget(long now) {
        latest.values().removeIf(refusal -> refusal.isOver(now));
    }

    private static boolean isRefused(ApiResponse response) {
        if (!(response instanceof ApiResponse.Failed failed)) {
            return false;
        }
        int code = failed.status().code();
        return code == 403 || code == 422 || message(response).contains(WEBHOOK);
    }

    private static String message(ApiResponse response) {
        if (!(response instanceof ApiResponse.Failed failed)) {
            return "";
        }
        Status status = failed.status();
        return status.message() == null ? "" : status.message();
    }

    private static String owner(ApiRequest request) {
        return request instanceof ApiRequest.Create create && create.body().metadata() != null
                ? create.body().metadata().controller().map(OwnerReference::uid).orElse("")
                : "";
    }
}
