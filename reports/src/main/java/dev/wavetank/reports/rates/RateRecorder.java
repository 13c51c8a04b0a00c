package dev.wavetank.reports.rates;

import dev.wavetank.model.trace.AnsweredCall;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.trace.hop.CommandHop;
import dev.wavetank.model.trace.hop.DeliveryHop;
import dev.wavetank.model.trace.hop.DequeueHop;
import dev.wavetank.model.trace.hop.SchedulerHop;
import dev.wavetank.model.trace.hop.ThrottleHop;
import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Counts what happens over virtual time. It reads details, so that a run without it costs nothing; it keeps the time of
 * every record, 8 bytes, because a wait began with the record that caused it.
 *
 * <p>Names of components are those of their programs: the kubelets of all nodes are one.
 */
public final class RateRecorder implements TraceSink {

    /** Requests that the API server answered, by component, verb and resource. */
    public static final String REQUESTS = "api_requests";

    /** Requests between arrival and answer, watches left out. */
    public static final String IN_FLIGHT = "api_requests_in_flight";

    /** Writes that the API server refused because the object had changed since it was read. */
    public static final String CONFLICTS = "api_conflicts";

    /** Requests that the API server refused for now, with 429, by component. */
    public static final String REFUSED = "api_requests_refused";

    /** Wait of requests for the rate limit of their client. */
    public static final String THROTTLE = "client_throttle_wait_seconds";

    /** Keys that wait for a worker; each counts when it has been taken. */
    public static final String DEPTH = "workqueue_depth";

    /** From the commit of a change to its arrival in the cache of a component. */
    public static final String WATCH_LAG = "watch_lag_seconds";

    /** Changes that etcd committed. */
    public static final String COMMITS = "etcd_commits";

    /** Attempts of schedulers to place a pod. */
    public static final String ATTEMPTS = "scheduler_attempts";

    /** Pods that are ready. */
    public static final String READY = "pods_ready";

    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_SIZE = 1 << 12;
    private static final int COMMANDS_MAX = 200;
    private static final String COMPONENT = "component";

    private final Timeline timeline = new Timeline();
    private final Map<String, Call> calls = new TreeMap<>();
    private final List<Rates.Command> commands = new ArrayList<>();
    private long[] ends = new long[FIRST_SIZE];
    private long ready;
    private long readySince;

    /** Requests of one kind. */
    private record Call(String verb, String resource, String scope, Histogram micros) {}

    /** Nothing has happened. */
    public RateRecorder() {}

    @Override
    public boolean wantsDetails() {
        return true;
    }

    @Override
    public void accept(TraceEntry entry) {
        long end = Math.max(0, Steps.end(entry));
        int number = Math.toIntExact(entry.number());
        if (number >= ends.length) {
            ends = Arrays.copyOf(ends, Math.max(number + 1, ends.length * 2));
        }
        ends[number] = end;
        long began = entry.cause() == 0 ? end : Math.min(end, ends[(int) entry.cause()]);
        if (entry.time() > 0) {
            count(entry, began, end);
        } else if (entry.record() instanceof StoreTrace store) {
            stored(store, 0);
        } else if (entry.record() instanceof CommandHop command) {
            typed(command, 0);
        }
    }

    /** What happened before the run, while the cluster was assembled, has no time and is not counted. */
    private void count(TraceEntry entry, long began, long end) {
        TraceRecord record = entry.record();
        if (record instanceof AnsweredCall call) {
            answered(call, entry.time());
            if (record instanceof RequestTrace request && request.code() == TOO_MANY_REQUESTS) {
                timeline.count(entry.time(), REFUSED, COMPONENT, program(request.agent()));
            }
            if (record instanceof RequestTrace request && request.isConflict()) {
                timeline.count(entry.time(), CONFLICTS, COMPONENT, program(request.agent()));
            }
        } else if (record instanceof StoreTrace store) {
            timeline.count(entry.time(), COMMITS);
            stored(store, entry.time());
        } else if (record instanceof ThrottleHop throttled) {
            timeline.waited(end, end - began, THROTTLE, COMPONENT, program(throttled.agent()));
        } else if (record instanceof DequeueHop taken) {
            timeline.level(began, end, 1, DEPTH, "queue", taken.queue());
        } else if (record instanceof DeliveryHop delivery) {
            if (!delivery.listed()) {
                timeline.waited(end, end - began, WATCH_LAG, COMPONENT, program(entry.component()));
            }
        } else if (record instanceof SchedulerHop.Attempt) {
            timeline.count(end, ATTEMPTS);
        } else if (record instanceof CommandHop command) {
            typed(command, entry.time());
        }
    }

    private void typed(CommandHop command, long time) {
        if (commands.size() < COMMANDS_MAX) {
            commands.add(new Rates.Command(time, "kubectl " + command.words()));
        }
    }

    private void answered(AnsweredCall call, long time) {
        String resource = call.resource();
        String verb = call.action();
        timeline.count(time, REQUESTS, COMPONENT, program(call.agent()), "verb", verb, "resource", resource);
        timeline.level(call.received(), time, 1, IN_FLIGHT);
        String scope = call.scope();
        calls.computeIfAbsent(
                        verb + ' ' + resource + ' ' + scope, key -> new Call(verb, resource, scope, new Histogram(3)))
                .micros()
                .recordValue((time - call.received()) / VirtualTime.MICROSECOND);
    }

    private void stored(StoreTrace store, long time) {
        int gained = store.readyPodsGained();
        if (gained != 0) {
            timeline.level(readySince, time, ready, READY);
            readySince = time;
            ready = Math.max(0, ready + gained);
        }
    }

    /** The program, of which there may be one on every node. */
    private static String program(String component) {
        int slash = component.indexOf('/');
        return slash < 0 ? component : component.substring(0, slash);
    }

    /**
     * What happened. To be called once, when the run is over.
     *
     * @param end virtual time at the end, in nanoseconds
     */
    public Rates rates(long end) {
        timeline.level(readySince, end, ready, READY);
        readySince = end;
        List<CallLatency> latencies = new ArrayList<>();
        for (Call call : calls.values()) {
            Histogram micros = call.micros();
            latencies.add(new CallLatency(
                    call.verb(),
                    call.resource(),
                    call.scope(),
                    micros.getTotalCount(),
                    micros.getValueAtPercentile(50),
                    micros.getValueAtPercentile(90),
                    micros.getValueAtPercentile(99),
                    micros.getMaxValue()));
        }
        List<RateSeries> series = timeline.series(end);
        return new Rates(timeline.width(), series, latencies, commands);
    }
}
