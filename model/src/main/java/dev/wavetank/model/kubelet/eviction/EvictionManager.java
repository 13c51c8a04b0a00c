package dev.wavetank.model.kubelet.eviction;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Evicts pods one by one while the node has too little of a resource ({@code synchronize}, eviction_manager.go v1.20):
 * every ten seconds, and again as soon as the pod that was evicted last is cleaned up.
 *
 * <p>How the use of resources grows is known, so that a pass at which nothing can be short is not simulated: a node
 * whose containers use nothing costs nothing.
 */
public final class EvictionManager {

    /** {@code evictionMonitoringPeriod}. */
    private static final long PERIOD = 10 * VirtualTime.SECOND;

    /** {@code podCleanupPollFreq}. */
    private static final long POLL = VirtualTime.SECOND;

    /** {@code podCleanupTimeout}. */
    private static final long PATIENCE = 30 * VirtualTime.SECOND;

    private final Context context;
    private final EvictionSettings settings;
    private final Pressure pressure;
    private final Host host;
    private final boolean namesThreshold;
    /** The beginning of the grid of passes. */
    private long start;

    /** Since when a threshold is passed, by its place among the settings. */
    private final Map<Integer, Long> shortSince = new TreeMap<>();

    private final Map<Signal, Long> lastShort = new EnumMap<>(Signal.class);
    private @Nullable Timer timer;
    private long armedFor = Long.MAX_VALUE;
    private boolean cleansUp;

    /** The kubelet, as evictions see it. */
    public interface Host {

        /** Whether anything on the node uses what is observed. */
        boolean usesAnything();

        /** What the active pods use now. */
        List<PodUsage> usage();

        /** How much the node has of what a signal observes, in bytes or as a number; 0 when that is not known. */
        long capacity(Signal signal);

        /** Records that the kubelet tries to get some of a resource back. */
        void reclaims(String resource);

        /** What is used besides by no pod, such as the bytes of images. */
        long usedBesides(Signal signal);

        /** Gets back what no pod needs; ends with how much of what the signal observes that was. */
        Completion<Long> reclaim(Signal signal);

        /** Ends a pod. */
        void evict(Pod pod, String message, long grace);

        /** Whether nothing of a pod is left on the node. */
        boolean isCleanedUp(String uid);
    }

    /** @param namesThreshold whether messages say how much has to be left */
    public EvictionManager(
            Context context, EvictionSettings settings, Pressure pressure, Host host, boolean namesThreshold) {
        this.context = context;
        this.settings = settings;
        this.pressure = pressure;
        this.host = host;
        this.namesThreshold = namesThreshold;
    }

    /** Begins the grid of its passes. The first one knows no pods yet, but what the node is short of by itself. */
    public void start() {
        start = context.now();
        boolean isShort = settings.thresholds().stream()
                .anyMatch(one -> host.capacity(one.signal()) > 0 && available(one.signal(), List.of()) < least(one));
        if (isShort) {
            pass();
        }
    }

    /** Looks when the next pass can find something, because containers have started or ended. */
    public void reconsider() {
        if (cleansUp || lastShort.isEmpty() && !host.usesAnything() && host.usedBesides(Signal.NODEFS) == 0) {
            return;
        }
        arm(nextShortage());
    }

    private long nextTick(long notBefore) {
        long since = Math.max(notBefore, context.now()) - start;
        return start + (since / PERIOD + 1) * PERIOD;
    }

    private void arm(long time) {
        if (time < armedFor) {
            disarm();
            armedFor = time;
            timer = context.after(time - context.now(), this::pass);
        }
    }

    private void disarm() {
        if (timer != null) {
            timer.cancel();
        }
        timer = null;
        armedFor = Long.MAX_VALUE;
    }

    /** The pass that finds the next shortage if nothing else changes; {@code Long.MAX_VALUE} if none does. */
    private long nextShortage() {
        List<PodUsage> pods = host.usage();
        long next = nextExcess(pods);
        for (Threshold threshold : settings.thresholds()) {
            long spare = available(threshold.signal(), pods) - least(threshold);
            double rate = pods.stream()
                    .mapToDouble(one -> one.rate(threshold.signal()))
                    .sum();
            if (host.capacity(threshold.signal()) > 0 && (spare < 0 || rate > 0)) {
                double wait = spare < 0 ? 0 : spare / rate * VirtualTime.SECOND;
                if (wait < Long.MAX_VALUE / 2) {
                    next = Math.min(next, nextTick(context.now() + (long) wait));
                }
            }
        }
        return next;
    }

    /** The pass at which a pod exceeds a limit of its own on the disk. */
    private long nextExcess(List<PodUsage> pods) {
        double least = pods.stream()
                .filter(one -> !one.ending())
                .mapToDouble(LocalStorage::secondsLeft)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        double nanos = least * VirtualTime.SECOND;
        return nanos < Long.MAX_VALUE / 2 ? nextTick(context.now() + (long) nanos) : Long.MAX_VALUE;
    }

    /** Evicts all pods that exceed a limit of their own; returns whether there was one. */
    private boolean evictExcess(List<PodUsage> pods) {
        boolean found = false;
        for (PodUsage pod : pods) {
            Optional<String> message = pod.ending() ? Optional.empty() : LocalStorage.excess(pod);
            message.ifPresent(text -> host.evict(pod.pod(), text, 0));
            found |= message.isPresent();
        }
        return found;
    }

    private long least(Threshold threshold) {
        return threshold.least(host.capacity(threshold.signal()));
    }

    private long available(Signal signal, List<PodUsage> pods) {
        long used = pods.stream().mapToLong(one -> one.of(signal)).sum();
        return Math.max(0, host.capacity(signal) - used - host.usedBesides(signal));
    }

    private void pass() {
        disarm();
        long now = context.now();
        List<PodUsage> pods = host.usage();
        List<Threshold> met = new ArrayList<>();
        for (int i = 0; i < settings.thresholds().size(); i++) {
            Threshold threshold = settings.thresholds().get(i);
            long available = available(threshold.signal(), pods);
            long wanted = least(threshold) + (shortSince.containsKey(i) ? threshold.reclaim() : 0);
            if (host.capacity(threshold.signal()) > 0 && available < wanted) {
                lastShort.put(threshold.signal(), now);
                if (now - shortSince.computeIfAbsent(i, first -> now) >= threshold.grace()) {
                    met.add(threshold);
                }
            } else {
                shortSince.remove(i);
            }
        }
        setConditions(now);
        if (evictExcess(pods) || met.isEmpty()) {
            waitForMore(now);
        } else {
            met.sort(Comparator.comparing(Threshold::signal));
            relieve(met.get(0), pods);
        }
    }

    private void setConditions(long now) {
        lastShort.values().removeIf(last -> now - last >= settings.transition());
        SortedSet<String> present = new TreeSet<>();
        lastShort.keySet().forEach(signal -> present.add(signal.condition()));
        pressure.set(present);
    }

    /** Nothing has to be done now: a grace period may end, a condition may go, or use may grow. */
    private void waitForMore(long now) {
        shortSince.forEach((index, since) ->
                arm(nextTick(since + settings.thresholds().get(index).grace() - 1)));
        for (long last : lastShort.values()) {
            arm(nextTick(Math.max(now, last + settings.transition() - 1)));
        }
        arm(nextShortage());
    }

    private void relieve(Threshold threshold, List<PodUsage> pods) {
        Signal signal = threshold.signal();
        host.reclaims(signal.resource());
        cleansUp = true;
        host.reclaim(signal).whenDone(freed -> {
            cleansUp = false;
            // What the node itself can give up may suffice (reclaimNodeLevelResources).
            if (freed > 0 && available(signal, host.usage()) >= least(threshold) + threshold.reclaim()) {
                waitForMore(context.now());
            } else {
                evict(threshold, pods);
            }
        });
    }

    private void evict(Threshold threshold, List<PodUsage> pods) {
        Signal signal = threshold.signal();
        List<PodUsage> order = EvictionOrder.of(pods, signal);
        if (order.isEmpty()) {
            // Only something else can end it: this wakes nobody who waits for the cluster to come to rest.
            armedFor = nextTick(context.now());
            timer = context.daemonAfter(armedFor - context.now(), this::pass);
            return;
        }
        PodUsage victim = order.get(0);
        String message =
                EvictionOrder.message(victim, signal, least(threshold), available(signal, pods), namesThreshold);
        host.evict(victim.pod(), message, threshold.grace() > 0 ? settings.gracePodMax() : 0);
        cleansUp = true;
        awaitCleanUp(victim.pod().uid(), context.now());
    }

    private void awaitCleanUp(String uid, long since) {
        context.after(POLL, () -> {
            if (host.isCleanedUp(uid) || context.now() - since >= PATIENCE) {
                cleansUp = false;
                // The pause until the next one begins now.
                start = context.now();
                pass();
            } else {
                awaitCleanUp(uid, since);
            }
        });
    }
}
