package dev.wavetank.model.etcd.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.sim.VirtualTime;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

class EtcdLeaseProperties {

    @Property(tries = 60, shrinking = ShrinkingMode.OFF)
    void a_lease_ends_only_after_its_time_without_a_sign_of_life_whoever_leads(
            @ForAll @IntRange(max = 4_000) int leaderCrashMillis, @ForAll @IntRange(min = 1, max = 6) int signs) {
        EtcdWorld world = EtcdWorld.of(3);
        EtcdLeaseTest.leaseKey(world);
        long lastSign = world.simulation.now();
        String victim = world.leader();
        world.run(leaderCrashMillis * VirtualTime.MILLISECOND);
        world.components.crash(victim);
        for (int sign = 0; sign < signs; sign++) {
            long asked = world.simulation.now();
            if (world.ask(world.follower(), new EtcdRequest.LeaseKeepAlive(7)) instanceof EtcdResponse.LeaseAlive) {
                lastSign = asked;
            }
            world.run(VirtualTime.SECOND);
        }
        world.run(EtcdLeaseTest.TTL + 4 * VirtualTime.SECOND);
        assertThat(EtcdLeaseTest.deleted(world)).isPresent();
        assertThat(EtcdLeaseTest.deleted(world).getAsLong()).isGreaterThanOrEqualTo(lastSign + EtcdLeaseTest.TTL);
    }
}
