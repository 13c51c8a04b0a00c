package dev.wavetank.model.kubelet.cri;

import dev.wavetank.sim.network.CallHandler.Responder;
import java.util.function.BiConsumer;

/** The handlers by which a runtime can run the containers of a sandbox, such as runc and one of virtual machines. */
final class OciHandlers {

    private OciHandlers() {}

    /** Makes a sandbox by the handler that it asks for, which may take longer than the default, or fails. */
    static void make(
            CriRequest.RunPodSandbox request,
            Responder<CriResponse> out,
            Machine machine,
            RuntimeWork work,
            BiConsumer<CriRequest.RunPodSandbox, Responder<CriResponse>> make) {
        Long more = request.handler().isEmpty()
                ? Long.valueOf(0)
                : machine.handlers().get(request.handler());
        if (more == null) {
            out.respond(new CriResponse.Failed(
                    "failed to get sandbox runtime: no runtime for \"" + request.handler() + "\" is configured"));
        } else if (more == 0) {
            make.accept(request, out);
        } else {
            work.await(more, () -> make.accept(request, out));
        }
    }
}
