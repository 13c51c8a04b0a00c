package dev.wavetank.model.metrics;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A metrics server: it measures all pods once a period, and answers for {@code metrics.k8s.io/v1beta1} what it measured
 * last. As CPU usage is the difference between two measurements, a pod has metrics from its second one on
 * (kubernetes-sigs/metrics-server, pkg/storage, v0.6). Before its first measurement it is not ready to serve.
 *
 * <p>The real one asks every kubelet. This one knows the pods from the API server, because their usage stands in their
 * annotations; a node that is cut off therefore has metrics as long as its pods count as running.
 */
public final class MetricsServer implements Component {

    private final Context context;
    private final Endpoint endpoint;
    private final Informer<Pod> pods;
    private final Informer<Node> nodes;
    private final Settings settings;
    private final RandomStream latencies;
    private Set<String> measuredOnce = Set.of();
    private MeasuredUsage measured = MeasuredUsage.NOTHING;

    /**
     * What can be set.
     *
     * @param resolution from one measurement to the next in nanoseconds ({@code --metric-resolution})
     * @param latency how long one answer takes, without the network
     */
    public record Settings(long resolution, Distribution latency) {}

    /** A server that has not started. */
    public MetricsServer(Context context, Endpoint endpoint, ApiClient client, Settings settings) {
        this.context = context;
        this.endpoint = endpoint;
        this.settings = settings;
        this.pods = new Informer<>(context, client, Resources.PODS, ApiRequest.Selection.ALL, Pod.class);
        this.nodes = new Informer<>(context, client, Resources.NODES, ApiRequest.Selection.ALL, Node.class);
        this.latencies = context.random("latency");
    }

    @Override
    public void start() {
        pods.start();
        nodes.start();
        pods.synced().whenDone(both -> nodes.synced().whenDone(all -> measure()));
        endpoint.serve(
                HttpRequest.requests(context.name()),
                (caller, request, responder) -> context.spend(
                        settings.latency().sample(latencies),
                        () -> responder.respond(new MetricsAnswers(measured, request).answer())));
    }

    private void measure() {
        context.daemonAfter(settings.resolution(), this::measure);
        List<Pod> running = AnnotatedMetrics.running(pods.all());
        measured = new MeasuredUsage(
                running.stream()
                        .filter(pod -> measuredOnce.contains(pod.metadata().uid()))
                        .toList(),
                List.copyOf(nodes.all()),
                context.clock(),
                settings.resolution());
        Set<String> seen = new TreeSet<>();
        running.forEach(pod -> seen.add(pod.metadata().uid()));
        measuredOnce = seen;
    }
}
