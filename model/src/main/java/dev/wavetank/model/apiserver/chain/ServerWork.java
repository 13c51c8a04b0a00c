package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Takes the time of the server's processors: once for all that comes before etcd, once for the response. What finds no
 * processor free waits, first come, first served; so an overloaded server becomes slow before it refuses.
 */
final class ServerWork implements Link {

    private final Context context;
    private final Recovery recovery;
    private final ServiceTimes times;
    /** The streams of the service times, by user agent. */
    private final Map<String, RandomStream> streams = new LinkedHashMap<>();
    /** When each processor will have done what it was given, in virtual nanoseconds. */
    private final long[] freeAt;

    ServerWork(Context context, Recovery recovery, FlowControl flow) {
        this.context = context;
        this.recovery = recovery;
        this.times = flow.times();
        this.freeAt = new long[flow.cpus()];
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        Completion<ApiResponse> answer = new Completion<>();
        RandomStream random = streams.computeIfAbsent(
                passage.incoming().userAgent(), agent -> context.random("serviceTime/" + agent));
        long work = before(passage.incoming(), random);
        long span = untilDone(work);
        context.spend(
                span,
                recovery.carried(() -> next.handle(queued(passage, span, work)).whenDone(response -> {
                    if (passage.incoming().isLongRunning()) {
                        answer.complete(response);
                    } else {
                        context.spend(
                                untilDone(times.encode().sample(random)),
                                recovery.carried(() -> answer.complete(response)));
                    }
                })));
        return answer;
    }

    /** Says in the trace how long the request has waited for a processor. */
    private RequestInFlight queued(RequestInFlight passage, long span, long work) {
        if (span > work && context.tracesDetails()) {
            String request =
                    passage.attributes().verb() + " " + passage.incoming().uri();
            context.trace(new ServerHop.Queued(request, span - work, work));
        }
        return passage;
    }

    private long before(Incoming incoming, RandomStream random) {
        long work = times.decode().sample(random)
                + times.access().sample(random)
                + times.registry().sample(random);
        return incoming.isMutating() ? work + times.admission().sample(random) : work;
    }

    /**
     * From now until work of this length, which is given to the processor that is free first, is done. What was
     * done before the run keeps no processor busy.
     */
    private long untilDone(long work) {
        if (context.isBeginning()) {
            return work;
        }
        int earliest = 0;
        for (int i = 1; i < freeAt.length; i++) {
            if (freeAt[i] < freeAt[earliest]) {
                earliest = i;
            }
        }
        freeAt[earliest] = Math.max(freeAt[earliest], context.now()) + work;
        return freeAt[earliest] - context.now();
    }
}
