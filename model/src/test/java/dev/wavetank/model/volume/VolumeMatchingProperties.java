package dev.wavetank.model.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.PersistentVolume;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Invariants of the choice of a volume, against the definition of what fits. */
class VolumeMatchingProperties {

    private static final List<List<String>> MODES =
            List.of(List.of("ReadWriteOnce"), List.of("ReadOnlyMany"), List.of("ReadWriteOnce", "ReadOnlyMany"));

    /** What a volume or claim is like, without its name. */
    record Shape(int size, String className, List<String> modes) {}

    @Provide
    Arbitrary<Shape> shapes() {
        return Combinators.combine(
                        Arbitraries.integers().between(1, 4), Arbitraries.of("", "fast"), Arbitraries.of(MODES))
                .as(Shape::new);
    }

    @Provide
    Arbitrary<List<Shape>> stocks() {
        return shapes().list().ofMaxSize(8);
    }

    /** One is found just when one fits, and none with as few modes that fits is smaller. */
    @Property(tries = 500)
    void what_is_found_fits_and_nothing_better_is_left(
            @ForAll("shapes") Shape wanted, @ForAll("stocks") List<Shape> stock) {
        PersistentVolumeClaim claim = Volumes.claim(wanted.size() + "Gi", wanted.className(), wanted.modes());
        List<PersistentVolume> volumes = new ArrayList<>();
        for (Shape shape : stock) {
            String name = "v" + volumes.size();
            volumes.add(Volumes.volume(name, shape.size() + "Gi", shape.className(), shape.modes()));
        }

        Optional<PersistentVolume> found = VolumeMatching.bestFor(claim, volumes, false);

        List<Shape> fitting =
                stock.stream().filter(shape -> fits(shape, wanted)).toList();
        assertThat(found.isPresent()).isEqualTo(!fitting.isEmpty());
        found.ifPresent(volume -> {
            Shape chosen = stock.get(volumes.indexOf(volume));
            assertThat(fitting).contains(chosen).noneMatch(other -> isBetter(other, chosen));
        });
    }

    private static boolean fits(Shape shape, Shape wanted) {
        return shape.size() >= wanted.size()
                && shape.className().equals(wanted.className())
                && shape.modes().containsAll(wanted.modes());
    }

    private static boolean isBetter(Shape one, Shape other) {
        int modes = Integer.compare(one.modes().size(), other.modes().size());
        return modes < 0 || modes == 0 && one.size() < other.size();
    }
}
