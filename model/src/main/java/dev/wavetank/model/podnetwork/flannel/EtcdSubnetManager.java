package dev.wavetank.model.podnetwork.flannel;

import dev.wavetank.model.address.Ipv4;
import dev.wavetank.model.address.Ipv4Range;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * etcd as the place of leases (flannel, pkg/subnet/etcd/local_manager.go and registry.go v0.22). The agent takes
 * the range that its address had before, else the one in {@code subnet.env}, else one of the first hundred that
 * are free, by chance. The key ends with a lease of etcd, which the agent renews in time; when it has ended all
 * the same, the agent begins anew as a process does that was started again, and gets the old range unless another
 * node has it by then.
 */
final class EtcdSubnetManager implements SubnetManager {

    /** Default of {@code --etcd-prefix}, with the folder of leases. */
    static final String PREFIX = "/coreos.com/network/subnets/";

    private static final ResourceType SUBNETS =
            new ResourceType(ResourceType.FOREIGN, "v1", "Subnet", "subnets", false);
    private static final String PUBLIC_IP = "PublicIP";
    private static final String TYPE = "BackendType";

    /** {@code SubnetLen}, unless the network is smaller than four of them. */
    private static final int LENGTH = 24;

    /** Among how many free ranges chance decides ({@code allocateSubnet}). */
    private static final int CHOICE = 100;

    private static final long RETRY = VirtualTime.SECOND;

    /** From a renewal that failed to the next. */
    private static final long RENEW_RETRY = VirtualTime.MINUTE;

    /** The renewal margin is an hour of the usual 24 ({@code --subnet-lease-renew-margin}). */
    private static final int MARGIN = 24;

    private final Context context;
    private final EtcdClient client;
    private final FlannelAgent.Settings settings;
    private final long ttl;
    private final RandomStream choices;
    /** The leases of the others by key, as far as the watch has told. */
    private final Map<String, Lease> known = new TreeMap<>();

    private String ownKey = "";
    /** What tells one life of the key from the next, for whoever judges the store. */
    private String uid = "";
    /** How often a lease was acquired: what belongs to an earlier one ends. */
    private int acquired;

    EtcdSubnetManager(Context context, EtcdClient client, FlannelAgent.Settings settings, long ttl) {
        this.context = context;
        this.client = client;
        this.settings = settings;
        this.ttl = ttl;
        this.choices = context.random("subnets");
    }

    @Override
    public void start(Listener listener) {
        acquire(listener);
    }

    private void acquire(Listener listener) {
        ownKey = "";
        client.send(new EtcdRequest.Range(PREFIX)).whenDone(response -> {
            if (response instanceof EtcdResponse.Entries entries) {
                choose(entries.entries(), listener);
            } else {
                context.after(RETRY, () -> acquire(listener));
            }
        });
    }

    private void choose(List<EtcdEntry> entries, Listener listener) {
        for (EtcdEntry entry : entries) {
            Optional<Lease> lease = lease(entry.key(), entry.value());
            if (lease.isPresent()
                    && lease.get().publicIp().equals(settings.host().address())) {
                uid = String.valueOf(entry.value().uid());
                write(lease.get().range(), entry.modRevision(), listener, RETRY);
                return;
            }
        }
        Optional<Ipv4Range> free = free(entries);
        if (free.isPresent()) {
            write(free.get(), 0, listener, RETRY);
        } else {
            // "out of subnets": the process ends and is started again, in the hope that somebody has left.
            context.daemonAfter(VirtualTime.MINUTE, () -> acquire(listener));
        }
    }

    private Optional<Ipv4Range> free(List<EtcdEntry> entries) {
        Optional<Ipv4Range> network = Ipv4Range.parse(settings.network());
        Optional<Ipv4Range> before = Ipv4Range.parse(settings.disk().subnetEnv().getOrDefault("FLANNEL_SUBNET", ""));
        if (before.isPresent() && isFree(before.get(), entries)) {
            return before;
        }
        if (network.isEmpty()) {
            return Optional.empty();
        }
        int length = Math.min(30, Math.max(LENGTH, network.get().prefix() + 2));
        long size = 1L << 32 - length;
        List<Ipv4Range> bag = new ArrayList<>();
        long last = network.get().last();
        // The first is left out, as SubnetMin does.
        for (long first = network.get().first() + size;
                first + size - 1 <= last && bag.size() < CHOICE;
                first += size) {
            Ipv4Range range = new Ipv4Range(first, length);
            if (isFree(range, entries)) {
                bag.add(range);
            }
        }
        return bag.isEmpty() ? Optional.empty() : Optional.of(bag.get(choices.nextInt(bag.size())));
    }

    private static boolean isFree(Ipv4Range range, List<EtcdEntry> entries) {
        return entries.stream().noneMatch(entry -> entry.key().equals(key(range)));
    }

    static String key(Ipv4Range range) {
        return PREFIX + Ipv4.text(range.first()) + "-" + range.prefix();
    }

    /**
     * Writes the key with a new lease of etcd.
     *
     * @param revision at which the key was last written; 0 when it must not be there
     */
    private void write(Ipv4Range range, long revision, Listener listener, long retry) {
        long id = choices.nextLong() >>> 1 | 1;
        if (revision == 0) {
            uid = SUBNETS.plural() + "-" + Long.toHexString(id);
        }
        client.send(new EtcdRequest.LeaseGrant(id, ttl))
                .then(granted -> granted instanceof EtcdResponse.LeaseAlive
                        ? client.send(new EtcdRequest.Put(key(range), SUBNETS, value(range), revision, id))
                        : Completion.of(granted))
                .whenDone(response -> {
                    if (response instanceof EtcdResponse.Committed committed) {
                        held(range, committed.change().revision(), listener);
                    } else if (ownKey.isEmpty() || response instanceof EtcdResponse.Mismatch) {
                        // Somebody was faster, or the key has ended.
                        context.after(RETRY, () -> acquire(listener));
                    } else {
                        context.daemonAfter(retry, () -> renew(range, revision, listener));
                    }
                });
    }

    private void held(Ipv4Range range, long revision, Listener listener) {
        boolean isNew = ownKey.isEmpty();
        ownKey = key(range);
        context.daemonAfter(ttl - ttl / MARGIN, () -> renew(range, revision, listener));
        if (isNew) {
            acquired++;
            if (settings.disk().range().filter(range::equals).isEmpty()) {
                settings.disk().assign(range);
            }
            listener.leased(range);
            list(listener, acquired);
        }
    }

    private void renew(Ipv4Range range, long revision, Listener listener) {
        if (ownKey.equals(key(range))) {
            write(range, revision, listener, Math.min(RENEW_RETRY, ttl / MARGIN));
        }
    }

    private GenericObject value(Ipv4Range range) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(PUBLIC_IP, settings.host().address());
        fields.put(TYPE, settings.backend());
        fields.put("BackendData", settings.backendData());
        String name = Ipv4.text(range.first()) + "-" + range.prefix();
        return new GenericObject(
                SUBNETS.apiVersion(),
                SUBNETS.kind(),
                ObjectMeta.named(null, name).withUid(uid),
                fields);
    }

    private static Optional<Lease> lease(String key, KubernetesObject value) {
        if (!(value instanceof GenericObject object)) {
            return Optional.empty();
        }
        return Ipv4Range.parse(key.substring(PREFIX.length()).replace('-', '/'))
                .map(range -> new Lease(
                        range,
                        String.valueOf(object.other().get(PUBLIC_IP)),
                        String.valueOf(object.other().get(TYPE))));
    }

    /** Reads all leases, tells what is new and what is gone, and watches from there on. */
    private void list(Listener listener, int time) {
        if (time != acquired) {
            return;
        }
        client.send(new EtcdRequest.Range(PREFIX)).whenDone(response -> {
            if (!(response instanceof EtcdResponse.Entries entries)) {
                context.after(RETRY, () -> list(listener, time));
                return;
            }
            Map<String, Lease> now = new TreeMap<>();
            entries.entries()
                    .forEach(
                            entry -> lease(entry.key(), entry.value()).ifPresent(lease -> now.put(entry.key(), lease)));
            List<String> gone = new ArrayList<>(known.keySet());
            gone.removeAll(now.keySet());
            gone.forEach(key -> removed(key, listener));
            boolean isLost = !now.containsKey(ownKey);
            now.forEach((key, lease) -> added(key, lease, listener));
            if (isLost) {
                lost(listener);
            } else {
                client.watch(new EtcdWatch(PREFIX, entries.revision()), new LeaseWatch(listener, time));
            }
        });
    }

    private void added(String key, Lease lease, Listener listener) {
        if (!key.equals(ownKey) && !lease.equals(known.get(key))) {
            known.put(key, lease);
            listener.added(lease);
        }
    }

    private void removed(String key, Listener listener) {
        Lease lease = known.remove(key);
        if (lease != null) {
            listener.removed(lease);
        }
    }

    /** "Lease has been revoked": the process ends, and is started again. */
    private void lost(Listener listener) {
        acquired++;
        ownKey = "";
        context.after(RETRY, () -> acquire(listener));
    }

    private final class LeaseWatch implements StreamReceiver<EtcdWatch.Message> {
        private final Listener listener;
        private final int time;

        LeaseWatch(Listener listener, int time) {
            this.listener = listener;
            this.time = time;
        }

        @Override
        public void receive(EtcdWatch.Message message) {
            if (time != acquired || !(message instanceof EtcdWatch.Message.Changed changed)) {
                return;
            }
            EtcdChange change = changed.change();
            String key = change.entry().key();
            boolean isGone = change.type() == WatchEvent.Type.DELETED;
            if (isGone && key.equals(ownKey)) {
                lost(listener);
            } else if (isGone) {
                removed(key, listener);
            } else {
                lease(key, change.object()).ifPresent(lease -> added(key, lease, listener));
            }
        }

        @Override
        public void closed(Disconnect reason) {
            context.after(RETRY, () -> list(listener, time));
        }
    }
}
