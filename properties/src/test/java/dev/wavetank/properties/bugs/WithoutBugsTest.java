package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In the storms in which known bugs are found nothing is found without them. */
@Tag("slow")
class WithoutBugsTest {

    /** Of each of so many storms: {@code wavetank bugs --prove} tries thousands. */
    private static final int SEEDS = 4;

    static Stream<Named<KnownBug>> bugs() {
        return KnownBugs.all().stream().map(bug -> Named.of(bug.name(), bug));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void nothing_is_found(KnownBug bug) {
        assertThat(BugStorms.explore(bug, ClusterParts.DEFAULT, false, SEEDS)).isEmpty();
    }
}
