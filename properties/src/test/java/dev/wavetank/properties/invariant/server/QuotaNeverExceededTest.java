package dev.wavetank.properties.invariant.server;

import static dev.wavetank.properties.invariant.Objects.pod;
import static dev.wavetank.properties.invariant.Objects.quota;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.Objects;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.sim.VirtualTime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When a quota counts, and what is known to exceed it. */
class QuotaNeverExceededTest {

    @Test
    void a_quota_counts_once_admission_can_know_it() {
        Observation seen = new Observation(new QuotaNeverExceeded()).stored(quota("few", "1"), pod("a"));
        seen.at(QuotaNeverExceeded.ENFORCED_AFTER - 1).stored(pod("b")).deleted(pod("b"));
        assertThat(seen.broken).isEmpty();

        seen.at(QuotaNeverExceeded.ENFORCED_AFTER).stored(pod("c"));
        assertThat(seen.broken)
                .as("pods that may never have been charged do not count")
                .isEmpty();

        seen.stored(pod("d"));
        assertThat(seen.broken)
                .containsExactly("pod/default/d: is pod number 2 of its namespace, whose quota permits 1");
    }

    @Test
    void a_quota_controller_that_does_not_know_all_pods_is_known_to_permit_more() {
        Observation seen = new Observation(lag -> new QuotaNeverExceeded(Delays.NONE, lag));
        ResourceQuota full = quota("few", "1");
        seen.stored(full).at(VirtualTime.MINUTE).stored(pod("a"));

        ResourceQuota miscounted =
                full.withStatus(new ResourceQuota.Status(full.status().hard(), Map.of("pods", "0")));
        ApiCall call = new ApiCall(
                "kube-controller-manager",
                "resourcequota-controller",
                new ApiRequest.Update(Resources.RESOURCE_QUOTAS, "status", miscounted));
        RequestTrace count = new RequestTrace("counts", call, new ApiResponse.One(200, miscounted), 0);
        seen.happened(count).stored(pod("b"));
        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).hasSize(1);

        seen.at(VirtualTime.HOUR).happened(count).stored(pod("c"));
        assertThat(seen.broken).as("a cache is not behind for an hour").hasSize(1);
    }

    @Test
    void a_quota_without_a_status_permits_everything() {
        Observation seen = new Observation(new QuotaNeverExceeded()).stored(Objects.unseen("none", "0"));

        assertThat(seen.at(VirtualTime.MINUTE).stored(pod("a")).broken).isEmpty();
    }

    @Test
    void a_quota_that_is_gone_permits_everything() {
        Observation seen = new Observation(new QuotaNeverExceeded()).stored(quota("none", "0"));
        seen.deleted(quota("none", "0")).at(VirtualTime.MINUTE);

        assertThat(seen.stored(pod("a")).broken).isEmpty();
    }
}
