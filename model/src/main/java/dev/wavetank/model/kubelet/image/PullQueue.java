package dev.wavetank.model.kubelet.image;

import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.trace.hop.PullHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayDeque;
import java.util.Queue;

/** A node pulls one image after the other ({@code --serialize-image-pulls}), in the order of the requests. */
final class PullQueue {

    private final Context context;
    private final CriClient cri;
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private boolean pulling;

    PullQueue(Context context, CriClient cri) {
        this.context = context;
        this.cri = cri;
    }

    /**
     * The end of a pull.
     *
     * @param response of the runtime
     * @param nanos how long the pull itself took
     */
    record Pulled(CriResponse response, long nanos) {}

    Completion<Pulled> pull(CriRequest.PullImage request) {
        Completion<Pulled> result = new Completion<>();
        long cause = context.cause();
        long asked = context.now();
        waiting.add(() -> {
            context.resume(cause);
            long begun = context.now();
            if (begun > asked && context.tracesDetails()) {
                context.trace(new PullHop(request.image(), begun - asked));
            }
            cri.call(request).whenDone(response -> {
                pulling = false;
                next();
                result.complete(new Pulled(response, context.now() - begun));
            });
        });
        next();
        return result;
    }

    private void next() {
        if (!pulling && !waiting.isEmpty()) {
            pulling = true;
            long cause = context.cause();
            waiting.remove().run();
            context.resume(cause);
        }
    }
}
