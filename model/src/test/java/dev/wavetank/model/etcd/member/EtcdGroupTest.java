package dev.wavetank.model.etcd.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.etcd.EtcdClient;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.etcd.EtcdWatch;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.rule.LinkLayer;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EtcdGroupTest {

    private static final long SECOND = VirtualTime.SECOND;

    private EtcdWorld world = EtcdWorld.of(3);

    /** Records what a watch hears. */
    private static final class Watch implements StreamReceiver<EtcdWatch.Message> {
        final List<Long> revisions = new ArrayList<>();
        final List<String> ends = new ArrayList<>();

        @Override
        public void receive(EtcdWatch.Message message) {
            if (message instanceof EtcdWatch.Message.Changed changed) {
                revisions.add(changed.change().revision());
            } else {
                ends.add(message.toString());
            }
        }

        @Override
        public void closed(Disconnect reason) {
            ends.add(reason.name());
        }
    }

    private Watch watch(String member, long after) {
        Watch watch = new Watch();
        new EtcdClient(world.endpoint(member), List.of(member)).watch(new EtcdWatch("/", after), watch);
        world.run(SECOND);
        return watch;
    }

    private void isolate(String member) {
        world.network.put(LinkLayer.partition(new LinkSelector(member, "etcd-*")));
    }

    private void reconnect(String member) {
        world.network.lift(LinkLayer.partition(new LinkSelector(member, "etcd-*")));
    }

    private String message(String member, EtcdRequest request) {
        return ((EtcdResponse.Failure) world.ask(member, request)).message();
    }

    private long revision(String member, EtcdRequest request) {
        return ((EtcdResponse.Found) world.ask(member, request)).revision();
    }

    @Test
    void what_one_member_committed_every_member_reads() {
        assertThat(world.ask(world.follower(), EtcdWorld.put("/a", "1", 0))).isInstanceOf(EtcdResponse.Committed.class);
        for (String member : world.group.names()) {
            assertThat(revision(member, new EtcdRequest.Get("/a"))).isEqualTo(1);
        }
        assertThat(world.ask("etcd-1", EtcdWorld.put("/a", "2", 0))).isInstanceOf(EtcdResponse.Mismatch.class);
    }

    @Test
    void a_committed_write_survives_the_leader() {
        String first = world.leader();
        world.ask(first, EtcdWorld.put("/a", "1", 0));
        world.components.crash(first);
        world.run(5 * SECOND);
        assertThat(world.leader()).isNotEqualTo(first);
        assertThat(revision(world.leader(), new EtcdRequest.Get("/a"))).isEqualTo(1);
        world.components.restart(first);
        world.run(2 * SECOND);
        assertThat(revision(first, new EtcdRequest.Get("/a"))).isEqualTo(1);
    }

    @Test
    void without_a_majority_writes_and_linearizable_reads_time_out_and_serializable_reads_are_served() {
        world.ask("etcd-1", EtcdWorld.put("/a", "1", 0));
        world.run(SECOND);
        String alone = world.leader();
        isolate(alone);
        world.run(3 * SECOND);
        assertThat(message(alone, EtcdWorld.put("/a", "2", 1))).isEqualTo(EtcdErrors.TIMEOUT);
        assertThat(message(alone, new EtcdRequest.Get("/a"))).isEqualTo(EtcdErrors.TIMEOUT);
        world.ask(world.leader(), EtcdWorld.put("/a", "3", 1));
        assertThat(revision(alone, new EtcdRequest.Get("/a", 0, true))).isEqualTo(1);
        assertThat(revision(world.leader(), new EtcdRequest.Get("/a", 0, true))).isEqualTo(2);
    }

    @Test
    void a_read_that_waits_for_a_leader_that_falls_hears_of_the_change() {
        String leader = world.leader();
        isolate(leader);
        EtcdResponse answer = world.ask(leader, new EtcdRequest.Get("/a"));
        assertThat(((EtcdResponse.Failure) answer).message()).isEqualTo(EtcdErrors.LEADER_CHANGED);
    }

    @Test
    void a_member_without_a_leader_ends_its_watches_and_takes_no_new_ones() {
        String member = world.follower();
        Watch watch = watch(member, 0);
        isolate(member);
        world.run(6 * SECOND);
        assertThat(watch.ends).containsExactly("CLOSED");
        assertThat(watch(member, 0).ends).containsExactly("CLOSED");
    }

    @Test
    void a_member_that_lags_behind_the_log_gets_a_snapshot_and_its_watches_miss_nothing() {
        MemberSettings shortLog = new MemberSettings(
                EtcdWorld.SETTINGS.commitLatency(),
                EtcdWorld.SETTINGS.limits(),
                EtcdWorld.SETTINGS.raft().withSnapshotCount(5).withCatchUpEntries(2));
        world = EtcdWorld.of(3, new EtcdStore(), shortLog);
        String slow = world.follower();
        Watch watch = watch(slow, 0);
        isolate(slow);
        for (int i = 0; i < 20; i++) {
            world.ask(world.leader(), EtcdWorld.put("/" + i, "v", 0));
        }
        reconnect(slow);
        world.run(SECOND);
        assertThat(world.group.disk(slow).store().revision()).isEqualTo(20);
        assertThat(watch.revisions).hasSize(20).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_member_that_lost_its_disk_does_not_start_until_it_is_replaced() {
        String victim = world.follower();
        world.ask(victim, EtcdWorld.put("/a", "1", 0));
        world.components.crash(victim);
        world.group.loseDisk(victim);
        world.components.restart(victim);
        world.run(SECOND);
        assertThat(message(victim, new EtcdRequest.Get("/a", 0, true))).isEqualTo(EtcdErrors.TRANSPORT_CLOSING);

        world.components.crash(victim);
        assertThat(world.ask(world.leader(), new EtcdRequest.RemoveMember(victim)))
                .isEqualTo(new EtcdResponse.Done());
        String id = world.group.replace(victim);
        assertThat(world.ask(world.leader(), new EtcdRequest.AddMember(id))).isEqualTo(new EtcdResponse.Done());
        world.components.restart(victim);
        world.run(SECOND);
        assertThat(revision(victim, new EtcdRequest.Get("/a", 0, true))).isEqualTo(1);
        assertThat(world.group.disk(victim).raft().members()).hasSize(3).contains(id);

        world.components.crash(world.leader());
        world.run(5 * SECOND);
        assertThat(world.ask(victim, EtcdWorld.put("/a", "2", 1))).isInstanceOf(EtcdResponse.Committed.class);
    }

    @Test
    void a_restored_backup_rewinds_the_revision_and_a_watch_from_ahead_misses_what_comes_before_it() {
        world.ask("etcd-1", EtcdWorld.put("/a", "1", 0));
        EtcdStore backup = world.group.backup("etcd-1");
        world.ask("etcd-1", EtcdWorld.put("/b", "2", 0));
        world.ask("etcd-1", EtcdWorld.put("/c", "3", 0));
        restore(backup, 0);
        Watch ahead = watch("etcd-1", 3);
        for (String key : List.of("/d", "/e", "/f")) {
            world.ask("etcd-1", EtcdWorld.put(key, "4", 0));
        }
        world.run(SECOND);
        assertThat(world.group.disk("etcd-1").store().revision()).isEqualTo(4);
        assertThat(ahead.revisions).containsExactly(4L);
    }

    @Test
    void a_restore_that_bumps_the_revision_sends_old_watches_away() {
        world.ask("etcd-1", EtcdWorld.put("/a", "1", 0));
        EtcdStore backup = world.group.backup("etcd-1");
        world.ask("etcd-1", EtcdWorld.put("/b", "2", 0));
        restore(backup, 1_000);
        assertThat(watch("etcd-1", 2).ends).containsExactly("Compacted[revision=1001]", "CLOSED");
        assertThat(revision("etcd-1", new EtcdRequest.Get("/a"))).isEqualTo(1_001);
    }

    private void restore(EtcdStore backup, long bump) {
        world.run(SECOND);
        world.group.names().forEach(world.components::crash);
        world.group.restore(backup, bump);
        world.group.names().forEach(world.components::restart);
        world.run(3 * SECOND);
    }

    @Test
    void the_same_seed_gives_the_same_run() {
        String first = fingerprint();
        world = EtcdWorld.of(3);
        assertThat(fingerprint()).isEqualTo(first);
    }

    private String fingerprint() {
        world.ask("etcd-1", EtcdWorld.put("/a", "1", 0));
        world.components.crash(world.leader());
        world.run(5 * SECOND);
        return world.simulation.trace().fingerprint().hex() + world.simulation.firedEvents();
    }
}
