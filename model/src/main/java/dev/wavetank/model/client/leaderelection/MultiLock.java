package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.client.leaderelection.ElectionRecord.Holder;
import dev.wavetank.sim.Completion;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the record in two objects, so that candidates that know only one of them take part (client-go, {@code
 * tools/leaderelection/resourcelock/multilock.go}). When the two name different holders nobody knows who leads, and
 * candidates wait until the record has not changed for the duration of a lease.
 */
final class MultiLock implements ResourceLock {

    private final ResourceLock primary;
    private final ResourceLock secondary;
    private Lease.@Nullable Spec record;

    MultiLock(ResourceLock primary, ResourceLock secondary) {
        this.primary = primary;
        this.secondary = secondary;
    }

    @Override
    public ObjectKey key() {
        return primary.key();
    }

    @Override
    public @Nullable KubernetesObject object() {
        return primary.object();
    }

    @Override
    public Lease.@Nullable Spec record() {
        return record;
    }

    @Override
    public Completion<ApiResponse> read() {
        return primary.read().then(first -> {
            if (!first.isSuccess()) {
                return Completion.of(first);
            }
            return secondary.read().map(second -> {
                record = primary.record();
                if (second.failedWith(StatusReason.NOT_FOUND)) {
                    // An old candidate, which knows only the first, leads.
                    return first;
                }
                if (second.isSuccess() && record != null && !Holder.of(record).equals(Holder.of(secondary.record()))) {
                    record = Holder.UNKNOWN.in(record);
                }
                return second.isSuccess() ? first : second;
            });
        });
    }

    @Override
    public Completion<ApiResponse> create(Lease.Spec spec) {
        return primary.create(spec)
                .then(first -> first.isSuccess() || first.failedWith(StatusReason.ALREADY_EXISTS)
                        ? secondary.create(spec)
                        : Completion.of(first));
    }

    @Override
    public Completion<ApiResponse> update(Lease.Spec spec) {
        return primary.update(spec).then(first -> {
            if (!first.isSuccess()) {
                return Completion.of(first);
            }
            return secondary.read().then(found -> {
                if (found.failedWith(StatusReason.NOT_FOUND)) {
                    return secondary.create(spec);
                }
                return found.isSuccess() ? secondary.update(spec) : Completion.of(found);
            });
        });
    }
}
