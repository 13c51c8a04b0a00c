package dev.wavetank.model.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EtcdTest {

    private static final EtcdLimits LIMITS = new EtcdLimits(20_000, 5 * VirtualTime.SECOND);

    private final Simulation simulation = new Simulation(1, OrderPolicy.FIFO, new Trace());
    private final Components components = new Components(simulation);
    private final EtcdStore store = EtcdStore.withQuota(60_000);
    private Endpoint endpoint;

    EtcdTest() {
        Distribution latency = new Distribution.Constant(VirtualTime.MILLISECOND);
        Network network =
                new Network(simulation, new NetworkSettings(latency, VirtualTime.SECOND, 10 * VirtualTime.SECOND));
        components.add("etcd", context -> new Etcd(context, network.connect(context), store, latency, LIMITS));
        components.add("client", context -> () -> endpoint = network.connect(context));
        components.startAll();
    }

    private EtcdResponse ask(EtcdRequest request) {
        EtcdResponse[] answer = new EtcdResponse[1];
        new EtcdClient(endpoint, List.of("etcd")).send(request).whenDone(response -> answer[0] = response);
        run(VirtualTime.SECOND);
        return answer[0];
    }

    private void run(long span) {
        simulation.run(RunLimits.until(simulation.now() + span));
    }

    private static EtcdRequest.Put put(String key, int size, long expected) {
        ObjectMeta metadata = ObjectMeta.named("default", "x".repeat(size));
        return new EtcdRequest.Put(key, Resources.SERVICES, new Service(metadata, null, null), expected);
    }

    private List<String> keys(EtcdRequest.Range range) {
        return ((EtcdResponse.Entries) ask(range))
                .entries().stream()
                        .map(entry -> entry.key() + "@" + entry.modRevision() + "v" + entry.version())
                        .toList();
    }

    @Test
    void a_range_is_read_at_a_revision_in_pieces() {
        ask(put("/a", 1, 0));
        ask(put("/b", 1, 0));
        ask(put("/c", 1, 0));
        ask(put("/a", 2, 1));
        ask(new EtcdRequest.Delete("/b", 2));
        assertThat(keys(new EtcdRequest.Range("/"))).containsExactly("/a@4v2", "/c@3v1");
        assertThat(keys(new EtcdRequest.Range("/").at(3))).containsExactly("/a@1v1", "/b@2v1", "/c@3v1");
        EtcdResponse.Entries piece = (EtcdResponse.Entries) ask(new EtcdRequest.Range("/", "/b", 1, 3, false));
        assertThat(piece.entries()).extracting(EtcdEntry::key).containsExactly("/b");
        assertThat(piece.count()).isEqualTo(2);
        assertThat(((EtcdResponse.Found) ask(new EtcdRequest.Get("/b", 4, false)))
                        .entry()
                        .modRevision())
                .isEqualTo(2);
    }

    @Test
    void what_was_compacted_or_lies_ahead_is_refused_in_etcds_words() {
        ask(put("/a", 1, 0));
        ask(put("/a", 2, 1));
        ask(new EtcdRequest.Compact(2));
        assertThat(ask(new EtcdRequest.Range("/").at(1)))
                .isEqualTo(new EtcdResponse.Refused("etcdserver: mvcc: required revision has been compacted"));
        assertThat(ask(new EtcdRequest.Compact(2))).isEqualTo(new EtcdResponse.Refused(EtcdErrors.COMPACTED));
        assertThat(ask(new EtcdRequest.Range("/").at(3)))
                .isEqualTo(new EtcdResponse.Refused("etcdserver: mvcc: required revision is a future revision"));
        assertThat(keys(new EtcdRequest.Range("/").at(2))).containsExactly("/a@2v2");
    }

    @Test
    void a_request_that_is_too_large_is_refused() {
        assertThat(ask(put("/a", 20_001, 0))).isEqualTo(new EtcdResponse.Refused("etcdserver: request is too large"));
        assertThat(ask(put("/a", 19_000, 0))).isInstanceOf(EtcdResponse.Committed.class);
    }

    @Test
    void a_full_database_serves_reads_and_deletions_until_it_is_compacted_defragmented_and_disarmed() {
        ask(put("/a", 19_000, 0));
        ask(put("/a", 19_000, 1));
        ask(put("/a", 19_000, 2));
        EtcdResponse full = new EtcdResponse.Refused("etcdserver: mvcc: database space exceeded");
        assertThat(ask(put("/a", 19_000, 3))).isEqualTo(full);
        assertThat(ask(put("/small", 1, 0))).as("the alarm stands").isEqualTo(full);
        assertThat(ask(new EtcdRequest.Get("/a"))).isInstanceOf(EtcdResponse.Found.class);
        assertThat(ask(new EtcdRequest.Delete("/a", 3))).isInstanceOf(EtcdResponse.Committed.class);

        ask(new EtcdRequest.Compact(4));
        ask(new EtcdRequest.DisarmSpaceAlarm());
        assertThat(ask(put("/a", 19_000, 0)))
                .as("the file is as large as before")
                .isEqualTo(full);
        ask(new EtcdRequest.Defragment());
        ask(new EtcdRequest.DisarmSpaceAlarm());
        assertThat(ask(put("/a", 19_000, 0))).isInstanceOf(EtcdResponse.Committed.class);
        assertThat(store.size().orElseThrow().inUse()).isBetween(19_000L, 20_000L);
    }

    @Test
    void a_lease_outlives_a_crash_with_its_whole_time_again() {
        ask(new EtcdRequest.LeaseGrant(7, 5 * VirtualTime.SECOND));
        EtcdRequest.Put put = put("/a", 1, 0);
        ask(new EtcdRequest.Put(put.key(), put.resource(), put.value(), 0, 7));
        components.crash("etcd");
        components.restart("etcd");
        run(4 * VirtualTime.SECOND);
        assertThat(ask(new EtcdRequest.LeaseKeepAlive(7))).isInstanceOf(EtcdResponse.LeaseAlive.class);
        run(4 * VirtualTime.SECOND - VirtualTime.SECOND);
        assertThat(store.get("/a")).isNotNull();
        run(2 * VirtualTime.SECOND);
        assertThat(store.get("/a")).isNull();
        assertThat(ask(new EtcdRequest.LeaseKeepAlive(7)))
                .isEqualTo(new EtcdResponse.Refused("etcdserver: requested lease not found"));
    }

    @Test
    void a_watch_hears_of_progress_when_nothing_happens_and_when_it_asks() {
        List<EtcdWatch.Message> told = new ArrayList<>();
        StreamReceiver<EtcdWatch.Message> receiver = new StreamReceiver<>() {
            @Override
            public void receive(EtcdWatch.Message message) {
                told.add(message);
            }

            @Override
            public void closed(Disconnect reason) {
                throw new AssertionError("closed: " + reason);
            }
        };
        new EtcdClient(endpoint, List.of("etcd")).watch(new EtcdWatch("/elsewhere", 0, true), receiver);
        ask(put("/a", 1, 0));
        assertThat(told).isEmpty();
        ask(new EtcdRequest.RequestProgress());
        assertThat(told).containsExactly(new EtcdWatch.Message.Progress(1));
        run(5 * VirtualTime.SECOND);
        assertThat(told).hasSize(2);
    }
}
