package dev.wavetank.model.client.leaderelection;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.coordination.LeaseSpecBuilder;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.client.record.EventRecorder;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lets one of several replicas of a program work while the others stand by: client-go's leader election over a Lease,
 * or what was used before Leases (see {@link ResourceLock}), in the namespace {@code kube-system}.
 *
 * <p>The times in the lease come from other clocks and are not trusted. A candidate acquires the lease when it has
 * not observed a change of it for a whole lease duration of its own monotonic clock, so a wrong wall clock does no
 * harm. The leader renews every retry period. When it fails to renew for the renew deadline it stops, before another
 * candidate may acquire the lease. Nothing fences a program that cannot stop in time: a leader that is paused for
 * longer than the lease and then resumes acts beside its successor, until it has failed to renew for the renew
 * deadline.
 *
 * <p>A leader that ends does not release its lease: the next one waits until it has expired, as after {@code SIGTERM}
 * in Kubernetes' own components.
 */
public final class LeaderElection {

    /** User agent of the requests for leases. */
    public static final String USER_AGENT = "leader-election";

    private static final String NAMESPACE = "kube-system";

    private final Context context;
    private final Settings settings;
    private final ResourceLock lock;
    private final RandomStream waits;
    private final EventRecorder events;
    private final boolean renewsBlindly;
    private final String identity;
    private @Nullable Runnable started;
    private @Nullable Runnable lost;

    /** The record that was read or written last, and when. */
    private Lease.@Nullable Spec observed;

    private long observedAt;
    /** The record that was read last. */
    private Lease.@Nullable Spec read;

    private @Nullable Timer deadline;
    /** When the first try of a round of renewal failed; from then on tries follow at a fixed period. */
    private long failingSince = -1;

    private boolean stopped;

    /**
     * The timing of an election, in nanoseconds.
     *
     * @param leaseDuration how long a lease must stay unchanged before another candidate acquires it: {@code
     *     --leader-elect-lease-duration}
     * @param renewDeadline how long a leader may fail to renew before it stops: {@code --leader-elect-renew-deadline}
     * @param retryPeriod time between two tries: {@code --leader-elect-retry-period}; a candidate waits up to 2.2 times
     *     as long
     * @param rules that decide which candidate leads
     */
    public record Settings(long leaseDuration, long renewDeadline, long retryPeriod, ElectionRules rules) {

        /** The defaults of Kubernetes' components: 15 s, 10 s and 2 s. */
        public static final Settings DEFAULT =
                new Settings(15 * VirtualTime.SECOND, 10 * VirtualTime.SECOND, 2 * VirtualTime.SECOND);

        /** The rules of client-go. */
        public Settings(long leaseDuration, long renewDeadline, long retryPeriod) {
            this(leaseDuration, renewDeadline, retryPeriod, ElectionRules.DEFAULT);
        }

        /** The same timing with other rules. */
        public Settings by(ElectionRules other) {
            return new Settings(leaseDuration, renewDeadline, retryPeriod, other);
        }

        /** Checks that a leader stops before another candidate can acquire the lease. */
        public Settings {
            if (retryPeriod < 1) {
                throw new IllegalArgumentException("the retry period must be positive, was " + retryPeriod + " ns");
            }
            if (renewDeadline <= jitter(retryPeriod)) {
                throw new IllegalArgumentException("the renew deadline must be longer than 1.2 retry periods, was "
                        + VirtualTime.span(renewDeadline) + " with a retry period of "
                        + VirtualTime.span(retryPeriod));
            }
            if (leaseDuration <= renewDeadline || leaseDuration < VirtualTime.SECOND) {
                throw new IllegalArgumentException(
                        "the lease duration must be longer than the renew deadline and at least 1s, was "
                                + VirtualTime.span(leaseDuration) + " with a renew deadline of "
                                + VirtualTime.span(renewDeadline));
            }
        }

        /** The greatest random part of a candidate's wait, in retry periods. */
        private static long jitter(long retryPeriod) {
            return retryPeriod + retryPeriod / 5;
        }
    }

    /**
     * The parameters of an election.
     *
     * @param lease name of the lease, which is the name of the program
     * @param version the version of Kubernetes
     * @param settings the timing
     * @param limit rate limit of the requests for the lease, which have a client of their own
     */
    public record ElectionSpec(String lease, KubernetesVersion version, Settings settings, RateLimit limit) {

        private long requestTimeout() {
            return !version.has(Feature.HALF_RENEW_DEADLINE)
                    ? settings.renewDeadline()
                    : Math.max(VirtualTime.SECOND, settings.renewDeadline() / 2);
        }
    }

    /**
     * A candidate that has not started.
     *
     * @param credentials of the program; its requests for the lease have a user agent of their own
     * @param events records who became leader
     */
    public static LeaderElection of(
            Context context,
            Endpoint endpoint,
            ApiClient.Credentials credentials,
            EventRecorder events,
            ElectionSpec spec) {
        ApiClient.Credentials own =
                new ApiClient.Credentials(credentials.servers(), credentials.identity(), USER_AGENT);
        ApiClient client = new ApiClient(context, endpoint, own, spec.limit(), spec.requestTimeout());
        return new LeaderElection(context, client, events, spec);
    }

    /** A candidate with a client of the caller's choice. */
    public LeaderElection(Context context, ApiClient client, EventRecorder events, ElectionSpec spec) {
        this.context = context;
        this.settings = spec.settings();
        this.waits = context.random("leader-election");
        this.lock = ResourceLock.of(spec.version(), client, new ObjectKey(NAMESPACE, spec.lease()));
        this.events = events;
        this.renewsBlindly = spec.version().has(Feature.LEASE_RENEWAL_WITHOUT_READ);
        this.identity = context.name() + "_" + uuid(context.random("identity"));
    }

    private static UUID uuid(RandomStream random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL | Long.MIN_VALUE;
        return new UUID(high, low);
    }

    /** The holder identity: the component's name and a part that is unique to this incarnation. */
    public String identity() {
        return identity;
    }

    /** Whether the lease has had no other holder before this one. */
    public boolean isFirst() {
        return isLeader() && transitions(Objects.requireNonNull(observed)) == 0;
    }

    /** Whether this candidate believes that it holds the lease. */
    public boolean isLeader() {
        return !stopped && observed != null && identity.equals(observed.holderIdentity());
    }

    /**
     * Begins to try to acquire the lease.
     *
     * @param begin called once, when the lease has been acquired
     * @param end called once, when the lease was not renewed in time. The program has to end at once, because another
     *     leader may act now
     */
    public void run(Runnable begin, Runnable end) {
        started = begin;
        lost = end;
        context.awaitAny(lock.key() + " has a holder", this::isLeader);
        acquire();
    }

    private void acquire() {
        tryAcquireOrRenew().whenDone(won -> {
            if (won) {
                // Recorded before the first renewal, and about the lease as it was acquired.
                events.normal(Objects.requireNonNull(lock.object()), "LeaderElection", identity + " became leader");
                Objects.requireNonNull(started).run();
                renew();
            } else {
                context.daemonAfter(
                        settings.retryPeriod() + waits.nextLong(Settings.jitter(settings.retryPeriod())),
                        this::acquire);
            }
        });
    }

    /** One round of renewal, until it succeeds or the deadline passes. */
    private void renew() {
        failingSince = -1;
        deadline = context.after(settings.renewDeadline(), this::lose);
        tryToRenew();
    }

    private void tryToRenew() {
        tryAcquireOrRenew().whenDone(won -> {
            if (stopped) {
                return;
            }
            if (won) {
                Objects.requireNonNull(deadline).cancel();
                context.daemonAfter(settings.retryPeriod(), this::renew);
                return;
            }
            failingSince = failingSince < 0 ? context.now() : failingSince;
            long late = (context.now() - failingSince) % settings.retryPeriod();
            context.after(settings.retryPeriod() - late, this::tryToRenew);
        });
    }

    private void lose() {
        stopped = true;
        Objects.requireNonNull(lost).run();
    }

    /** Done with whether this candidate holds the lease now. */
    private Completion<Boolean> tryAcquireOrRenew() {
        if (stopped) {
            return Completion.of(false);
        }
        long now = context.now();
        if (renewsBlindly && isLeader() && isValid(now)) {
            return update(renewed(Objects.requireNonNull(observed)))
                    .then(won -> won ? Completion.of(true) : lookAndTake(now));
        }
        return lookAndTake(now);
    }

    private Completion<Boolean> lookAndTake(long now) {
        return lock.read().then(response -> {
            if (response.failedWith(StatusReason.NOT_FOUND)) {
                Lease.Spec first = record(Timestamps.micros(context.clock()), 0);
                return lock.create(first).map(created -> isMine(created, first, false));
            }
            if (!response.isSuccess()) {
                return Completion.of(false);
            }
            Lease.Spec found = Objects.requireNonNullElse(
                    lock.record(), LeaseSpecBuilder.builder().build());
            observe(found);
            boolean isHeld =
                    found.holderIdentity() != null && !found.holderIdentity().isEmpty();
            if (isHeld && !isLeader() && isHeld(found, now)) {
                return Completion.of(false);
            }
            return update(isLeader() ? renewed(found) : taken(found));
        });
    }

    /** A read counts as a change only when it differs from the read before. */
    private void observe(Lease.Spec found) {
        if (!found.equals(read)) {
            read = found;
            observed = found;
            observedAt = context.now();
        }
    }

    private boolean isHeld(Lease.Spec found, long now) {
        return settings.rules().isHeld(found, now - observedAt, settings.leaseDuration(), context.clock());
    }

    private boolean isValid(long now) {
        return observedAt + settings.leaseDuration() > now;
    }

    private Lease.Spec renewed(Lease.Spec before) {
        return record(before.acquireTime(), transitions(before));
    }

    private Lease.Spec taken(Lease.Spec before) {
        return record(Timestamps.micros(context.clock()), transitions(before) + 1);
    }

    private static int transitions(Lease.Spec before) {
        return before.leaseTransitions() == null ? 0 : before.leaseTransitions();
    }

    private Lease.Spec record(Instant acquired, int transitions) {
        return LeaseSpecBuilder.builder()
                .holderIdentity(identity)
                .leaseDurationSeconds((int) (settings.leaseDuration() / VirtualTime.SECOND))
                .acquireTime(acquired)
                .renewTime(Timestamps.micros(context.clock()))
                .leaseTransitions(transitions)
                .build();
    }

    private Completion<Boolean> update(Lease.Spec spec) {
        boolean renews = isLeader();
        return lock.update(spec).map(response -> isMine(response, spec, renews));
    }

    private boolean isMine(ApiResponse response, Lease.Spec written, boolean renews) {
        boolean isTaken = renews ? response.isSuccess() : settings.rules().isTaken(response);
        if (isTaken) {
            observed = written;
            observedAt = context.now();
        }
        return isTaken;
    }
}
