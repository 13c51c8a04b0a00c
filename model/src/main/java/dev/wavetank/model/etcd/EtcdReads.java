package dev.wavetank.model.etcd;

import dev.wavetank.model.trace.CompactedTrace;
import dev.wavetank.sim.component.Context;
import java.util.List;

/** Answers reads from the store of one member. */
public final class EtcdReads {

    private EtcdReads() {}

    /** What the store says to a client's read. */
    public static EtcdResponse answer(Context context, String client, EtcdStore store, EtcdRequest.Read read) {
        EtcdResponse response = answer(store, read);
        if (response instanceof EtcdResponse.Refused refused
                && refused.message().equals(EtcdErrors.COMPACTED)) {
            context.trace(new CompactedTrace(client, "range", key(read), read.revision(), store.compactedRevision()));
        }
        return response;
    }

    private static String key(EtcdRequest.Read read) {
        return read instanceof EtcdRequest.Get get ? get.key() : ((EtcdRequest.Range) read).prefix();
    }

    private static EtcdResponse answer(EtcdStore store, EtcdRequest.Read read) {
        long wanted = read.revision() == 0 ? store.revision() : read.revision();
        if (wanted > store.revision()) {
            return new EtcdResponse.Refused(EtcdErrors.FUTURE_REVISION);
        }
        if (wanted < store.compactedRevision()) {
            return new EtcdResponse.Refused(EtcdErrors.COMPACTED);
        }
        if (read instanceof EtcdRequest.Get get) {
            return new EtcdResponse.Found(
                    wanted == store.revision() ? store.get(get.key()) : past(store, get.key(), wanted),
                    store.revision());
        }
        EtcdRequest.Range range = (EtcdRequest.Range) read;
        List<EtcdEntry> all = store.range(range.prefix(), wanted);
        List<EtcdEntry> found = range.from().isEmpty()
                ? all
                : all.stream()
                        .filter(entry -> entry.key().compareTo(range.from()) >= 0)
                        .toList();
        List<EtcdEntry> cut =
                range.limit() > 0 && found.size() > range.limit() ? found.subList(0, range.limit()) : found;
        return new EtcdResponse.Entries(cut, store.revision(), found.size());
    }

    private static EtcdEntry past(EtcdStore store, String key, long revision) {
        return store.range(key, revision).stream()
                .filter(entry -> entry.key().equals(key))
                .findFirst()
                .orElse(null);
    }
}
