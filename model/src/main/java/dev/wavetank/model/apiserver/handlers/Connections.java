package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.admission.AdmissionChain;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.Completion;

/**
 * Connections to what runs on a node ({@code exec}, {@code attach}, {@code portforward}, {@code proxy}). As in the real
 * server admission judges them, with their options as the object, before the server looks up their target.
 * Streams are not simulated, so they lead nowhere, but for {@code exec}: its response is the object, and the
 * HTTP handler then calls the kubelet.
 */
final class Connections {

    /** The code of a connection that changes its protocol. */
    private static final int SWITCHING = 101;

    private final Storage storage;
    private final AdmissionChain admission;

    Connections(Storage storage, AdmissionChain admission) {
        this.storage = storage;
        this.admission = admission;
    }

    Completion<ApiResponse> connect(RequestContext request, ApiRequest.Create connection) {
        AdmissionRequest asked = new AdmissionRequest(
                Verb.CONNECT,
                connection.resource(),
                connection.namespace(),
                connection.name(),
                connection.subresource(),
                connection.body(),
                null,
                false,
                request.user(),
                null);
        return admission
                .admit(asked)
                .then(verdict -> verdict instanceof AdmissionDecision.Refused refused
                        ? RequestPath.refuse(refused.status())
                        : storage.get(connection.resource(), connection.key())
                                .map(response -> end(connection, response)));
    }

    private static ApiResponse end(ApiRequest.Create connection, EtcdResponse response) {
        if (!(response instanceof EtcdResponse.Found found)) {
            return new ApiResponse.Failed(Storage.unavailable(response));
        }
        if (found.entry() == null) {
            return new ApiResponse.Failed(Status.notFound(connection.resource(), connection.name()));
        }
        if (connection.subresource().equals("exec")) {
            return new ApiResponse.One(SWITCHING, found.entry().value());
        }
        String what = connection.resource().plural() + "/" + connection.subresource();
        return new ApiResponse.Failed(Status.generic(StatusReason.NOT_IMPLEMENTED, "the simulation has no " + what));
    }
}
