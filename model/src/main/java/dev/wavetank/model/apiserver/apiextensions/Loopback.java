package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.model.apiserver.request.RequestContext;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/** How the controllers within a server send requests to it: as the server itself, which may do everything. */
final class Loopback {

    private static final User SERVER = User.master("system:apiserver");

    private final Context context;
    private final Handler handler;

    Loopback(Context context, Handler handler) {
        this.context = context;
        this.handler = handler;
    }

    Completion<ApiResponse> send(ApiRequest request) {
        return handler.handle(new RequestContext(new ApiCall("", "kube-apiserver", request), SERVER, context.now()));
    }

    /** Writes the status of a definition. */
    Completion<ApiResponse> updateStatus(KubernetesObject definition) {
        return send(new ApiRequest.Update(Definition.RESOURCE, Definition.STATUS, definition));
    }
}
