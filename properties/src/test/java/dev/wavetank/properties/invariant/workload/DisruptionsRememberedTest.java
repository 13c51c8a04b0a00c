package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.properties.invariant.status.DisruptionsRemembered;
import org.junit.jupiter.api.Test;

/** Evictions that were permitted, and what their budget remembers of them. */
class DisruptionsRememberedTest {

    private final Story story = new Story(DisruptionsRemembered::new);

    private static String budget(String disrupted) {
        return "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web, namespace: default}, spec:"
                + " {minAvailable: 1, selector: {matchLabels: {app: web}}}, status: {currentHealthy: 2, disruptedPods: {"
                + disrupted + "}}}";
    }

    private static String pod(String more) {
        return Story.pod("{name: web-1, namespace: default, labels: {app: web}" + more + "}", "{}", Story.READY);
    }

    /** An eviction is permitted after 100 s. */
    private static Story permitted(Story story) {
        return story.stored(pod("")).at(100).stored(budget("web-1: '2026-01-01T00:01:40Z'"));
    }

    /** The controller forgets it by a status that it sent then. */
    private static Story forgotten(Story story, long sent, long stored) {
        return story.at(stored)
                .stored(budget(""))
                .sent(
                        "kube-controller-manager",
                        sent,
                        KubernetesController.DISRUPTION.userAgent(),
                        new ApiRequest.Update(Resources.POD_DISRUPTION_BUDGETS, "status", Story.read(budget(""))));
    }

    static Story forgotten(Story story) {
        return forgotten(permitted(story), 101, 102);
    }

    @Test
    void an_eviction_is_not_forgotten_at_once() {
        assertThat(forgotten(story).broken())
                .containsExactly("poddisruptionbudget/default/web: forgets after 1s that web-1 was to be evicted,"
                        + " expected it to remember that until the pod goes, or for 2m");
    }

    @Test
    void after_two_minutes_it_is() {
        assertThat(forgotten(permitted(story), 220, 221).broken()).isEmpty();
    }

    @Test
    void when_the_pod_goes_it_is() {
        permitted(story).at(101).stored(pod(", deletionTimestamp: '2026-01-01T00:02:00Z'"));

        assertThat(forgotten(story, 102, 103).broken()).isEmpty();
    }

    @Test
    void a_deletion_that_comes_later_is_no_reason() {
        permitted(story).at(102).stored(pod(", deletionTimestamp: '2026-01-01T00:02:00Z'"));

        assertThat(forgotten(story, 101, 103).broken()).hasSize(1);
    }

    @Test
    void of_a_new_pod_the_cache_may_not_know() {
        story.at(99);

        assertThat(forgotten(story).broken()).isEmpty();
    }

    @Test
    void a_pod_that_the_budget_is_not_about_is_forgotten() {
        story.stored(pod("").replace("app: web", "app: other")).at(100);
        story.stored(budget("web-1: '2026-01-01T00:01:40Z'"));

        assertThat(forgotten(story, 101, 102).broken()).isEmpty();
    }
}
