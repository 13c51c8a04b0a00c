package dev.wavetank.properties.bugs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.ClusterParts;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** In the storms in which known bugs are found nothing is found without them. */
@Tag("search")
class WithoutBugsTest {

    static Stream<Named<KnownBug>> bugs() {
        return KnownBugs.all().stream().map(bug -> Named.of(bug.name(), bug));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void nothing_is_found_over_the_same_seeds(KnownBug bug) {
        assertThat(BugStorms.explore(bug, ClusterParts.DEFAULT, false)).isEmpty();
    }
}
