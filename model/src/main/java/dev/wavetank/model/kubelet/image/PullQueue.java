package dev.wavetank.model.kubelet.image;

import dev.wavetank.model.client.flowcontrol.TokenBucket;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.trace.hop.PullHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The pulls of a node, in the order of the requests: one after the other, or several at the same time. One that exceeds
 * the kubelet's own rate when its turn comes fails at once ({@code pkg/kubelet/images/puller.go}, {@code helpers.go}).
 */
public final class PullQueue {

    private static final CriResponse.Failed TOO_FAST = new CriResponse.Failed("pull QPS exceeded");

    private final Context context;
    private final CriClient cri;
    private final int parallel;
    private final TokenBucket bucket;
    private final Queue<Runnable> waiting = new ArrayDeque<>(1);
    private int pulling;

    /** An empty queue. */
    public PullQueue(Context context, CriClient cri, PullSettings settings) {
        this.context = context;
        this.cri = cri;
        this.parallel = settings.parallel();
        this.bucket = new TokenBucket(settings.limit());
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
            call(request).whenDone(response -> {
                pulling--;
                next();
                result.complete(new Pulled(response, context.now() - begun));
            });
        });
        next();
        return result;
    }

    private Completion<CriResponse> call(CriRequest.PullImage request) {
        return bucket.tryTake(context.now()) ? cri.call(request) : Completion.of(TOO_FAST);
    }

    private void next() {
        while (pulling < parallel && !waiting.isEmpty()) {
            pulling++;
            long cause = context.cause();
            waiting.remove().run();
            context.resume(cause);
        }
    }
}
