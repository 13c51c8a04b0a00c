package dev.wavetank.model.controller.volumeprotection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.version.KubernetesVersion;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * When a protection finalizer has to be added, and when it may be removed: {@code
 * pkg/controller/volume/protectionutil/utils.go} (v1.32).
 */
class FinalizerTest {

    private static final Finalizer FINALIZER = new Finalizer("kubernetes.io/pvc-protection");

    private static ObjectMeta live(String... finalizers) {
        return ObjectMeta.named("default", "data").withFinalizers(List.of(finalizers));
    }

    private static ObjectMeta deleted(String... finalizers) {
        return live(finalizers).withDeletionTimestamp(Instant.EPOCH);
    }

    @Test
    void only_an_object_that_is_not_being_deleted_can_miss_its_finalizer() {
        assertThat(FINALIZER.isMissing(live())).isTrue();
        assertThat(FINALIZER.isMissing(live("example.com/other"))).isTrue();
        assertThat(FINALIZER.isMissing(live(FINALIZER.name()))).isFalse();
        assertThat(FINALIZER.isMissing(deleted())).isFalse();
    }

    @Test
    void only_an_object_that_is_being_deleted_is_held_by_its_finalizer() {
        assertThat(FINALIZER.holds(deleted(FINALIZER.name()))).isTrue();
        assertThat(FINALIZER.holds(deleted("example.com/other", FINALIZER.name())))
                .isTrue();
        assertThat(FINALIZER.holds(deleted("example.com/other"))).isFalse();
        assertThat(FINALIZER.holds(live(FINALIZER.name()))).isFalse();
    }

    @Test
    void other_finalizers_stay_when_it_is_added_or_removed() {
        ObjectMeta other = live("example.com/other");

        ObjectMeta added = FINALIZER.addedTo(other);

        assertThat(added.finalizers()).containsExactly("example.com/other", FINALIZER.name());
        assertThat(FINALIZER.removedFrom(added)).isEqualTo(other);
    }

    @Test
    void kubernetes_adds_it_since_v1_10() {
        assertThat(Finalizer.isUsed(KubernetesVersion.V1_9)).isFalse();
        assertThat(Finalizer.isUsed(KubernetesVersion.V1_10)).isTrue();
    }
}
