package dev.wavetank.model.controller.resourcequota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collections;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The arithmetic of one quota resource, for all charges, counts and releases. */
class QuotaAccountProperties {

    private static Map<String, Quantity> cpu(int milli) {
        return Collections.singletonMap("requests.cpu", Quantity.parse(milli + "m"));
    }

    private static Quantity used(int charged, int counted, Map<String, Quantity> released) {
        Map<String, String> hard = Collections.singletonMap("requests.cpu", "100");
        ResourceQuota quota = new ResourceQuota(
                ObjectMeta.named("default", "q"),
                new ResourceQuota.Spec(hard, null, null),
                new ResourceQuota.Status(hard, Collections.singletonMap("requests.cpu", charged + "m")));
        ResourceQuota.Status status = QuotaAccount.status(quota, cpu(counted), released);
        return Quantity.parse(status.used().get("requests.cpu"));
    }

    @Property
    void usage_is_the_charge_without_the_release_and_at_least_the_count(
            @ForAll @IntRange(max = 5_000) int charged,
            @ForAll @IntRange(max = 5_000) int counted,
            @ForAll @IntRange(max = 5_000) int released) {
        long expected = Math.max(counted, charged - released);
        assertThat(used(charged, counted, cpu(released)))
                .usingComparator(Quantity::compareTo)
                .isEqualTo(Quantity.parse(expected + "m"));
    }

    @Property
    void a_complete_cache_decides_alone(
            @ForAll @IntRange(max = 5_000) int charged, @ForAll @IntRange(max = 5_000) int counted) {
        assertThat(used(charged, counted, null))
                .usingComparator(Quantity::compareTo)
                .isEqualTo(Quantity.parse(counted + "m"));
    }

    @Property
    void parts_that_are_released_one_by_one_are_released_once(
            @ForAll @IntRange(max = 5_000) int first, @ForAll @IntRange(max = 5_000) int second) {
        QuotaAccount account = new QuotaAccount(0);
        account.release(cpu(first));
        account.release(cpu(second));

        assertThat(account.takeReleased().get("requests.cpu"))
                .usingComparator(Quantity::compareTo)
                .isEqualTo(Quantity.parse(first + second + "m"));
        assertThat(account.takeReleased()).isEmpty();
    }
}
