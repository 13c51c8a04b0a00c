package dev.wavetank.model.controller.deployment;

import static dev.wavetank.model.controller.deployment.RolloutFixture.annotated;
import static dev.wavetank.model.controller.deployment.RolloutFixture.names;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rolling;
import static dev.wavetank.model.controller.deployment.RolloutFixture.rollout;
import static dev.wavetank.model.controller.deployment.RolloutFixture.set;
import static dev.wavetank.model.controller.deployment.RolloutFixture.template;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.DeploymentStatusBuilder;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Which ReplicaSet is the new one, what a created one has, and its revisions: {@code getNewReplicaSet} of {@code
 * pkg/controller/deployment/sync.go}, {@code FindNewReplicaSet}, {@code EqualIgnoreHash} and {@code
 * SetNewReplicaSetAnnotations} of {@code util/deployment_util.go}, Kubernetes 1.20.
 */
class NewReplicaSetTest {

    private static final Deployment WEB = rolling(10, 2, 3);

    private static ReplicaSet withTemplate(ReplicaSet set, PodTemplateSpec template) {
        return set.withSpec(set.spec().withTemplate(template));
    }

    private static ReplicaSet created(Deployment deployment, List<ReplicaSet> old) {
        return NewReplicaSet.newSet(deployment, new Rollout(old, Optional.empty()), 7);
    }

    private static Map<String, String> annotations(ReplicaSet set) {
        return set.metadata().annotations();
    }

    @Test
    void the_new_replica_set_is_the_oldest_with_the_present_template() {
        Rollout rollout = Rollout.of(
                WEB,
                List.of(
                        withTemplate(set("younger", 1, 1, 3), template("v1")),
                        set("z", 1, 1, 1),
                        set("a", 1, 1, 1),
                        withTemplate(set("older", 1, 1, 2), template("v1"))),
                DeploymentController.Recognition.OWN_AND_OLDEST);
        assertThat(names(rollout.newSet().stream().toList())).containsExactly("older");
        assertThat(names(rollout.old())).containsExactly("a", "z", "younger");
        assertThat(names(rollout.all())).containsExactly("a", "z", "younger", "older");
    }

    @Test
    void templates_are_compared_without_the_hash_and_with_everything_else() {
        PodTemplateSpec one = template("v1");
        PodTemplateSpec hashed =
                one.withMetadata(one.metadata().withLabels(Map.of("app", "web", Rollout.HASH_LABEL, "abc")));
        assertThat(Rollout.isSameTemplate(one, hashed)).isTrue();
        assertThat(Rollout.isSameTemplate(one, template("v2"))).isFalse();
        assertThat(Rollout.isSameTemplate(one, one.withMetadata(one.metadata().withLabels(Map.of("app", "db")))))
                .isFalse();
        assertThat(Rollout.isSameTemplate(
                        one, one.withMetadata(one.metadata().withAnnotations(Map.of("restartedAt", "now")))))
                .isFalse();
    }

    @Test
    void the_greatest_old_revision_counts_and_not_that_of_the_new_one() {
        List<ReplicaSet> old = List.of(
                annotated(set("a", 0, 0), Annotations.REVISION, 9),
                annotated(set("b", 0, 0), Annotations.REVISION, 10),
                set("c", 0, 0));
        assertThat(rollout(old, annotated(set("new", 0, 0), Annotations.REVISION, 12))
                        .maxOldRevision())
                .isEqualTo(10);
    }

    @Test
    void a_created_replica_set_starts_with_the_surge_and_knows_the_sizes() {
        ReplicaSet set = created(WEB, List.of(set("old", 10, 10)));
        assertThat(set.spec().replicas()).isEqualTo(3);
        assertThat(annotations(set))
                .containsEntry(Annotations.REVISION, "7")
                .containsEntry(Annotations.DESIRED_REPLICAS, "10")
                .containsEntry(Annotations.MAX_REPLICAS, "13");
        assertThat(set.metadata().isControlledBy(WEB.uid())).isTrue();
    }

    @Test
    void the_hash_is_in_the_name_the_labels_the_selector_and_the_template() {
        ReplicaSet set = created(WEB, List.of());
        String hash = TemplateHash.of(template("v1"), 0);
        assertThat(set.metadata().name()).isEqualTo("web-" + hash);
        Map<String, String> labels = Map.of("app", "web", Rollout.HASH_LABEL, hash);
        assertThat(set.metadata().labels()).isEqualTo(labels);
        assertThat(set.spec().selector().matchLabels()).isEqualTo(labels);
        assertThat(set.spec().template().metadata().labels()).isEqualTo(labels);
    }

    @Test
    void a_collision_changes_the_name() {
        Deployment collided = WEB.withStatus(
                DeploymentStatusBuilder.builder().collisionCount(1).build());
        assertThat(created(collided, List.of()).metadata().name())
                .isEqualTo("web-" + TemplateHash.of(template("v1"), 1))
                .isNotEqualTo(created(WEB, List.of()).metadata().name());
    }

    @Test
    void annotations_of_the_deployment_are_inherited_but_not_those_of_its_controller() {
        Deployment annotated = WEB.withMetadata(WEB.metadata()
                .withAnnotations(Map.of(
                        "team",
                        "blue",
                        Annotations.REVISION,
                        "3",
                        Annotations.DESIRED_REPLICAS,
                        "99",
                        "kubectl.kubernetes.io/last-applied-configuration",
                        "{}")));
        assertThat(annotations(Annotations.inherited(set("new", 1, 1), annotated, 4)))
                .isEqualTo(Map.of("team", "blue", Annotations.REVISION, "4"));
    }

    @Test
    void a_revision_only_grows_and_its_former_values_are_kept() {
        ReplicaSet third = annotated(set("new", 1, 1), Annotations.REVISION, 3);
        assertThat(Annotations.inherited(third, WEB, 3)).isEqualTo(third);
        assertThat(Annotations.inherited(third, WEB, 2)).isEqualTo(third);
        ReplicaSet again = Annotations.inherited(Annotations.inherited(third, WEB, 5), WEB, 10);
        assertThat(annotations(again))
                .isEqualTo(Map.of(Annotations.REVISION, "10", Annotations.REVISION_HISTORY, "3,5"));
    }

    @Test
    void the_history_drops_the_oldest_revisions_beyond_2000_characters() {
        String history = "1111," + "2".repeat(1993);
        ReplicaSet set = annotated(set("new", 1, 1), Annotations.REVISION, 3);
        set = set.withMetadata(Annotations.with(set.metadata(), Annotations.REVISION_HISTORY, history));
        assertThat(annotations(Annotations.inherited(set, WEB, 4)))
                .as("2000 characters fit")
                .containsEntry(Annotations.REVISION_HISTORY, history + ",3");
        ReplicaSet longer = annotated(set, Annotations.REVISION, 33);
        assertThat(annotations(Annotations.inherited(longer, WEB, 40)))
                .containsEntry(Annotations.REVISION_HISTORY, "2".repeat(1993) + ",33");
    }

    @Test
    void an_annotation_that_is_no_number_is_ignored() {
        for (String text : List.of("", "many", "-1", "1.5", "12345678901")) {
            ReplicaSet set = set("a", 1, 1);
            set = set.withMetadata(Annotations.with(set.metadata(), Annotations.REVISION, text));
            assertThat(Annotations.number(set, Annotations.REVISION)).isEmpty();
        }
    }
}
