package dev.wavetank.model.etcd.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.etcd.raft.Quorums;
import dev.wavetank.model.etcd.raft.RaftDisks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bugs that Raft is there to prevent, put back: storms find each within the stated number of seeds. */
@Tag("slow")
class RaftMutationTest {

    private static final Storm.Variant COMMITS_ALONE = quorums(new Quorums() {
        @Override
        public int toCommit(int members) {
            return 1;
        }
    });

    private static final Storm.Variant READS_WITHOUT_ASKING = quorums(new Quorums() {
        @Override
        public int toRead(int members) {
            return 1;
        }
    });

    private static final Storm.Variant ELECTED_BY_A_MINORITY = quorums(new Quorums() {
        @Override
        public int toElect(int members) {
            return members / 2;
        }
    });

    private static final Storm.Variant FORGETS_ITS_VOTE =
            new Storm.Variant(Quorums.MAJORITY, disk -> RaftDisks.forgetVote(disk.raft()));

    private static Storm.Variant quorums(Quorums quorums) {
        return new Storm.Variant(quorums, disk -> {});
    }

    private static int stormsUntilFound(Storm.Variant variant, int most) {
        for (int seed = 0; seed < most; seed++) {
            if (isBroken(seed, variant)) {
                return seed + 1;
            }
        }
        return Integer.MAX_VALUE;
    }

    /** Members that contradict each other may also trip over it. */
    private static boolean isBroken(int seed, Storm.Variant variant) {
        try {
            return new Storm(seed, variant).flaw().isPresent();
        } catch (IllegalArgumentException | IndexOutOfBoundsException contradiction) {
            return true;
        }
    }

    @Test
    void a_commit_counted_without_a_majority_is_found_within_10_storms() {
        assertThat(stormsUntilFound(COMMITS_ALONE, 10)).isLessThanOrEqualTo(10);
    }

    @Test
    void a_leader_elected_by_a_minority_is_found_within_10_storms() {
        assertThat(stormsUntilFound(ELECTED_BY_A_MINORITY, 10)).isLessThanOrEqualTo(10);
    }

    @Test
    void a_stale_read_served_as_linearizable_is_found_within_300_storms() {
        assertThat(stormsUntilFound(READS_WITHOUT_ASKING, 300)).isLessThanOrEqualTo(300);
    }

    /** About four storms in a thousand have an election that ends while a voter restarts. */
    @Test
    void a_vote_forgotten_in_a_crash_is_found_within_1000_storms() {
        assertThat(stormsUntilFound(FORGETS_ITS_VOTE, 1_000)).isLessThanOrEqualTo(1_000);
    }
}
