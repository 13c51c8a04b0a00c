package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.client.cache.CachedObjects;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.server.CachesMatchStore;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** At rest an informer has what is stored: no more, no less, and nothing older. */
class CachesMatchStoreTest {

    private static String web(String name, int version) {
        return pod(
                "{name: " + name + ", namespace: default, resourceVersion: '" + version + "'}",
                "{nodeName: one}",
                "{}");
    }

    /** Of a scheduler that has these pods. */
    private static Story cached(Map<String, String> fields, String... pods) {
        CachedObjects cache = new CachedObjects(
                "kube-scheduler",
                Resources.PODS,
                new ApiRequest.Selection(ApiRequest.Selection.ALL.labels(), fields),
                0,
                Stream.of(pods).map(Story::read).toList());
        return new Story(new CachesMatchStore(Delays.NONE, () -> List.of(cache)));
    }

    private static Story cached(String... pods) {
        return cached(Map.of(), pods);
    }

    @Test
    void what_is_stored_is_cached() {
        Story same = cached(web("a", 1), web("b", 2)).stored(web("a", 1), web("b", 2));
        Story less = cached(web("a", 1)).stored(web("a", 1), web("b", 2));
        Story older = cached(web("a", 1), web("b", 2)).stored(web("a", 1), web("b", 3));

        assertThat(same.at(400).concluded().broken()).isEmpty();
        assertThat(less.at(400).concluded().broken())
                .containsExactly("pods/default/b: is in the store in version 2, and kube-scheduler has none");
        assertThat(older.at(400).concluded().broken())
                .containsExactly("pods/default/b: is in the store in version 3, and kube-scheduler has version 2");
    }

    @Test
    void a_kubelet_needs_the_pods_of_its_node_only() {
        Map<String, String> ofOne = Map.of("spec.nodeName", "one");
        Map<String, String> ofTwo = Map.of("spec.nodeName", "two");

        assertThat(cached(ofOne, web("a", 1))
                        .stored(web("a", 1))
                        .at(400)
                        .concluded()
                        .broken())
                .isEmpty();
        assertThat(cached(ofTwo).stored(web("a", 1)).at(400).concluded().broken())
                .isEmpty();
        assertThat(cached(ofTwo, web("a", 1))
                        .stored(web("a", 1))
                        .at(400)
                        .concluded()
                        .broken())
                .containsExactly("pods/default/a: is gone, and kube-scheduler has version 1");
    }

    /** The invariant itself forgets old deletions. */
    @ParameterizedTest
    @ValueSource(longs = {400, 2 * 3600})
    void a_pod_that_has_gone_is_not_cached_however_long_ago(long later) {
        Story story = cached(web("a", 1), web("b", 2))
                .stored(web("a", 1), web("b", 1))
                .deleted("a");

        assertThat(story.at(later)
                        .stored(web("b", 2))
                        .at(later + 400)
                        .concluded()
                        .broken())
                .containsExactly("pods/default/a: is gone, and kube-scheduler has version 1");
    }
}
