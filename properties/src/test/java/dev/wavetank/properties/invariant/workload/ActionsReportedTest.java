package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static dev.wavetank.properties.invariant.workload.Story.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.making.ActionsReported;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client of a controller drops Events after the first few for an object, whether or not the object is there. */
final class ActionsReportedTest {

    private static final String WEB = "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web,"
            + " namespace: default}, spec: {replicas: 9, selector: {matchLabels: {app: web}}}}";

    private final Story story = new Story(new ActionsReported(Delays.NONE, KubernetesVersion.DEFAULT)).stored(WEB);

    @Test
    void the_ninth_pod_for_an_object_is_to_be_reported() {
        make(9);
        assertThat(broken()).hasSize(9).allMatch(text -> text.contains("SuccessfulCreate"));
    }

    @Test
    void what_is_made_for_an_object_that_is_gone_counts_with_what_was_made_before() {
        make(10);
        story.deleted("web");
        make(1);
        assertThat(broken()).hasSize(9);
    }

    @Test
    void a_new_object_of_the_same_name_is_another_one() {
        make(10);
        story.deleted("web").stored(WEB.replace("name: web,", "name: web, uid: other,"));
        make(1, "other");
        assertThat(broken()).hasSize(10);
    }

    private int made;

    private void make(int pods) {
        make(pods, "web");
    }

    private void make(int pods, String uid) {
        for (int i = 0; i < pods; i++) {
            String owner = owner("ReplicaSet", "web").replace("uid: web", "uid: " + uid);
            String manifest =
                    pod("{name: web-" + made++ + ", namespace: default, ownerReferences: [" + owner + "]}", "{}", "{}");
            story.at(400)
                    .asked(
                            KubernetesController.REPLICA_SET.userAgent(),
                            ApiRequest.Create.of(Resources.PODS, read(manifest)),
                            new ApiResponse.Done(201));
        }
    }

    private List<String> broken() {
        return story.at(700).concluded().broken();
    }
}
