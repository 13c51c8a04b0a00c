package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.properties.invariant.ending.FinalizersHold;
import org.junit.jupiter.api.Test;

/** Which request has removed an object that still had a finalizer. */
class FinalizersHoldTest {

    private static final String HELD = volume("[hold]");

    private static String volume(String finalizers) {
        return "{apiVersion: v1, kind: PersistentVolume, metadata: {name: disk, uid: disk, finalizers: " + finalizers
                + "}, spec: {}}";
    }

    private static Story updated(Story story, String manifest) {
        KubernetesObject object = Story.read(manifest);
        return story.asked(
                "somebody",
                new ApiRequest.Update(Resources.PERSISTENT_VOLUMES, "", object),
                new ApiResponse.One(200, object));
    }

    private static Story gone() {
        return new Story(new FinalizersHold()).stored(HELD).deleted("disk");
    }

    @Test
    void a_late_response_to_the_write_before_is_not_the_removal() {
        Story story = updated(gone(), HELD);
        assertThat(story.broken()).isEmpty();
        assertThat(updated(story, volume("[]")).broken()).isEmpty();
    }

    @Test
    void a_write_that_leaves_a_finalizer_must_not_remove_the_object() {
        assertThat(updated(gone(), volume("[other]")).broken()).hasSize(1);
    }
}
