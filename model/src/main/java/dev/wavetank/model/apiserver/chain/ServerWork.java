package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

    /** The work for one request. A named class for speed, see {@link Completion}. */
    private final class Visit implements Event, Consumer<ApiResponse> {

        private final RequestInFlight passage;
        private final Next next;
        private final RandomStream random;
        private final Completion<ApiResponse> answer = new Completion<>();
        private final long work;
        private final long span;
        private @Nullable ApiResponse encoded;

        private Visit(RequestInFlight passage, Next next, RandomStream random) {
            this.passage = passage;
            this.next = next;
            this.random = random;
            this.work = before(passage.incoming(), random);
            this.span = untilDone(work);
        }

        /** What comes before etcd is done, or the response is encoded. */
        @Override
        public void fire() {
            ApiResponse response = encoded;
            if (response != null) {
                answer.complete(response);
                return;
            }
            recordQueueing();
            next.handle(passage).whenDone(this);
        }

        @Override
        public void accept(ApiResponse response) {
            if (passage.incoming().isLongRunning()) {
                answer.complete(response);
            } else {
                encoded = response;
                context.spend(untilDone(times.encode().sample(random)), recovery.carried(this));
            }
        }

        /** Says in the trace how long the request has waited for a processor. */
        private void recordQueueing() {
            if (span > work && context.tracesDetails()) {
                String request =
                        passage.attributes().verb() + " " + passage.incoming().uri();
                context.trace(new ServerHop.Queued(request, span - work, work));
            }
        }
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        Visit visit = new Visit(passage, next, stream(passage.incoming().userAgent()));
        context.spend(visit.span, recovery.carried(visit));
        return visit.answer;
    }

    private RandomStream stream(String agent) {
        RandomStream known = streams.get(agent);
        if (known == null) {
            known = context.random("serviceTime/" + agent);
            streams.put(agent, known);
        }
        return known;
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
