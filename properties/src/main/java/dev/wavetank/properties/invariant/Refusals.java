package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Requests that the API server refuses because of what users have asked for: quotas, permissions, webhooks, missing
 * service accounts, invalid templates; and because etcd takes no writes.
 *
 * <p>A refusal stands until the same client succeeds with the same kind of request, and no longer than {@link
 * #REPEATED_WITHIN}: a controller that has given up asking is no obstacle of the user's.
 */
final class Refusals {

    /** The greatest back-off of a work queue, 1000 s, and the time-out of the request that follows it. */
    private static final long REPEATED_WITHIN = 1062 * VirtualTime.SECOND;

    /** The user's own commands are not repeated by anybody. */
    private static final String USERS = "kubectl";

    /** How the API server begins to say what a component may not do. */
    private static final String WITHOUT_PERMISSION = ": User \"system:";

    private final Map<String, Refusal> latest = new LinkedHashMap<>();
    private boolean noSpace;

    private record Refusal(long at, String owner, String message) {}

    /** Applies the answer to a request. */
    void observe(RequestTrace request, long now) {
        observeStorage(request);
        boolean refused =
                isRefused(request.response()) && !request.call().userAgent().startsWith(USERS);
        if (!refused && latest.isEmpty()) {
            return;
        }
        ApiRequest asked = request.call().request();
        String owner = owner(asked);
        String message = message(request.response());
        String key = String.join(
                " ", request.call().userAgent(), asked.verb().toString(), request.resource(), asked.namespace(), owner);
        if (refused && !(owner.isEmpty() && !message.contains(WITHOUT_PERMISSION))) {
            latest.put(key, new Refusal(now, owner, message));
        } else if (request.response().isSuccess()) {
            latest.remove(key);
        }
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

    /** What a component may not do at all, for want of a permission. */
    Optional<String> ofComponents(long now) {
        forget(now);
        return latest.values().stream()
                .map(Refusal::message)
                .filter(message -> message.contains(WITHOUT_PERMISSION))
                .findFirst();
    }

    /** What etcd says while its space is exhausted. */
    Optional<String> ofStorage() {
        return noSpace ? Optional.of(EtcdErrors.NO_SPACE) : Optional.empty();
    }

    private void forget(long now) {
        for (Iterator<Refusal> each = latest.values().iterator(); each.hasNext(); ) {
            if (now - each.next().at() > REPEATED_WITHIN) {
                each.remove();
            }
        }
    }

    private static boolean isRefused(ApiResponse response) {
        if (!(response instanceof ApiResponse.Failed failed)) {
            return false;
        }
        int code = failed.status().code();
        return code == 403 || code == 422 || message(response).contains("webhook \"");
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
