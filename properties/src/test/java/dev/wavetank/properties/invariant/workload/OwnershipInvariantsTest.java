package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.ending.DependentsFirst;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who owns what, who may delete it, and what a namespace and a leader leave behind. */
class OwnershipInvariantsTest {

    private static final String WEB = set("web", "");
    private static final String OF_WEB =
            pod("{name: web-1, namespace: default, ownerReferences: [" + owner("ReplicaSet", "web") + "]}", "{}", "{}");

    private static String set(String name, String metadata) {
        return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: " + name + ", namespace: default" + metadata
                + "}, spec: {replicas: 1, selector: {matchLabels: {app: web}}}}";
    }

    private static String free(String labels) {
        return pod("{name: web-1, namespace: default, labels: " + labels + "}", "{}", "{phase: Running}");
    }

    private static Story collected(Story story) {
        ApiRequest.DeleteOptions options = new ApiRequest.DeleteOptions(null, "web-1", "Background");
        return story.asked(
                "generic-garbage-collector",
                new ApiRequest.Delete(Resources.PODS, "default", "web-1", options),
                new ApiResponse.Done(200));
    }

    @Test
    void what_would_be_broken_in_the_end_is_unknown_where_the_run_ends_before() {
        Story story = new Story(Adoption::new)
                .stored(WEB, free("{app: web}"), free("{app: web}").replace("web-1", "web-2"));

        assertThat(story.cutShort().broken()).isEmpty();
        assertThat(story.unknown())
                .containsExactly("too early: pod/default/web-1 has no controller, expected replicaset/default/web to"
                        + " adopt it");
        assertThat(story.concluded().broken()).hasSize(2);
    }

    @Test
    void what_is_judged_from_the_end_on_is_unknown_where_the_run_ends_before() {
        Story story = new Story(new QuietAtRest()).cutShort();

        assertThat(story.unknown()).containsExactly("too early");
        assertThat(story.broken()).isEmpty();
    }

    @Test
    void an_object_waits_for_its_dependents_until_it_is_deleted_in_the_background() {
        String going = ", deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [foregroundDeletion]";
        String below = OF_WEB.replace("uid: web", "uid: web, blockOwnerDeletion: true");
        ApiRequest delete = new ApiRequest.Delete(
                Resources.REPLICA_SETS, "default", "web", new ApiRequest.DeleteOptions(null, null, "Background"));

        Story waits = new Story(DependentsFirst::new)
                .stored(set("web", going), below)
                .at(60)
                .deleted("web");
        Story waitsNoMore = new Story(DependentsFirst::new)
                .stored(set("web", going), below)
                .at(60)
                .deleted("web")
                .asked("kubectl-delete", delete, new ApiResponse.One(200, Story.read(set("web", going))));

        Story isFreed = new Story(DependentsFirst::new)
                .stored(set("web", going), below)
                .at(60)
                .deleted("web")
                .asked(
                        "kubectl-patch",
                        new ApiRequest.Patch(
                                Resources.REPLICA_SETS,
                                "default",
                                "web",
                                "",
                                new ApiRequest.Change.Merge(Map.of("metadata", Map.of("finalizers", List.of())))),
                        new ApiResponse.One(200, Story.read(set("web", ", deletionTimestamp: 2026-01-01T00:00:00Z"))));

        assertThat(waits.concluded().broken())
                .containsExactly("replicaset/default/web: is gone before its dependent pod/default/web-1");
        assertThat(waitsNoMore.concluded().broken()).isEmpty();
        assertThat(isFreed.concluded().broken()).isEmpty();
    }

    @Test
    void what_has_a_living_owner_is_not_collected() {
        Story story = new Story(lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST)).stored(WEB, OF_WEB);

        assertThat(collected(story).broken())
                .containsExactly("pod/default/web-1: was deleted as garbage, although its owner ReplicaSet web lives");
    }

    @Test
    void what_has_lost_its_owner_is_collected_and_so_is_what_its_owner_waits_for() {
        Story lost = new Story(lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST))
                .stored(WEB, OF_WEB)
                .deleted("web");
        Story waiting = new Story(lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST))
                .stored(
                        set("web", ", deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [foregroundDeletion]"),
                        OF_WEB);

        assertThat(collected(lost).broken()).isEmpty();
        assertThat(collected(waiting).broken()).isEmpty();
    }

    @Test
    void an_owner_that_came_after_the_collector_had_read_is_no_reason_to_keep() {
        Story story = new Story(lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST)).stored(WEB, free("{}"));
        story.asked(
                "generic-garbage-collector",
                new ApiRequest.Get(Resources.PODS, "default", "web-1"),
                new ApiResponse.One(200, Story.read(free("{}"))));

        assertThat(collected(story.stored(OF_WEB)).broken()).isEmpty();
    }

    @Test
    void what_was_to_be_orphaned_is_not_collected() {
        String orphaning = set("web", ", deletionTimestamp: 2026-01-01T00:00:00Z, finalizers: [orphan]");
        Story old = new Story(lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST))
                .stored(WEB, OF_WEB)
                .at(60)
                .stored(orphaning)
                .deleted("web");
        Story young = new Story(lag -> new GarbageOnly(lag, KubernetesVersion.NEWEST))
                .stored(WEB)
                .at(59)
                .stored(OF_WEB)
                .at(60)
                .stored(orphaning);

        assertThat(collected(old).broken())
                .containsExactly("pod/default/web-1: was deleted as garbage, although its owner ReplicaSet web was"
                        + " deleted without its dependents");
        assertThat(collected(young.deleted("web")).broken()).isEmpty();
    }

    @Test
    void adoption_takes_nothing_from_a_living_controller() {
        String ofApi = OF_WEB.replace("name: web,", "name: api,").replace("uid: web,", "uid: api,");
        Story living = new Story(Adoption::new).stored(WEB, set("api", ""), OF_WEB, ofApi);
        Story gone = new Story(Adoption::new).stored(WEB, OF_WEB).deleted("web").stored(ofApi);

        assertThat(living.broken())
                .containsExactly("pod/default/web-1: went from ReplicaSet web, which lives, to ReplicaSet api without"
                        + " being released");
        assertThat(gone.broken()).isEmpty();
    }

    @Test
    void a_pod_that_is_selected_is_adopted_in_the_end() {
        Story selected = new Story(Adoption::new).stored(WEB, free("{app: web}"));
        Story other = new Story(Adoption::new).stored(WEB, free("{app: api}"));

        assertThat(selected.broken()).isEmpty();
        assertThat(selected.concluded().broken())
                .containsExactly("pod/default/web-1: has no controller, expected replicaset/default/web to adopt it");
        assertThat(other.concluded().broken()).isEmpty();
    }

    @Test
    void a_namespace_that_is_gone_has_left_nothing_behind() {
        String settings = "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: team}}";
        String team = "{apiVersion: v1, kind: Namespace, metadata: {name: team}}";
        Story left = new Story(NamespaceLeavesNothing::new)
                .stored(team, settings)
                .at(60)
                .deleted("team");
        Story late = new Story(NamespaceLeavesNothing::new)
                .stored(team)
                .at(60)
                .stored(settings)
                .deleted("team");

        assertThat(left.broken())
                .containsExactly("namespace/team: is gone and has left configmaps/team/settings behind");
        assertThat(late.broken()).isEmpty();
        assertThat(late.concluded().broken()).hasSize(1);
    }

    @Test
    void a_lease_has_to_run_out_before_another_takes_it() {
        Story story = new Story(new LeaseRunsOut()).stored(lease("one")).at(10).stored(lease("one"));

        assertThat(story.at(25).stored(lease("two")).broken()).isEmpty();
        assertThat(story.at(39).stored(lease("one")).broken())
                .containsExactly(
                        "lease/kube-system/manager: went from two to one 14s after it was renewed, expected" + " 15s");
    }

    private static String lease(String holder) {
        return "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: manager, namespace: kube-system},"
                + " spec: {holderIdentity: " + holder + ", leaseDurationSeconds: 15}}";
    }
}
