package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.rule.CallRule;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.random.Distribution;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A watch cache that is out of date: changes begin with what it knows, and never end with a wrong answer. */
class LateWatchCacheTest {

    /** Longer than the ten seconds after each request of the fixture. */
    private static final long LAG = 60 * VirtualTime.SECOND;

    private final ApiServerFixture server = new ApiServerFixture(
            1, ApiServerConfig.DEFAULT.withWatchCacheLag(Optional.of(new Distribution.Constant(LAG))));

    private static ApiRequest labelling(String value) {
        Map<String, Object> change = Map.of("metadata", Map.of("labels", Map.of("a", value)));
        return new ApiRequest.Patch(Resources.PODS, "default", "p", "", new ApiRequest.Change.Merge(change));
    }

    private KubernetesObject label(String value) {
        return server.done(labelling(value));
    }

    private KubernetesObject createdAndKnown() {
        server.done(ApiRequest.Create.of(Resources.PODS, pod("p")));
        KubernetesObject labelled = label("1");
        server.simulation.run(RunLimits.until(server.simulation.now() + 2 * LAG));
        return labelled;
    }

    private long revision() {
        return server.store.revision();
    }

    @Test
    void what_the_cache_knows_is_not_read_before_it_is_changed() {
        createdAndKnown();
        CallRule second = new CallRule(
                new CallSelector("kube-apiserver", "etcd", "*", "*"), CallRule.Outcome.REFUSED, 2, Integer.MAX_VALUE);
        server.network.put(second);
        assertThat(label("2").metadata().labels()).containsEntry("a", "2");
        assertThat(server.network.lift(second)).isZero();
    }

    @Test
    void a_writer_who_knows_more_than_the_cache_is_not_refused() {
        createdAndKnown();
        KubernetesObject latest = label("2");
        KubernetesObject wanted = latest.withMetadata(latest.metadata().withLabels(Map.of("a", "3")));
        KubernetesObject stored = server.done(new ApiRequest.Update(Resources.PODS, "", wanted));
        assertThat(stored.metadata().labels()).containsEntry("a", "3");
    }

    @Test
    void a_writer_who_knows_as_little_as_the_cache_is_refused() {
        KubernetesObject known = createdAndKnown();
        label("2");
        KubernetesObject wanted = known.withMetadata(known.metadata().withLabels(Map.of("a", "3")));
        assertThat(server.refusal(new ApiRequest.Update(Resources.PODS, "", wanted)))
                .startsWith("409 Operation cannot be fulfilled on pods \"p\"");
    }

    @Test
    void what_changes_nothing_only_for_the_cache_is_written() {
        createdAndKnown();
        label("2");
        long before = revision();
        assertThat(label("1").metadata().labels()).containsEntry("a", "1");
        assertThat(revision()).isEqualTo(before + 1);
    }

    @Test
    void what_changes_nothing_is_not_written() {
        KubernetesObject known = createdAndKnown();
        long before = revision();
        assertThat(label("1")).isSameAs(known);
        assertThat(revision()).isEqualTo(before);
    }

    @Test
    void a_cache_to_which_no_change_is_on_its_way_is_as_fresh_as_etcd_at_once() {
        KubernetesObject known = createdAndKnown();
        server.done(ApiRequest.Create.of(
                Resources.CONFIG_MAPS, new ConfigMap(ObjectMeta.named("default", "other"), Map.of(), Map.of())));
        ApiRequest.List list = new ApiRequest.List(
                Resources.PODS, "default", ApiRequest.Selection.ALL, ReadOptions.notOlderThan(revision()));

        assertThat(server.send(list)).isEqualTo(new ApiResponse.Many(List.of(known), revision()));
    }

    @Test
    void what_the_cache_knows_still_and_is_gone_is_not_found() {
        createdAndKnown();
        server.send(
                new ApiRequest.Delete(Resources.PODS, "default", "p", new ApiRequest.DeleteOptions(0L, null, null)));
        assertThat(server.refusal(labelling("2"))).isEqualTo("404 pods \"p\" not found");
    }
}
