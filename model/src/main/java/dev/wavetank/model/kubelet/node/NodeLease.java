package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.coordination.LeaseSpecBuilder;
import dev.wavetank.model.client.flowcontrol.Backoff;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Renews the lease of the node in {@code kube-node-lease}, which is cheaper to write than the node's status (KEP 589).
 *
 * <p>It renews the lease of the server's last response without reading it again. After five failures, or without a
 * lease, it reads the lease, and creates it when it is missing. The node owns its lease, so the lease is not created
 * before the node.
 */
public final class NodeLease {

    /** {@code maxUpdateRetries}. */
    private static final int TRIES = 5;

    private static final String NAMESPACE = "kube-node-lease";
    private static final Backoff BACKOFF = new Backoff(100 * VirtualTime.MILLISECOND, 7 * VirtualTime.SECOND);

    private final Context context;
    private final HeartbeatClient client;
    private final String node;
    private final HeartbeatSettings settings;
    private final RandomStream jitter;
    /** The lease of the server's last response, or null. */
    private @Nullable Lease latest;

    public NodeLease(Context context, HeartbeatClient client, String node, HeartbeatSettings settings) {
        this.context = context;
        this.client = client;
        this.node = node;
        this.settings = settings;
        this.jitter = context.random("lease-jitter");
    }

    /** Renews the lease now and periodically; without leases, does nothing. */
    public void start() {
        if (settings.leaseDuration() == 0) {
            return;
        }
        sync().whenDone(done -> context.daemonAfter(pause(), this::start));
    }

    private long pause() {
        long most = (long) (settings.renewInterval() * settings.jitter());
        return settings.renewInterval() + (most == 0 ? 0 : jitter.nextLong(most));
    }

    private Completion<Boolean> sync() {
        if (latest == null) {
            return ensureAndRenew();
        }
        return renew(1).then(done -> done ? Completion.of(true) : ensureAndRenew());
    }

    private Completion<Boolean> ensureAndRenew() {
        return ensure(1).then(isOld -> isOld ? renew(1) : Completion.of(true));
    }

    /** Tries until the server responds. Done with whether the lease existed and has to be renewed now. */
    private Completion<Boolean> ensure(int tries) {
        return client.send(new ApiRequest.Get(Resources.LEASES, NAMESPACE, node))
                .then(response -> {
                    if (response instanceof ApiResponse.One one) {
                        latest = one.as(Lease.class);
                        return Completion.of(true);
                    }
                    latest = null;
                    return response.failedWith(StatusReason.NOT_FOUND) ? create(tries) : again(tries);
                });
    }

    private Completion<Boolean> again(int tries) {
        Completion<Boolean> result = new Completion<>(context);
        context.daemonAfter(BACKOFF.after(tries), () -> ensure(tries + 1).whenDone(result::complete));
        return result;
    }

    private Completion<Boolean> create(int tries) {
        return client.send(new ApiRequest.Get(Resources.NODES, "", node)).then(owner -> {
            if (!(owner instanceof ApiResponse.One one)) {
                return Completion.of(false);
            }
            return client.send(ApiRequest.Create.of(Resources.LEASES, renewed(first(one.object()))))
                    .then(response -> {
                        if (response instanceof ApiResponse.One created) {
                            latest = created.as(Lease.class);
                            return Completion.of(false);
                        }
                        return again(tries);
                    });
        });
    }

    private Lease first(KubernetesObject owner) {
        OwnerReference reference = new OwnerReference(owner.apiVersion(), owner.kind(), node, owner.uid(), null, null);
        return new Lease(
                ObjectMeta.named(NAMESPACE, node).withOwnerReferences(List.of(reference)),
                LeaseSpecBuilder.builder()
                        .holderIdentity(node)
                        .leaseDurationSeconds((int) (settings.leaseDuration() / VirtualTime.SECOND))
                        .build(),
                null);
    }

    private Lease renewed(Lease lease) {
        return lease.withSpec(Objects.requireNonNull(lease.spec()).withRenewTime(Timestamps.micros(context.clock())));
    }

    private Completion<Boolean> renew(int tries) {
        return client.send(new ApiRequest.Update(Resources.LEASES, "", renewed(Objects.requireNonNull(latest))))
                .then(response -> {
                    if (response instanceof ApiResponse.One one) {
                        latest = one.as(Lease.class);
                        return Completion.of(true);
                    }
                    if (tries == TRIES) {
                        return Completion.of(false);
                    }
                    return response.failedWith(StatusReason.CONFLICT)
                            ? ensure(1).then(isOld -> isOld ? renew(tries + 1) : Completion.of(true))
                            : renew(tries + 1);
                });
    }
}
