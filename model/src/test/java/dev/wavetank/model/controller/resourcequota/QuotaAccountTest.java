package dev.wavetank.model.controller.resourcequota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The usage that the controller writes, where it is stricter than {@code syncResourceQuota} of {@code
 * pkg/controller/resourcequota/resource_quota_controller.go} (v1.32): see {@link ResourceQuotaController}.
 */
class QuotaAccountTest {

    private static final Map<String, String> HARD =
            Map.of("pods", "5", "requests.cpu", "2", "count/deployments.apps", "3");

    private static ResourceQuota quota(Map<String, String> used) {
        return new ResourceQuota(
                ObjectMeta.named("default", "q"),
                new ResourceQuota.Spec(HARD, null, null),
                new ResourceQuota.Status(HARD, used));
    }

    private static Map<String, Quantity> pods(int count) {
        return Map.of("pods", Quantity.parse("" + count));
    }

    private static String usedPods(int charged, int counted, Map<String, Quantity> released) {
        return QuotaAccount.status(quota(Map.of("pods", "" + charged)), pods(counted), released)
                .used()
                .get("pods");
    }

    @Test
    void a_charged_pod_that_the_cache_lacks_stays_charged() {
        assertThat(usedPods(5, 3, Map.of())).isEqualTo("5");
    }

    @Test
    void what_was_seen_to_end_is_given_back_and_no_more() {
        assertThat(usedPods(5, 3, pods(1))).isEqualTo("4");
    }

    @Test
    void usage_never_goes_below_what_is_counted() {
        assertThat(usedPods(5, 5, pods(1))).isEqualTo("5");
        assertThat(usedPods(0, 3, Map.of())).isEqualTo("3");
    }

    @Test
    void a_complete_cache_is_believed() {
        assertThat(usedPods(5, 3, null)).isEqualTo("3");
    }

    @Test
    void usage_of_other_objects_stays() {
        ResourceQuota.Status status = QuotaAccount.status(quota(Map.of("count/deployments.apps", "2")), pods(0), null);
        assertThat(status.used()).isEqualTo(Map.of("pods", "0", "requests.cpu", "0", "count/deployments.apps", "2"));
        assertThat(status.hard()).isEqualTo(HARD);
    }

    @Test
    void what_was_taken_is_not_given_back_twice() {
        QuotaAccount account = new QuotaAccount(0);
        account.release(pods(1));
        account.release(pods(2));
        assertThat(account.takeReleased()).isEqualTo(pods(3));
        assertThat(account.takeReleased()).isEmpty();
    }

    @Test
    void a_quota_without_a_status_gets_its_limits_and_the_counted_usage() {
        ResourceQuota fresh =
                new ResourceQuota(ObjectMeta.named("default", "q"), new ResourceQuota.Spec(HARD, null, null), null);

        ResourceQuota.Status status = QuotaAccount.status(fresh, pods(2), Map.of());

        assertThat(status.hard()).isEqualTo(HARD);
        assertThat(status.used()).isEqualTo(Map.of("pods", "2", "requests.cpu", "0", "count/deployments.apps", "0"));
    }

    @Test
    void usage_of_a_resource_that_is_not_limited_is_dropped() {
        ResourceQuota.Status status =
                QuotaAccount.status(quota(Map.of("secrets", "4")), Map.of("secrets", Quantity.parse("4")), null);

        assertThat(status.used()).doesNotContainKey("secrets");
    }

    @Test
    void the_release_of_one_resource_leaves_the_others_alone() {
        Map<String, Quantity> counted = Map.of("pods", Quantity.ZERO, "requests.cpu", Quantity.ZERO);
        ResourceQuota.Status status =
                QuotaAccount.status(quota(Map.of("pods", "3", "requests.cpu", "2")), counted, pods(1));

        assertThat(status.used()).containsEntry("pods", "2").containsEntry("requests.cpu", "2");
    }

    @Test
    void it_knows_for_how_long_the_quota_has_not_changed() {
        QuotaAccount account = new QuotaAccount(100);
        assertThat(account.unchangedFor(130)).isEqualTo(30);

        account.changed(120);

        assertThat(account.unchangedFor(130)).isEqualTo(10);
    }

    @Test
    void one_recount_is_planned_at_a_time() {
        QuotaAccount account = new QuotaAccount(0);
        assertThat(account.planRecount()).isTrue();
        assertThat(account.planRecount()).isFalse();

        account.recounted();

        assertThat(account.planRecount()).isTrue();
    }
}
