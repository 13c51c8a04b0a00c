package dev.wavetank.model.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Roll-outs of which a real control plane's behaviour is known in words: what it wrote, in which order, and when. */
class UnrecordedRolloutsTest {

    @Test
    void a_paused_roll_out_makes_no_replica_set_but_scales_and_goes_on_when_resumed() {
        Observed run = new Story()
                .create(0, 6, "")
                .patch(5, "{\"spec\":{\"paused\":true}}")
                .image(7, "nginx:2.0")
                .scale(9, 8)
                .scale(11, 6)
                .patch(15, "{\"spec\":{\"paused\":null}}")
                .play(40);

        assertThat(run.sizes()).startsWith("SET1=6", "SET1=8", "SET1=6", "SET2=2", "SET1=5", "SET2=3", "SET1=4");
        assertThat(run.sizes()).endsWith("SET1=0").contains("SET2=6");
        assertThat(run.first("SET2=2").millis()).isBetween(15_000.0, 15_200.0);
        assertThat(conditions(run))
                .containsSubsequence(
                        "Progressing True NewReplicaSetAvailable ReplicaSet \"SET1\" has successfully progressed.",
                        "Progressing Unknown DeploymentPaused Deployment is paused",
                        "Progressing Unknown DeploymentResumed Deployment is resumed",
                        "Progressing True ReplicaSetUpdated ReplicaSet \"SET2\" is progressing.",
                        "Progressing True NewReplicaSetAvailable ReplicaSet \"SET2\" has successfully progressed.");
        // The sync that has just told of the resumption has an old version in its hand when it comes to tell of the
        // new ReplicaSet: a conflict, and by the next sync the ReplicaSet is no longer new.
        assertThat(conditions(run))
                .doesNotContain("Progressing True NewReplicaSetCreated Created new replica set \"SET2\"");
    }

    @Test
    void with_min_ready_seconds_and_no_surge_every_step_takes_that_long_and_history_is_cleaned_up() {
        Observed run = new Story()
                .create(0, 4, """
                        "minReadySeconds":5,"revisionHistoryLimit":1,"strategy":{"type":"RollingUpdate",
                         "rollingUpdate":{"maxSurge":0,"maxUnavailable":1}},""")
                .image(15, "nginx:2.0")
                .image(60, "nginx:3.0")
                .play(120);

        assertThat(run.sizes())
                .containsExactly(
                        "SET1=4", "SET2=0", "SET1=3", "SET2=1", "SET1=2", "SET2=2", "SET1=1", "SET2=3", "SET1=0",
                        "SET2=4", "SET3=0", "SET2=3", "SET3=1", "SET2=2", "SET3=2", "SET2=1", "SET3=3", "SET2=0",
                        "SET3=4");
        for (int step = 2; step < 4; step++) {
            double took = run.first("SET2=" + (step + 1)).millis()
                    - run.first("SET2=" + step).millis();
            assertThat(took).isBetween(5_000.0, 8_000.0);
        }
        assertThat(run.requests())
                .filteredOn(sent ->
                        sent.by().equals("deployment-controller") && sent.verb().equals("delete"))
                .singleElement()
                .satisfies(sent -> {
                    assertThat(run.normalised(sent.name())).isEqualTo("SET1");
                    assertThat(sent.policy()).isNull();
                    assertThat(sent.millis()).isGreaterThan(run.first("SET3=4").millis() + 5_000);
                });
    }

    @Test
    void going_back_and_forth_reuses_replica_sets_and_remembers_their_revisions() {
        Observed run = new Story()
                .create(0, 2, "")
                .image(10, "nginx:2.0")
                .image(30, "nginx:1.0")
                .image(50, "nginx:2.0")
                .image(70, "nginx:1.0")
                .play(95);

        assertThat(run.sets()).hasSize(2);
        assertThat(annotations(run, "replicasets", run.sets().get(0)))
                .containsEntry("deployment.kubernetes.io/revision", "5")
                .containsEntry("deployment.kubernetes.io/revision-history", "1,3");
        assertThat(annotations(run, "replicasets", run.sets().get(1)))
                .containsEntry("deployment.kubernetes.io/revision", "4")
                .containsEntry("deployment.kubernetes.io/revision-history", "2");
        assertThat(annotations(run, "deployment", "web")).containsEntry("deployment.kubernetes.io/revision", "5");
        assertThat(conditions(run))
                .endsWith("Progressing True NewReplicaSetAvailable ReplicaSet \"SET1\" has successfully progressed.");
    }

    @Test
    void until_v1_20_the_replica_set_that_was_created_first_goes_even_if_it_was_used_last() {
        Observed run = new Story()
                .create(0, 1, "\"revisionHistoryLimit\":1,")
                .image(10, "nginx:2.0")
                .image(30, "nginx:1.0")
                .image(50, "nginx:3.0")
                .play(70);

        assertThat(run.requests())
                .filteredOn(sent ->
                        sent.by().equals("deployment-controller") && sent.verb().equals("delete"))
                .extracting(sent -> run.normalised(sent.name()))
                .containsExactly("SET1");
    }

    @Test
    void a_restart_is_a_roll_out_of_the_same_image() {
        Observed run = new Story().create(0, 10, "").patch(10, """
                        {"spec":{"template":{"metadata":{"annotations":
                         {"kubectl.kubernetes.io/restartedAt":"2026-11-20T20:36:52Z"}}}}}""").play(40);

        assertThat(run.sizes())
                .startsWith("SET1=10", "SET2=3", "SET1=8", "SET2=5")
                .contains("SET1=0", "SET2=10");
        assertThat(total(run)).allMatch(sum -> sum <= 13);
    }

    @Test
    void the_dependents_of_a_deployment_stay_until_its_last_finalizer_is_removed() {
        Observed run = new Story()
                .create(0, 2, "")
                .patch(5, "{\"metadata\":{\"finalizers\":[\"example.com/held\"]}}")
                .delete(8, "Background")
                .patch(20, "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"example.com/held\"]}}")
                .play(50);

        assertThat(run.requests())
                .filteredOn(sent -> sent.by().equals("generic-garbage-collector"))
                .hasSize(3)
                .allSatisfy(sent -> {
                    assertThat(sent.millis()).isBetween(20_000.0, 20_700.0);
                    assertThat(sent.policy()).isEqualTo("Background");
                });
    }

    @Test
    void a_name_that_somebody_else_has_counts_as_a_collision() {
        String taken = new Story().create(0, 1, "").play(5).sets().get(0);
        Observed run = new Story()
                .create(0, "replicasets", taken, """
                        {"apiVersion":"apps/v1","kind":"ReplicaSet","metadata":{"name":"%s"},
                         "spec":{"replicas":0,"selector":{"matchLabels":{"app":"other"}},
                          "template":{"metadata":{"labels":{"app":"other"}},
                           "spec":{"containers":[{"name":"c","image":"c"}]}}}}""".formatted(taken))
                .create(5, 1, "")
                .play(20);

        assertThat(run.sets()).singleElement().isNotEqualTo(taken);
        assertThat(run.requests())
                .filteredOn(sent ->
                        sent.by().equals("deployment-controller") && sent.verb().equals("create"))
                .extracting(Sent::code)
                .containsExactly(409, 201);
        assertThat(((Map<?, ?>) last(run, "deployment", "web").get("status")).get("collisionCount"))
                .hasToString("1");
    }

    @Test
    void a_steady_deployment_writes_nothing() {
        Observed run = new Story().create(0, 3, "").play(300);

        assertThat(run.requests())
                .filteredOn(sent -> !sent.isUsers())
                .isNotEmpty()
                .allSatisfy(sent -> assertThat(sent.millis()).isLessThan(10_000));
    }

    /** The replicas of both ReplicaSets together, after every change. */
    private static List<Integer> total(Observed run) {
        Map<String, Integer> sizes = new TreeMap<>();
        List<Integer> totals = new ArrayList<>();
        for (Sent sent : run.requests()) {
            if (sent.isSize()) {
                sizes.put(sent.name(), sent.replicas());
                totals.add(sizes.values().stream().mapToInt(Integer::intValue).sum());
            }
        }
        return totals;
    }

    private static List<String> conditions(Observed run) {
        Set<String> before = new LinkedHashSet<>();
        List<String> found = new ArrayList<>();
        for (Sent sent : run.requests()) {
            if (sent.resource().equals("deployments/status") && sent.code() == 200) {
                sent.conditions().stream()
                        .filter(condition -> !before.contains(condition))
                        .map(run::normalised)
                        .forEach(found::add);
                before.clear();
                before.addAll(sent.conditions());
            }
        }
        return found;
    }

    private static Map<String, Object> last(Observed run, String kind, String name) {
        return run.finals().get(kind).stream()
                .filter(object ->
                        ((Map<?, ?>) object.get("metadata")).get("name").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> annotations(Observed run, String kind, String name) {
        return (Map<String, Object>) ((Map<?, ?>) last(run, kind, name).get("metadata")).get("annotations");
    }
}
