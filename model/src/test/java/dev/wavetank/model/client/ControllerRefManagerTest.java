package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.ReplicaSetBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.controller.owned.ControllerRefManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControllerRefManagerTest {

    private static final Map<String, String> LABELS = new LinkedHashMap<>(Map.of("app", "web"));
    private static final ReplicaSet OWNER = ReplicaSetBuilder.builder()
            .metadata(ObjectMeta.named("default", "web").withUid("owner"))
            .build();

    /** The owner as the server has it. */
    private KubernetesObject live = OWNER;

    private ApiResponse patched = new ApiResponse.Done(200);
    private final FakeServer server = new FakeServer(request -> {
        if (request instanceof ApiRequest.Get) {
            return live == null
                    ? new ApiResponse.Failed(Status.notFound(Resources.REPLICA_SETS, "web"))
                    : new ApiResponse.One(200, live);
        }
        return patched;
    });

    private static Pod pod(String name, Map<String, String> labels, KubernetesObject owner) {
        ObjectMeta metadata =
                ObjectMeta.named("default", name).withUid("uid-" + name).withLabels(labels);
        return PodBuilder.builder()
                .metadata(
                        owner == null
                                ? metadata
                                : metadata.withOwnerReferences(List.of(OwnerReference.controlledBy(owner))))
                .build();
    }

    private ControllerRefManager.Result<Pod> claim(Pod... candidates) {
        List<ControllerRefManager.Result<Pod>> results = new ArrayList<>();
        new ControllerRefManager<Pod>(server.client(), Resources.REPLICA_SETS, Resources.PODS)
                .claim(OWNER, new LabelSelector(LABELS, null), List.of(candidates))
                .whenDone(results::add);
        server.run();
        return results.get(0);
    }

    private List<String> requests() {
        return server.requests().stream()
                .map(request -> request.verb()
                        + (request instanceof ApiRequest.Patch patch
                                ? " " + patch.name() + " "
                                        + patch.change().getClass().getSimpleName()
                                : ""))
                .toList();
    }

    private static List<String> names(ControllerRefManager.Result<Pod> result) {
        return result.owned().stream().map(pod -> pod.key().name()).toList();
    }

    @Test
    void orphans_that_match_are_adopted_after_one_look_at_the_owner() {
        ControllerRefManager.Result<Pod> result = claim(pod("a", LABELS, null), pod("b", LABELS, null));

        assertThat(names(result)).containsExactly("a", "b");
        assertThat(requests()).containsExactly("get", "patch a AddOwner", "patch b AddOwner");
    }

    @Test
    void what_is_owned_and_matches_no_longer_is_released() {
        ControllerRefManager.Result<Pod> result =
                claim(pod("a", LABELS, OWNER), pod("b", new LinkedHashMap<>(), OWNER));

        assertThat(names(result)).containsExactly("a");
        assertThat(requests()).containsExactly("patch b RemoveOwner");
    }

    @Test
    void an_owner_that_has_gone_in_the_meantime_adopts_nothing() {
        for (KubernetesObject found : new KubernetesObject[] {
            null, OWNER.withMetadata(OWNER.metadata().withUid("new"))
        }) {
            live = found;
            server.requests().clear();
            ControllerRefManager.Result<Pod> result = claim(pod("a", LABELS, null), pod("b", LABELS, OWNER));

            assertThat(names(result)).containsExactly("b");
            assertThat(result.outcome().isDone()).isFalse();
            assertThat(requests()).containsExactly("get");
        }
    }

    @Test
    void pods_that_went_before_they_could_be_adopted_or_released_are_no_failure() {
        patched = new ApiResponse.Failed(Status.notFound(Resources.PODS, "a"));
        ControllerRefManager.Result<Pod> result = claim(pod("a", LABELS, null), pod("b", new LinkedHashMap<>(), OWNER));

        assertThat(result.owned()).isEmpty();
        assertThat(result.outcome().isDone()).isTrue();
    }
}
