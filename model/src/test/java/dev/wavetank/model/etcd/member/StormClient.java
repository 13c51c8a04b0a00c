package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads, writes and deletes a few keys without waiting for answers, and watches them all. */
final class StormClient implements Component, StreamReceiver<EtcdWatch.Message> {

    private static final List<String> KEYS = List.of("/a", "/b", "/c");

    final List<History.Call> calls = new ArrayList<>();
    final List<EtcdChange> watched = new ArrayList<>();
    boolean compacted;
    long progress;
    String flaw = "";
    private final Context context;
    private final EtcdClient etcd;
    private final EtcdClient watchClient;
    private final RandomStream random;
    private final long compactsUntil;
    private final Map<String, Long> known = new LinkedHashMap<>();

    /** @param compactsUntil when it stops forgetting history that its own watch has not told yet */
    StormClient(Context context, Endpoint endpoint, List<String> members, long compactsUntil) {
        this.context = context;
        this.etcd = new EtcdClient(endpoint, members);
        this.watchClient = new EtcdClient(endpoint, members);
        this.random = context.random("workload");
        this.compactsUntil = compactsUntil;
    }

    @Override
    public void start() {
        act();
        watch();
    }

    private void act() {
        if (context.now() < Storm.STORM) {
            context.after(random.between(1, 250 * VirtualTime.MILLISECOND), this::act);
            ask(request());
            if (context.now() < compactsUntil && random.nextInt(8) == 0) {
                long latest = known.values().stream()
                        .mapToLong(revision -> revision)
                        .max()
                        .orElse(0);
                etcd.send(new EtcdRequest.Compact(latest));
            }
        }
    }

    private EtcdRequest request() {
        String key = random.pick(KEYS);
        long expected = known.getOrDefault(key, 0L);
        int kind = random.nextInt(10);
        if (kind < 4) {
            return EtcdWorld.put(key, context.name() + "-" + calls.size(), expected);
        }
        if (kind < 5 && expected > 0) {
            return new EtcdRequest.Delete(key, expected);
        }
        return new EtcdRequest.Get(key, 0, kind == 9);
    }

    private void ask(EtcdRequest request) {
        History.Call call = new History.Call(request, context.now());
        calls.add(call);
        etcd.send(request).whenDone(response -> {
            if (!(response instanceof EtcdResponse.Failure)) {
                call.heard = context.now();
                call.response = response;
                learn(request, response);
            }
        });
    }

    private void learn(EtcdRequest request, EtcdResponse response) {
        if (response instanceof EtcdResponse.Committed committed) {
            EtcdEntry entry = committed.change().entry();
            known.put(entry.key(), request instanceof EtcdRequest.Delete ? 0L : entry.modRevision());
        } else if (response instanceof EtcdResponse.Mismatch mismatch) {
            String key = request instanceof EtcdRequest.Put put ? put.key() : ((EtcdRequest.Delete) request).key();
            known.put(key, mismatch.current() == null ? 0L : mismatch.current().modRevision());
        } else if (response instanceof EtcdResponse.Found found) {
            known.put(
                    ((EtcdRequest.Get) request).key(),
                    found.entry() == null ? 0L : found.entry().modRevision());
        }
    }

    private void watch() {
        long seen = watched.isEmpty() ? 0 : watched.get(watched.size() - 1).revision();
        watchClient.watch(new EtcdWatch("/", seen, true), this);
    }

    @Override
    public void receive(EtcdWatch.Message message) {
        if (message instanceof EtcdWatch.Message.Changed changed) {
            if (changed.change().revision() <= progress) {
                flaw = "told revision " + changed.change().revision() + " after progress to " + progress;
            }
            watched.add(changed.change());
        } else if (message instanceof EtcdWatch.Message.Progress told) {
            progress = Math.max(progress, told.revision());
        } else {
            compacted = true;
        }
    }

    @Override
    public void closed(Disconnect reason) {
        if (!compacted) {
            context.after(100 * VirtualTime.MILLISECOND, this::watch);
        }
    }
}
