package dev.wavetank.properties.invariant.making;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.CronJob;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.OpenFaults;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A controller reports what it does in Events: each pod or Job that it makes or deletes for an object, each change of
 * the size of a ReplicaSet, and the end of a Job. The first of them for an object are reported one by one; later ones
 * are combined and at last dropped, as clients do.
 */
public final class ActionsReported implements Invariant {

    /** By then the client has written it, with default settings. */
    private static final long PROMPT = 30 * VirtualTime.SECOND;
    /** A client writes one Event after the other: so many may be before it. */
    private static final int WAITING = 20;
    /** With so many that are not reported yet, Events wait for each other, and the last of them for long. */
    private static final int BUSY = 200;
    /** For so long after that nothing is judged. */
    private static final long RUSH = 10 * VirtualTime.MINUTE;
    /** After so many Events and actions for one object, some may be combined or dropped (10 and 25 in client-go). */
    private static final int JUDGED_MAX = 9;
    /** So long before an action a fault may still have kept the client from reporting. */
    private static final long CALM = 60 * VirtualTime.SECOND;

    /** For objects of these kinds the controllers act. */
    private static final Set<String> ACTING =
            Set.of(Deployment.KIND, ReplicaSet.KIND, StatefulSet.KIND, DaemonSet.KIND, CronJob.KIND, Job.KIND);

    private final long patience;
    /** Before Jobs tracked their pods, their end was reported before it was written. */
    private final boolean judgesEnds;

    private final OpenFaults faults = new OpenFaults();
    private final Deque<Action> unreported = new ArrayDeque<>();
    private long calmFrom;
    /**
     * How many actions and Events there were for one object, by its uid. Those of objects that are gone stay: a
     * controller whose cache is old goes on to act for them, and its client goes on to count.
     */
    private final Map<String, Integer> numbers = new LinkedHashMap<>();
    /** For which object, by its uid, a pod or Job was made, by its resource and key. */
    private final Map<String, String> makers = new LinkedHashMap<>();
    /** What has changed in the store, until it is known by whom, by resource and key. */
    private final Map<String, StoreTrace> changes = new LinkedHashMap<>();

    /**
     * What is to be reported.
     *
     * @param words are in the message
     */
    private record Action(long at, String agent, String reason, String words, String text) {}

    /** In a cluster of this version with these delays. */
    public ActionsReported(Delays delays, KubernetesVersion version) {
        this.judgesEnds = version.has(Feature.JOB_TRACKING);
        this.patience = PROMPT + delays.visibility() + WAITING * delays.answer();
    }

    @Override
    public String name() {
        return "ActionsReported";
    }

    @Override
    public String reason() {
        return "kubectl describe shows Events, and for many users they are all that they see of a controller. A client"
                + " may drop them, so nothing is judged around a fault, nor after the first few of a kind for an"
                + " object.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/controller_utils.go (v1.32), RealPodControl: SuccessfulCreate, SuccessfulDelete",
                "pkg/controller/deployment/sync.go (v1.32), scaleReplicaSet: ScalingReplicaSet",
                "pkg/controller/job/job_controller.go (v1.32), recordJobFinished; pkg/controller/cronjob",
                "staging/src/k8s.io/client-go/tools/record/events_cache.go (v1.32): aggregation from the tenth on");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "A controller reports in Events what it makes, deletes and resizes, and how Jobs end.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                Deployment.class,
                ReplicaSet.class,
                StatefulSet.class,
                DaemonSet.class,
                CronJob.class,
                Job.class,
                ApiEvent.class,
                ApiRequest.Create.class,
                ApiRequest.Delete.class,
                ApiRequest.Update.class,
                ApiRequest.Patch.class,
                FaultTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        faults.observe(entry);
        if (!unreported.isEmpty()) {
            judge(entry.time(), outcomes);
        }
        if (entry.record() instanceof StoreTrace change) {
            if (change.change() == WatchEvent.Type.MODIFIED && change.object() instanceof ApiEvent event) {
                report(event);
            } else if (change.change() == WatchEvent.Type.MODIFIED && isAction(change)) {
                changes.put(
                        key(change.resource().plural(), change.object().key().toString()), change);
            }
        } else if (entry.record() instanceof RequestTrace request) {
            if (request.call().request() instanceof ApiRequest.Create create
                    && create.body() instanceof ApiEvent event) {
                report(event);
            } else if (request.isWrite()) {
                observe(request, entry.time());
            }
        }
    }

    private static String key(String plural, String object) {
        return plural + "/" + object;
    }

    private static boolean isAction(StoreTrace change) {
        if (change.object() instanceof ReplicaSet set && change.previous() instanceof ReplicaSet before) {
            return !Objects.equals(set.spec().replicas(), before.spec().replicas());
        }
        return change.object() instanceof Job job
                && change.previous() instanceof Job before
                && job.isFinished()
                && !before.isFinished();
    }

    private void observe(RequestTrace request, long now) {
        String agent = request.call().userAgent();
        String plural = request.call().request().resource().plural();
        StoreTrace change = changes.isEmpty() ? null : changes.remove(key(plural, request.object()));
        if (request.call().request() instanceof ApiRequest.Update && change != null) {
            observe(agent, change, now);
        } else if (request.call().request() instanceof ApiRequest.Create create
                && create.subresource().isEmpty()
                && isMaker(agent, plural)) {
            OwnerReference owner = create.body().metadata().controller().orElse(null);
            if (owner != null) {
                String name = request.object();
                String maker = owner.uid();
                makers.put(key(plural, name), maker);
                expect(maker, new Action(now, agent, "SuccessfulCreate", named(name), "made " + plural + "/" + name));
            }
        } else if (request.call().request() instanceof ApiRequest.Delete delete) {
            String key = key(plural, request.object());
            String maker = makers.remove(key);
            if (maker != null && isMaker(agent, plural)) {
                expect(maker, new Action(now, agent, "SuccessfulDelete", delete.name(), "deleted " + key));
            }
        }
    }

    private static String named(String key) {
        return key.substring(key.indexOf('/') + 1);
    }

    private void observe(String agent, StoreTrace change, long now) {
        KubernetesObject object = change.object();
        String name = object.metadata().name();
        if (object instanceof ReplicaSet set
                && change.previous() instanceof ReplicaSet before
                && agent.equals(KubernetesController.DEPLOYMENT.userAgent())) {
            expect(
                    set.metadata().controller().map(OwnerReference::uid).orElse(""),
                    new Action(
                            now,
                            agent,
                            "ScalingReplicaSet",
                            (size(before) < size(set) ? "up" : "down") + " replica set " + name,
                            "resized replicasets/" + set.key() + " to "
                                    + set.spec().replicas()));
        } else if (judgesEnds && object instanceof Job job && agent.equals(KubernetesController.JOB.userAgent())) {
            boolean isComplete = job.has("Complete");
            String reason = isComplete
                    ? "Completed"
                    : job.condition("Failed").map(Job.Condition::reason).orElse(null);
            if (reason != null) {
                expect(job.uid(), new Action(now, agent, reason, name, "ended jobs/" + job.key()));
            }
        }
    }

    private static int size(ReplicaSet set) {
        return Defaults.zeroIfNull(set.spec().replicas());
    }

    private static boolean isMaker(String agent, String plural) {
        return plural.equals(Resources.PODS.plural())
                ? agent.equals(KubernetesController.REPLICA_SET.userAgent())
                        || agent.equals(KubernetesController.STATEFUL_SET.userAgent())
                        || agent.equals(KubernetesController.DAEMON_SET.userAgent())
                        || agent.equals(KubernetesController.JOB.userAgent())
                : plural.equals(Resources.JOBS.plural()) && agent.equals(KubernetesController.CRON_JOB.userAgent());
    }

    private void expect(String object, Action action) {
        boolean isOneOfFew = numbers.merge(object, 1, Integer::sum) <= JUDGED_MAX;
        if (unreported.size() >= BUSY) {
            unreported.clear();
            calmFrom = action.at() + RUSH;
        }
        if (isOneOfFew && action.at() >= calmFrom) {
            unreported.addLast(action);
        }
    }

    private void report(ApiEvent event) {
        ApiEvent.Reference about = event.involvedObject();
        if (about == null) {
            return;
        }
        if (ACTING.contains(about.kind()) && about.uid() != null) {
            numbers.merge(about.uid(), 1, Integer::sum);
        }
        // A StatefulSet reports a failure instead when it could not give the claims of a new pod their owners.
        boolean isFailure = String.valueOf(event.reason()).startsWith("Failed");
        unreported.removeIf(action -> (isFailure || action.reason().equals(event.reason()))
                && (action.words().equals(about.name())
                        || String.valueOf(event.message()).contains(action.words())));
    }

    private void judge(long now, Outcomes outcomes) {
        while (!unreported.isEmpty() && now - unreported.getFirst().at() > patience) {
            Action action = unreported.removeFirst();
            if (faults.isNoneSince(action.at() - CALM)) {
                outcomes.broken(
                        this,
                        action.agent(),
                        action.text() + " at " + VirtualTime.format(action.at()) + ", and has not reported "
                                + action.reason());
            }
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        judge(now, outcomes);
    }
}
