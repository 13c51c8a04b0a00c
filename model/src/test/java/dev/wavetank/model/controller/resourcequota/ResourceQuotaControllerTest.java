package dev.wavetank.model.controller.resourcequota;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.ScriptedCluster;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * When the controller writes the status of a quota, and what: {@code
 * pkg/controller/resourcequota/resource_quota_controller.go} and {@code resource_quota_monitor.go} (v1.32), with the
 * stricter release that {@link ResourceQuotaController} describes. Admission, which charges, is played by the tests.
 */
class ResourceQuotaControllerTest {

    private static final ResourceType QUOTAS = Resources.RESOURCE_QUOTAS;

    private final ScriptedCluster cluster = new ScriptedCluster(KubernetesVersion.V1_32, ResourceQuotaController::new);

    private static ResourceQuota quota(String uid, String spec, String status) {
        return Scheme.parse("""
                {apiVersion: v1, kind: ResourceQuota, metadata: {namespace: default, name: q, uid: %s},
                 spec: {%s}, status: {%s}}
                """.formatted(uid, spec, status), ResourceQuota.class);
    }

    /** A quota of ten pods, with so many charged. */
    private static ResourceQuota tenPods(int charged) {
        return quota("q1", "hard: {pods: 10}", "hard: {pods: 10}, used: {pods: '" + charged + "'}");
    }

    private static Pod pod(String namespace, String name, String phase) {
        return Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {namespace: %s, name: %s, uid: %s},
                 spec: {containers: [{name: c, resources: {requests: {cpu: 500m}}}]}, status: {phase: %s}}
                """.formatted(namespace, name, name, phase), Pod.class);
    }

    private static Pod running(String name) {
        return pod("default", name, "Running");
    }

    private static Service service(String type) {
        return Scheme.parse("""
                {apiVersion: v1, kind: Service, metadata: {namespace: default, name: s, uid: s},
                 spec: {type: %s, ports: [{port: 80}, {port: 81}]}}
                """.formatted(type), Service.class);
    }

    /** The used amounts of every write, in order. */
    private List<String> written() {
        return cluster.requests().stream()
                .map(request -> (ApiRequest.Update) request)
                .map(update -> ((ResourceQuota) update.body()).status().used().toString())
                .toList();
    }

    private void second() {
        cluster.runFor(VirtualTime.SECOND);
    }

    @Test
    void a_new_quota_gets_its_limits_and_the_usage_of_its_namespace() {
        cluster.put(Resources.PODS, running("a"))
                .put(Resources.PODS, running("b"))
                .put(Resources.PODS, pod("default", "ended", "Succeeded"))
                .put(Resources.PODS, pod("elsewhere", "c", "Running"))
                .put(QUOTAS, quota("q1", "hard: {pods: 10, count/pods: 20, requests.cpu: 4, limits.cpu: 8}", ""))
                .start();

        assertThat(cluster.calls()).containsExactly("update resourcequotas/default/q/status");
        ResourceQuota body =
                (ResourceQuota) ((ApiRequest.Update) cluster.requests().get(0)).body();
        assertThat(body.status().hard()).isEqualTo(body.spec().hard());
        assertThat(written()).containsExactly("{count/pods=3, limits.cpu=0, pods=2, requests.cpu=1}");
    }

    @Test
    void a_quota_whose_status_is_right_is_not_written() {
        cluster.put(Resources.PODS, running("a")).put(QUOTAS, tenPods(1)).start();
        cluster.runFor(10 * VirtualTime.MINUTE);

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_charge_whose_pod_the_cache_lacks_stays_until_the_quota_has_not_changed_for_two_minutes() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.runFor(VirtualTime.MINUTE).put(QUOTAS, tenPods(1));
        cluster.runFor(ResourceQuotaController.SETTLED - VirtualTime.SECOND);
        assertThat(cluster.calls()).isEmpty();

        cluster.runFor(2 * VirtualTime.SECOND);
        assertThat(written()).containsExactly("{pods=0}");
    }

    @Test
    void charges_from_before_the_controller_started_stay_for_two_minutes_too() {
        cluster.put(QUOTAS, tenPods(1)).start();
        cluster.runFor(ResourceQuotaController.SETTLED - 2 * VirtualTime.SECOND);
        assertThat(cluster.calls()).isEmpty();

        cluster.runFor(2 * VirtualTime.SECOND);
        assertThat(written()).containsExactly("{pods=0}");
    }

    @Test
    void each_later_charge_is_followed_by_a_recount() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.runFor(150 * VirtualTime.SECOND).put(QUOTAS, tenPods(1));
        cluster.runFor(ResourceQuotaController.SETTLED - VirtualTime.SECOND);
        assertThat(cluster.calls()).isEmpty();

        cluster.runFor(2 * VirtualTime.SECOND);
        assertThat(written()).containsExactly("{pods=0}");
    }

    @Test
    void a_charge_alone_triggers_no_write() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.put(Resources.PODS, running("a")).put(Resources.PODS, running("b"));
        second();
        cluster.put(QUOTAS, tenPods(1));
        second();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void the_pod_that_was_charged_appears_and_no_write_follows() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.put(QUOTAS, tenPods(1)).put(Resources.PODS, running("a")).runFor(10 * VirtualTime.MINUTE);

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void a_finished_pod_releases_its_own_charge_only() {
        cluster.put(Resources.PODS, running("a")).put(QUOTAS, tenPods(3)).start();
        cluster.put(Resources.PODS, pod("default", "a", "Failed"));
        second();

        assertThat(written()).containsExactly("{pods=2}");
    }

    @Test
    void a_deleted_pod_releases_what_it_used_last() {
        ResourceQuota quota = quota(
                "q1",
                "hard: {pods: 10, count/pods: 10}",
                "hard: {pods: 10, count/pods: 10}, used: {pods: '3', count/pods: '3'}");
        cluster.put(Resources.PODS, running("a"))
                .put(Resources.PODS, pod("default", "b", "Failed"))
                .put(QUOTAS, quota)
                .start();
        cluster.remove(Resources.PODS, running("b"));
        second();
        assertThat(written()).containsExactly("{count/pods=2, pods=3}");

        cluster.remove(Resources.PODS, running("a"));
        second();
        assertThat(written()).hasSize(2).endsWith("{count/pods=2, pods=2}");
    }

    @Test
    void a_pod_that_takes_the_name_of_another_releases_the_other() {
        cluster.put(Resources.PODS, running("a")).put(QUOTAS, tenPods(2)).start();
        cluster.put(
                Resources.PODS,
                running("a").withMetadata(running("a").metadata().withUid("other")));
        second();

        assertThat(written()).containsExactly("{pods=1}");
    }

    @Test
    void an_update_of_a_pod_that_goes_on_releases_nothing() {
        cluster.put(Resources.PODS, pod("default", "a", "Pending"))
                .put(QUOTAS, tenPods(2))
                .start();
        cluster.put(Resources.PODS, running("a"));
        second();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void pods_of_other_namespaces_release_nothing() {
        cluster.put(Resources.PODS, pod("elsewhere", "a", "Running"))
                .put(QUOTAS, tenPods(2))
                .start();
        cluster.remove(Resources.PODS, pod("elsewhere", "a", "Running"));
        second();

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void only_pods_within_the_scopes_release_their_charge() {
        Pod bestEffort = Scheme.parse(
                "{apiVersion: v1, kind: Pod, metadata: {namespace: default, name: b}, spec: {containers: [{name: c}]}}",
                Pod.class);
        cluster.put(Resources.PODS, running("a"))
                .put(Resources.PODS, bestEffort)
                .put(
                        QUOTAS,
                        quota("q1", "hard: {pods: 10}, scopes: [BestEffort]", "hard: {pods: 10}, used: {pods: '2'}"))
                .start();
        cluster.remove(Resources.PODS, running("a"));
        second();
        assertThat(cluster.calls()).isEmpty();

        cluster.remove(Resources.PODS, bestEffort);
        second();
        assertThat(written()).containsExactly("{pods=1}");
    }

    @Test
    void a_new_quota_with_scopes_counts_only_pods_within_them() {
        cluster.put(Resources.PODS, running("a"))
                .put(QUOTAS, quota("q1", "hard: {pods: 10}, scopes: [BestEffort]", ""))
                .start();

        assertThat(written()).containsExactly("{pods=0}");
    }

    @Test
    void after_a_conflict_the_charge_is_released_by_the_next_write() {
        cluster.answering(request -> cluster.requests().size() == 1
                        ? Optional.of(new ApiResponse.Failed(Status.modified(QUOTAS, "q")))
                        : Optional.empty())
                .put(Resources.PODS, running("a"))
                .put(QUOTAS, tenPods(3))
                .start();
        cluster.remove(Resources.PODS, running("a"));
        second();

        assertThat(written()).containsExactly("{pods=2}", "{pods=2}");
    }

    @Test
    void a_write_that_was_stored_without_a_response_is_not_repeated() {
        cluster.answering(request -> {
                    cluster.put(QUOTAS, tenPods(2));
                    return Optional.of(new ApiResponse.Failed(Status.internal("lost")));
                })
                .put(Resources.PODS, running("a"))
                .put(QUOTAS, tenPods(3))
                .start();
        cluster.remove(Resources.PODS, running("a"));
        second();

        assertThat(written()).containsExactly("{pods=2}");
    }

    @Test
    void new_limits_are_written_at_once() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.put(QUOTAS, quota("q1", "hard: {pods: 5}", "hard: {pods: 10}, used: {pods: '0'}"));
        second();

        ResourceQuota body =
                (ResourceQuota) ((ApiRequest.Update) cluster.requests().get(0)).body();
        assertThat(body.status().hard()).containsEntry("pods", "5");
        assertThat(cluster.requests()).hasSize(1);
    }

    @Test
    void a_quota_that_takes_the_name_of_another_is_new() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.put(QUOTAS, quota("q2", "hard: {pods: 10}", ""));
        second();

        assertThat(written()).containsExactly("{pods=0}");
    }

    @Test
    void a_deleted_quota_makes_no_more_work() {
        cluster.put(Resources.PODS, running("a")).put(QUOTAS, tenPods(2)).start();
        cluster.remove(QUOTAS, tenPods(2)).remove(Resources.PODS, running("a"));
        cluster.runFor(10 * VirtualTime.MINUTE);

        assertThat(cluster.calls()).isEmpty();
    }

    @Test
    void every_five_minutes_all_quotas_are_counted_again() {
        cluster.put(QUOTAS, tenPods(0)).start();
        cluster.runFor(3 * VirtualTime.MINUTE).put(Resources.PODS, running("uncharged"));
        cluster.runFor(2 * VirtualTime.MINUTE - 2 * VirtualTime.SECOND);
        assertThat(cluster.calls()).isEmpty();

        cluster.runFor(2 * VirtualTime.SECOND);
        assertThat(written()).containsExactly("{pods=1}");

        cluster.runFor(5 * VirtualTime.MINUTE);
        assertThat(written()).containsExactly("{pods=1}", "{pods=1}");
    }

    @Test
    void a_kind_is_counted_once_a_quota_limits_it_and_its_cache_is_complete() {
        cluster.put(Resources.SERVICES, service("NodePort"))
                .put(QUOTAS, quota("q1", "hard: {services: 5, services.nodeports: 5}", ""))
                .start();

        assertThat(written()).containsExactly("{services=1, services.nodeports=2}");
    }

    @Test
    void an_update_that_uses_less_releases_the_difference() {
        String hard = "hard: {services: 5, services.nodeports: 9}";
        cluster.put(Resources.SERVICES, service("NodePort"))
                .put(QUOTAS, quota("q1", hard, hard + ", used: {services: '1', services.nodeports: '5'}"))
                .start();
        cluster.put(Resources.SERVICES, service("ClusterIP"));
        second();
        assertThat(written()).containsExactly("{services=1, services.nodeports=3}");

        cluster.put(Resources.SERVICES, service("NodePort"));
        second();
        assertThat(written()).hasSize(1);
    }

    @Test
    void usage_of_a_kind_that_the_model_cannot_count_stays_as_admission_charged_it() {
        String hard = "hard: {pods: 10, count/widgets.example.com: 4}";
        cluster.put(QUOTAS, quota("q1", hard, hard + ", used: {count/widgets.example.com: '3'}"))
                .start();

        assertThat(written()).containsExactly("{count/widgets.example.com=3, pods=0}");
    }
}
