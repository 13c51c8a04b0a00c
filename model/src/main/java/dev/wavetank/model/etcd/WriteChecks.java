package dev.wavetank.model.etcd;

import java.util.Optional;

/** What a member looks at before it lets a write in. */
public final class WriteChecks {

    private final EtcdLimits limits;
    private final WireSize wireSize = new WireSize();

    /** Checks with these limits. */
    public WriteChecks(EtcdLimits limits) {
        this.limits = limits;
    }

    /** Why a write is not let in; nothing when it is. {@link EtcdErrors#NO_SPACE} calls for the space alarm. */
    public Optional<String> refusal(EtcdStore store, EtcdRequest.Write write) {
        if (limits.mostRequestBytes() > 0
                && write instanceof EtcdRequest.Put put
                && put.key().length() + wireSize.ofObject(put.value()) > limits.mostRequestBytes()) {
            return Optional.of(EtcdErrors.TOO_LARGE);
        }
        return store.size().filter(size -> !size.hasRoomFor(size.cost(write))).map(size -> EtcdErrors.NO_SPACE);
    }
}
