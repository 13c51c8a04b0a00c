package dev.wavetank.model.etcd.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.etcd.EtcdErrors;
import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EtcdLeaseTest {

    private static final long SECOND = VirtualTime.SECOND;
    static final long TTL = 5 * SECOND;

    private final EtcdWorld world = EtcdWorld.of(3);

    /** Puts a key under lease 7. */
    static void leaseKey(EtcdWorld world) {
        world.ask("etcd-1", new EtcdRequest.LeaseGrant(7, TTL));
        world.ask("etcd-2", EtcdWorld.put("/a", "1", 0, 7));
    }

    /** When the first key was deleted. */
    static OptionalLong deleted(EtcdWorld world) {
        return world.trace.entries().stream()
                .filter(entry ->
                        entry.record() instanceof StoreTrace commit && commit.change() == WatchEvent.Type.DELETED)
                .mapToLong(entry -> entry.time())
                .findFirst();
    }

    @Test
    void a_key_ends_with_its_lease() {
        leaseKey(world);
        world.run(4 * SECOND);
        assertThat(deleted(world)).isEmpty();
        world.run(2 * SECOND);
        assertThat(deleted(world)).isPresent();
        assertThat(world.ask("etcd-1", new EtcdRequest.LeaseKeepAlive(7)))
                .isEqualTo(new EtcdResponse.Refused(EtcdErrors.LEASE_NOT_FOUND));
        assertThat(world.ask("etcd-1", EtcdWorld.put("/b", "1", 0, 7)))
                .isEqualTo(new EtcdResponse.Refused(EtcdErrors.LEASE_NOT_FOUND));
    }

    @Test
    void a_revoked_lease_takes_its_keys_along() {
        leaseKey(world);
        assertThat(world.ask("etcd-3", new EtcdRequest.LeaseRevoke(7))).isEqualTo(new EtcdResponse.Done());
        assertThat(deleted(world)).isPresent();
    }
}
