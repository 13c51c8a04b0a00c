package dev.wavetank.properties.coverage;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.trace.RequestTrace;

/** Predicates on a request and its response. */
final class Requests {

    private Requests() {}

    static boolean isServerFailure(RequestTrace request) {
        return request.response().code() >= 500;
    }

    static boolean isConflict(RequestTrace request, boolean ofStatus) {
        return request.response().failedWith(StatusReason.CONFLICT)
                && request.call().request().subresource().equals("status") == ofStatus;
    }

    static boolean isOfExistingObject(RequestTrace request) {
        return request.response().failedWith(StatusReason.ALREADY_EXISTS);
    }

    static boolean isOfGoneObject(RequestTrace request) {
        Verb verb = request.call().request().verb();
        return verb.isMutating() && verb != Verb.CREATE && request.response().failedWith(StatusReason.NOT_FOUND);
    }

    static boolean isRefusedByQuota(RequestTrace request) {
        return request.response().code() == 403
                && request.response() instanceof ApiResponse.Failed failed
                && failed.status().message().contains("exceeded quota");
    }
}
