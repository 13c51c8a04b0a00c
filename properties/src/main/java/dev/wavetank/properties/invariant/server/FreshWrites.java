package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A write that names a resourceVersion is accepted only while the object has that one, and a deletion that names a uid
 * only of the object that has it.
 *
 * <p>All controllers build upon it: who has read an old state is refused, and reads again (optimistic concurrency;
 * {@code GuaranteedUpdate} of staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go and {@code Preconditions} of
 * storage/interfaces.go, v1.32). An answer is compared with the change that it tells of; when others came in between,
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

    @Override
    public String name() {
        return "FreshWrites";
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
        } else if (entry.record() instanceof RequestTrace request
                && request.isWrite()
                && request.response() instanceof ApiResponse.One one) {
            judge(request, one.object(), outcomes);
        }
    }

    private void observe(StoreTrace change) {
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
