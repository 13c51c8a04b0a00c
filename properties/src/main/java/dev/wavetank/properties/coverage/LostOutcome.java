package dev.wavetank.properties.coverage;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.coverage.Sometimes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The store executed a request, and the client got a failure. Detected for requests whose effect no other client can
 * have caused: creations under a name, deletions and bindings.
 */
final class LostOutcome implements Sometimes.Condition<TraceRecord> {

    /** No request is under way for longer. */
    private static final long REQUEST_TIMEOUT = 62 * VirtualTime.SECOND;

    private final Deque<TraceEntry> changes = new ArrayDeque<>();

    @Override
    public boolean isReached(TraceRecord record, TraceEntry entry) {
        if (record instanceof StoreTrace) {
            changes.addLast(entry);
            while (changes.getFirst().time() < entry.time() - REQUEST_TIMEOUT) {
                changes.removeFirst();
            }
            return false;
        }
        return record instanceof RequestTrace request
                && Requests.isServerFailure(request)
                && changes.stream()
                        .filter(change -> change.time() >= request.received())
                        .anyMatch(change -> isEffect(request.call().request(), (StoreTrace) change.record()));
    }

    private static boolean isEffect(ApiRequest request, StoreTrace change) {
        if (change.resource() != request.resource() || !change.object().key().equals(request.key())) {
            return false;
        }
        if (request instanceof ApiRequest.Delete) {
            return change.change() == WatchEvent.Type.DELETED;
        }
        if (request instanceof ApiRequest.Create) {
            return request.subresource().isEmpty()
                    ? change.change() == WatchEvent.Type.ADDED
                    : change.object() instanceof Pod pod
                            && change.previous() instanceof Pod before
                            && before.nodeName() == null
                            && pod.nodeName() != null;
        }
        return false;
    }
}
