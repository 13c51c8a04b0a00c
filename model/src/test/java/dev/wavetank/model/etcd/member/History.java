package dev.wavetank.model.etcd.member;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.trace.StoreTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What clients asked and heard, and whether a store that does one thing at a time could have said it.
 *
 * <p>The revisions are the witness: writes took effect in their order, a read between two of them. That order has to
 * agree with what clients saw happen one after the other.
 */
final class History {

    /** One request. {@code heard} is the last instant for what was never answered. */
    static final class Call {
        final EtcdRequest request;
        final long asked;
        long heard = Long.MAX_VALUE;
        EtcdResponse response;

        Call(EtcdRequest request, long asked) {
            this.request = request;
            this.asked = asked;
        }

        @Override
        public String toString() {
            return request + " asked at " + asked + " ns, answered at " + heard + " ns: " + response;
        }
    }

    private final List<Call> calls = new ArrayList<>();
    private final List<StoreTrace> commits;

    /** @param commits the truth, in the order of revisions from 1 */
    History(List<Call> calls, List<StoreTrace> commits) {
        this.calls.addAll(calls);
        this.commits = commits;
    }

    /** What is wrong with it, if anything is. */
    Optional<String> flaw() {
        List<Call> answered =
                calls.stream().filter(call -> call.response != null).toList();
        for (Call call : answered) {
            Optional<String> flaw = flawOf(call, answered);
            if (flaw.isPresent()) {
                return flaw.map(text -> text + ": " + call);
            }
        }
        return lostWrites();
    }

    private Optional<String> flawOf(Call call, List<Call> all) {
        long least = 0;
        for (Call other : all) {
            if (other.heard < call.asked) {
                least = Math.max(least, revision(other));
            }
        }
        if (call.response instanceof EtcdResponse.Committed committed) {
            long revision = committed.change().revision();
            return revision <= least
                    ? Optional.of("committed at revision " + revision + " after " + least + " had been seen")
                    : mismatch(committed.change());
        }
        if (call.response instanceof EtcdResponse.Found found
                && call.request instanceof EtcdRequest.Get get
                && !get.serializable()) {
            if (found.revision() < least) {
                return Optional.of("read at revision " + found.revision() + " after " + least + " had been seen");
            }
            return same(found.entry(), stateAt(found.revision()).get(get.key()))
                    ? Optional.empty()
                    : Optional.of("read what was not there");
        }
        if (call.response instanceof EtcdResponse.Mismatch mismatch) {
            return impossible(call, mismatch, least);
        }
        return Optional.empty();
    }

    /** Some state between what had been seen before and the end must explain why a comparison failed. */
    private Optional<String> impossible(Call call, EtcdResponse.Mismatch mismatch, long least) {
        String key =
                call.request instanceof EtcdRequest.Put put ? put.key() : ((EtcdRequest.Delete) call.request).key();
        long expected = call.request instanceof EtcdRequest.Put put
                ? put.expectedRevision()
                : ((EtcdRequest.Delete) call.request).expectedRevision();
        long current = mismatch.current() == null ? 0 : mismatch.current().modRevision();
        if (current == expected) {
            return Optional.of("refused although the comparison holds");
        }
        Map<String, StoreTrace> state = stateAt(least);
        for (long revision = least; ; ) {
            if (same(mismatch.current(), state.get(key))) {
                return Optional.empty();
            }
            revision++;
            if (revision > commits.size()) {
                return Optional.of("compared with what was not there");
            }
            step(state, commits.get((int) revision - 1));
        }
    }

    private Optional<String> mismatch(EtcdChange change) {
        if (change.revision() > commits.size()) {
            return Optional.of("committed what nobody knows of");
        }
        StoreTrace truth = commits.get((int) change.revision() - 1);
        return truth.object().equals(change.object()) && truth.change() == change.type()
                ? Optional.empty()
                : Optional.of("another write has its revision: " + truth);
    }

    /** Every commit is the doing of one request at most, so the value of a put appears once. */
    private Optional<String> lostWrites() {
        Map<String, Long> seen = new LinkedHashMap<>();
        for (StoreTrace commit : commits) {
            if (commit.change() != WatchEvent.Type.DELETED) {
                Long before = seen.put(commit.object().metadata().name(), commit.revision());
                if (before != null) {
                    return Optional.of("one write committed twice, at " + before + " and " + commit.revision());
                }
            }
        }
        return Optional.empty();
    }

    private static long revision(Call call) {
        if (call.response instanceof EtcdResponse.Committed committed) {
            return committed.change().revision();
        }
        if (call.response instanceof EtcdResponse.Found found) {
            return found.revision();
        }
        return call.response instanceof EtcdResponse.Mismatch mismatch && mismatch.current() != null
                ? mismatch.current().modRevision()
                : 0;
    }

    private static boolean same(EtcdEntry entry, StoreTrace truth) {
        return entry == null ? truth == null : truth != null && entry.modRevision() == truth.revision();
    }

    private Map<String, StoreTrace> stateAt(long revision) {
        Map<String, StoreTrace> state = new LinkedHashMap<>();
        for (StoreTrace commit : commits.subList(0, (int) Math.min(revision, commits.size()))) {
            step(state, commit);
        }
        return state;
    }

    /** The namespace of an object is its key, see {@link EtcdWorld#put}. */
    private static void step(Map<String, StoreTrace> state, StoreTrace commit) {
        String key = commit.object().metadata().namespace();
        if (commit.change() == WatchEvent.Type.DELETED) {
            state.remove(key);
        } else {
            state.put(key, commit);
        }
    }
}
