package dev.wavetank.model.kubectl.pods;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubectl.describe.page.Selectors;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.Subscription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The pods that the selector of a workload finds; while there is none, they are waited for (kubectl,
 * pkg/polymorphichelpers, {@code SelectorsForObject} and {@code GetFirstPod}, v1.32).
 */
public final class WorkloadPods {

    /** The kinds whose selectors kubectl knows. */
    private static final List<String> KNOWN =
            List.of("ReplicaSet", "ReplicationController", "StatefulSet", "DaemonSet", "Deployment", "Job", "Service");

    private static final List<String> GROUPS = List.of("", "apps", "extensions", "batch");

    private final Session session;
    private final PodOrder order;
    private final String refusal;
    private final long timeout;

    /**
     * The pods for one command.
     *
     * @param order which pod comes first
     * @param refusal what cannot be done to an object without pods, such as {@code cannot attach to}
     * @param timeout for how long the first pod is waited for, in nanoseconds, unless {@code --pod-running-timeout}
     *     says so
     */
    public WorkloadPods(Session session, PodOrder order, String refusal, long timeout) {
        this.session = session;
        this.order = order;
        this.refusal = refusal;
        this.timeout = session.line()
                .value(Flag.POD_RUNNING_TIMEOUT)
                .map(given -> GoDuration.parse(given).toNanos())
                .orElse(timeout);
        if (this.timeout <= 0) {
            throw UsageException.withManual(session.line().verb(), "--pod-running-timeout must be higher than zero");
        }
    }

    /** The pods, the best first; none when there was an error, which is then printed. */
    public Completion<List<ObjectFields>> of(ResourceArguments.Target target) {
        ResourceType type = target.resource();
        if (type.isCustom()) {
            session.fail("error: no kind \"" + type.kind() + "\" is registered for version \"" + type.group() + "/"
                    + type.version() + "\" in scheme \"k8s.io/kubectl/pkg/scheme/scheme.go:28\"");
            return Completion.of(List.of());
        }
        return session.read(target).then(found -> {
            Optional<LabelSelector> selector = found.flatMap(object -> selector(type, session.fields(object)));
            if (selector.isEmpty()) {
                return Completion.of(List.of());
            }
            return list(new ApiRequest.Selection(selector.get(), Collections.emptyMap()));
        });
    }

    private Optional<LabelSelector> selector(ResourceType type, ObjectFields object) {
        String goType = "*" + type.version() + "." + type.kind();
        if (!KNOWN.contains(type.kind()) || !GROUPS.contains(type.group())) {
            return refused(goType, "selector for " + goType + " not implemented");
        }
        Map<String, Object> written = object.map("spec.selector");
        if (!type.group().isEmpty()) {
            return Optional.of(Selectors.of(written));
        }
        if (type.kind().equals("Service") && written.isEmpty()) {
            return refused(
                    goType,
                    "invalid service '" + object.text("metadata.name") + "': Service is defined without a selector");
        }
        return Optional.of(Selectors.of(Collections.singletonMap("matchLabels", written)));
    }

    private Optional<LabelSelector> refused(String goType, String why) {
        session.fail("error: " + refusal + " " + goType + ": " + why);
        return Optional.empty();
    }

    private Completion<List<ObjectFields>> list(ApiRequest.Selection selection) {
        return session.send(new ApiRequest.List(Resources.PODS, session.namespace(), selection))
                .then(response -> {
                    if (!(response instanceof ApiResponse.Many many)) {
                        session.fail(response, "");
                        return Completion.of(List.of());
                    }
                    if (many.items().isEmpty()) {
                        return new Arrival(selection, many.revision()).pods;
                    }
                    List<ObjectFields> pods = new ArrayList<>();
                    many.items().forEach(pod -> pods.add(session.fields(pod)));
                    pods.sort(order.comparator());
                    return Completion.of(pods);
                });
    }

    /** The first pod that comes. */
    private final class Arrival implements StreamReceiver<WatchEvent> {

        private final Completion<List<ObjectFields>> pods = new Completion<>();
        private final @Nullable Subscription watch;

        private Arrival(ApiRequest.Selection selection, long revision) {
            watch = session.watch(Resources.PODS, selection, revision, this);
            session.pause(timeout).whenDone(over -> fail("timed out waiting for the condition"));
        }

        @Override
        public void receive(WatchEvent event) {
            boolean arrives = event.type() == WatchEvent.Type.ADDED || event.type() == WatchEvent.Type.MODIFIED;
            if (arrives && !pods.isDone() && event.object().key().namespace().equals(session.namespace())) {
                close();
                pods.complete(List.of(session.fields(event.object())));
            }
        }

        @Override
        public void closed(Disconnect reason) {
            fail("watch closed before UntilWithoutRetry timeout");
        }

        private void fail(String why) {
            if (!pods.isDone()) {
                session.fail("error: " + why);
                close();
                pods.complete(List.of());
            }
        }

        private void close() {
            if (watch != null) {
                watch.close();
            }
        }
    }
}
