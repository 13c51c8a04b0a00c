package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Binding;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A write that names a resourceVersion is accepted only while the object has that one, and a deletion that names a uid
 * only of the object that has it. An answer is compared with the change that it tells of; when others came in between,
 * that one write is not judged.
 */
public final class FreshWrites implements Invariant {

    /**
     * The latest change of an object.
     *
     * @param before the version that was replaced
     * @param after the version that it got
     */
    private record Step(long before, long after) {}

    private final Map<String, Step> latest = new LinkedHashMap<>();
    /** The uids of the pods that are there. */
    private final Map<ObjectKey, String> pods = new LinkedHashMap<>();

    private final boolean namesUids;

    /** In a cluster of this version: not in all does a binding name the uid of its pod. */
    public FreshWrites(KubernetesVersion version) {
        this.namesUids = version.has(Feature.BINDING_UID_PRECONDITION);
    }

    @Override
    public String name() {
        return "FreshWrites";
    }

    @Override
    public String reason() {
        return "All controllers build upon it: a client that has read an old state is refused, and reads again"
                + " (optimistic concurrency). A write that is accepted all the same silently takes another client's"
                + " change back.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go, GuaranteedUpdate;"
                        + " staging/src/k8s.io/apiserver/pkg/storage/interfaces.go, Preconditions (v1.32)",
                "Kubernetes API conventions, Concurrency Control and Consistency");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A write that names a version or a uid is accepted only while the object has it.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            observe(change);
        } else if (entry.record() instanceof RequestTrace request && request.isWrite()) {
            if (request.call().request() instanceof ApiRequest.Create create) {
                judge(request, create, outcomes);
            } else if (request.response() instanceof ApiResponse.One one) {
                judge(request, one.object(), outcomes);
            }
        }
    }

    private void judge(RequestTrace request, ApiRequest.Create create, Outcomes outcomes) {
        ObjectMeta given = create.body().metadata();
        if (given == null) {
            return;
        }
        if (create.body() instanceof Binding) {
            String uid = pods.get(create.key());
            if (namesUids
                    && given.uid() != null
                    && !given.uid().isEmpty()
                    && uid != null
                    && !given.uid().equals(uid)) {
                outcomes.broken(
                        this,
                        "pod/" + create.key(),
                        request.call().userAgent() + " bound uid " + uid + ", and had asked for " + given.uid());
            }
        } else if (create.subresource().isEmpty() && given.revision() > 0) {
            outcomes.broken(
                    this,
                    request.subject(),
                    "was created, although it named version " + given.revision() + " of an object that there is");
        }
    }

    private void observe(StoreTrace change) {
        if (change.object() instanceof Pod pod) {
            if (change.change() == WatchEvent.Type.ADDED) {
                pods.put(pod.key(), pod.uid());
            } else if (change.change() == WatchEvent.Type.DELETED) {
                pods.remove(pod.key());
            }
        }
        String uid = change.object().uid();
        if (change.change() == WatchEvent.Type.MODIFIED) {
            latest.put(
                    uid,
                    new Step(
                            change.previous().metadata().revision(),
                            change.object().metadata().revision()));
        } else {
            latest.remove(uid);
        }
    }

    private void judge(RequestTrace request, KubernetesObject answer, Outcomes outcomes) {
        if (request.call().request() instanceof ApiRequest.Update update) {
            long named = update.body().metadata().revision();
            Step step = latest.get(answer.uid());
            if (named != 0
                    && step != null
                    && step.after() == answer.metadata().revision()
                    && step.before() != named
                    && step.after() != named) {
                outcomes.broken(
                        this,
                        ObjectNames.of(answer),
                        request.call().userAgent() + " replaced version " + step.before() + " although it had read "
                                + named + ", expected a conflict");
            }
        } else if (request.call().request() instanceof ApiRequest.Delete delete
                && delete.options().uid() != null
                && answer.uid() != null
                && !answer.uid().equals(delete.options().uid())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(answer),
                    request.call().userAgent() + " deleted uid " + answer.uid() + ", and had asked for "
                            + delete.options().uid());
        }
    }
}
