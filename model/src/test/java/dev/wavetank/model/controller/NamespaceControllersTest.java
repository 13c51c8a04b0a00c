package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.namespace.NamespaceController;
import dev.wavetank.model.controller.serviceaccount.RootCaPublisher;
import dev.wavetank.model.controller.serviceaccount.ServiceAccountController;
import dev.wavetank.model.controller.serviceaccount.TokensController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What namespaces get when they come, and what becomes of their content when they go. */
class NamespaceControllersTest {

    private static final String SHOP = "shop";

    private final TestCluster cluster = new TestCluster(3, KubernetesVersion.V1_20, controllers());

    private static Map<String, Controller.Factory> controllers() {
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
        controllers.put("namespace", NamespaceController::new);
        controllers.put("serviceaccount", ServiceAccountController::new);
        controllers.put("serviceaccount-token", TokensController::new);
        controllers.put("root-ca-cert-publisher", RootCaPublisher::new);
        return controllers;
    }

    @Test
    void a_new_namespace_gets_an_account_a_token_and_the_certificate() {
        createShop();

        ServiceAccount account = get(ServiceAccount.class, "default");
        assertThat(account.secrets()).hasSize(1);
        Secret token = get(Secret.class, account.secrets().get(0).name());
        assertThat(token.metadata().name()).matches("default-token-[a-z0-9]{5}");
        assertThat(token.metadata().annotations()).containsEntry("kubernetes.io/service-account.uid", account.uid());
        assertThat(get(ConfigMap.class, "kube-root-ca.crt").data()).containsKey("ca.crt");
    }

    @Test
    void what_is_deleted_comes_back_and_the_token_of_the_old_account_goes() {
        createShop();
        String old = get(ServiceAccount.class, "default").secrets().get(0).name();

        delete(Resources.SERVICE_ACCOUNTS, "default");

        assertThat(get(ServiceAccount.class, "default").secrets().get(0).name()).isNotEqualTo(old);
        assertThat(cluster.ask(new ApiRequest.Get(Resources.SECRETS, SHOP, old)).failedWith(StatusReason.NOT_FOUND))
                .isTrue();
    }

    @Test
    void later_versions_give_no_tokens() {
        TestCluster modern = new TestCluster(3, KubernetesVersion.V1_32, controllers());
        modern.ask(ApiRequest.Create.of(Resources.NAMESPACES, new Namespace(ObjectMeta.named(null, SHOP), null, null)));

        ApiResponse account = modern.ask(new ApiRequest.Get(Resources.SERVICE_ACCOUNTS, SHOP, "default"));

        assertThat(Scheme.typed(((ApiResponse.One) account).object(), ServiceAccount.class)
                        .secrets())
                .isEmpty();
    }

    @Test
    void a_deleted_namespace_is_emptied_after_five_seconds_and_then_goes() {
        createShop();
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 3)
                .withMetadata(ObjectMeta.named(SHOP, "web").withLabels(Map.of("app", "web")))));
        delete(Resources.NAMESPACES, SHOP);

        cluster.runFor(3 * VirtualTime.SECOND);
        assertThat(podsOfShop()).hasSize(3).allMatch(pod -> !pod.metadata().isDeleting());
        cluster.runFor(20 * VirtualTime.SECOND);

        assertThat(podsOfShop()).isEmpty();
        assertThat(namespace().failedWith(StatusReason.NOT_FOUND)).isTrue();
        assertThat(cluster.requestsOf(NamespaceController.NAME))
                .filteredOn(request -> request.startsWith("deletecollection pods"))
                .containsExactly("deletecollection pods 200");
    }

    @Test
    void what_a_finalizer_keeps_is_told_and_waited_for() {
        createShop();
        ObjectMeta kept = ObjectMeta.named(SHOP, "kept").withFinalizers(List.of("example.com/wait"));
        cluster.ask(ApiRequest.Create.of(Resources.CONFIG_MAPS, new ConfigMap(kept, null, null)));
        delete(Resources.NAMESPACES, SHOP);
        cluster.runFor(10 * VirtualTime.SECOND);

        Namespace waiting = (Namespace) ((ApiResponse.One) namespace()).object();
        assertThat(waiting.status().conditions())
                .extracting(Namespace.Condition::type, Namespace.Condition::status, Namespace.Condition::message)
                .contains(
                        tuple(
                                "NamespaceContentRemaining",
                                "True",
                                "Some resources are remaining: configmaps. has 1 resource instances"),
                        tuple(
                                "NamespaceFinalizersRemaining",
                                "True",
                                "Some content in the namespace has finalizers remaining: "
                                        + "example.com/wait in 1 resource instances"),
                        tuple(
                                "NamespaceDeletionContentFailure",
                                "False",
                                "All content successfully deleted, may be waiting on finalization"));

        ConfigMap stored = get(ConfigMap.class, "kept");
        cluster.ask(new ApiRequest.Update(
                Resources.CONFIG_MAPS, "", stored.withMetadata(stored.metadata().withFinalizers(List.of()))));
        cluster.runFor(20 * VirtualTime.SECOND);
        assertThat(namespace().failedWith(StatusReason.NOT_FOUND)).isTrue();
    }

    /** Nobody ends the pod: there is no kubelet. */
    @Test
    void a_pod_that_outlasts_its_grace_is_a_failure_and_is_looked_at_every_minute() {
        createShop();
        cluster.ask(ApiRequest.Create.of(Resources.PODS, Scheme.parse("""
                {apiVersion: v1, kind: Pod, metadata: {name: stuck, namespace: shop},
                 spec: {nodeName: far, containers: [{name: c, image: nginx}]}}
                """, Pod.class)));
        delete(Resources.NAMESPACES, SHOP);

        cluster.runFor(20 * VirtualTime.SECOND);
        assertThat(messages())
                .contains(
                        "All content successfully deleted, may be waiting on finalization",
                        "Some resources are remaining: pods. has 1 resource instances");
        cluster.runFor(30 * VirtualTime.SECOND);
        assertThat(messages())
                .contains("Failed to delete all resource types, 1 remaining: unexpected items still remain in"
                        + " namespace: shop for gvr: /v1, Resource=pods");
        cluster.runFor(1000 * VirtualTime.SECOND);
        List<Long> looks = cluster.entries.stream()
                .filter(entry -> entry.record() instanceof RequestTrace request
                        && request.resource().equals("pods")
                        && request.call().request().verb() == Verb.DELETECOLLECTION)
                .map(TraceEntry::time)
                .toList();
        for (int look = looks.size() - 5; look < looks.size(); look++) {
            assertThat(looks.get(look) - looks.get(look - 1))
                    .isBetween(59 * VirtualTime.SECOND, 61 * VirtualTime.SECOND);
        }
    }

    private List<String> messages() {
        Namespace waiting = (Namespace) ((ApiResponse.One) namespace()).object();
        return waiting.status().conditions().stream()
                .map(Namespace.Condition::message)
                .toList();
    }

    @Test
    void content_that_several_groups_serve_is_deleted_in_each_of_them() {
        createShop();
        delete(Resources.NAMESPACES, SHOP);
        cluster.runFor(20 * VirtualTime.SECOND);

        assertThat(namespace().failedWith(StatusReason.NOT_FOUND)).isTrue();
        List<String> emptied = cluster.entries.stream()
                .filter(entry -> entry.record() instanceof RequestTrace request
                        && request.call().request().verb() == Verb.DELETECOLLECTION)
                .map(entry -> ((RequestTrace) entry.record())
                        .call()
                        .request()
                        .resource()
                        .qualified())
                .toList();
        // The trace names resources as the store knows them: both groups of events have the same name there.
        assertThat(emptied).filteredOn("events"::equals).hasSize(2);
        assertThat(emptied)
                .filteredOn(name -> !name.equals("events"))
                .doesNotHaveDuplicates()
                .contains("ingresses.networking.k8s.io");
    }

    @Test
    void the_certificate_of_a_namespace_that_goes_is_tried_again_once() {
        createShop();
        delete(Resources.NAMESPACES, SHOP);
        cluster.runFor(20 * VirtualTime.SECOND);

        assertThat(cluster.requestsOf(RootCaPublisher.NAME))
                .endsWith("create configmaps 403")
                .filteredOn("create configmaps 403"::equals)
                .hasSize(1);
    }

    @Test
    void a_certificate_that_is_changed_is_made_right_again() {
        createShop();
        ConfigMap stored = get(ConfigMap.class, "kube-root-ca.crt");
        assertThat(stored.metadata().annotations()).isEmpty();
        cluster.ask(new ApiRequest.Update(Resources.CONFIG_MAPS, "", stored.withData(Map.of("ca.crt", "mine"))));

        assertThat(get(ConfigMap.class, "kube-root-ca.crt").data()).isEqualTo(stored.data());
    }

    @Test
    void later_versions_say_what_the_certificate_is_for() {
        TestCluster modern = new TestCluster(3, KubernetesVersion.V1_32, controllers());
        modern.ask(ApiRequest.Create.of(Resources.NAMESPACES, new Namespace(ObjectMeta.named(null, SHOP), null, null)));

        ApiResponse found = modern.ask(new ApiRequest.Get(Resources.CONFIG_MAPS, SHOP, "kube-root-ca.crt"));

        assertThat(((ApiResponse.One) found).object().metadata().annotations())
                .containsOnlyKeys("kubernetes.io/description");
    }

    @Test
    void a_crash_while_a_namespace_is_emptied_does_not_keep_it() {
        createShop();
        cluster.ask(TestCluster.create(TestCluster.deployment("web", 20)
                .withMetadata(ObjectMeta.named(SHOP, "web").withLabels(Map.of("app", "web")))));
        delete(Resources.NAMESPACES, SHOP);
        cluster.runFor(4 * VirtualTime.SECOND + 30 * VirtualTime.MILLISECOND);
        cluster.crashControllers();
        cluster.runFor(VirtualTime.SECOND);
        assertThat(namespace().isSuccess()).isTrue();
        cluster.restartControllers();
        cluster.runFor(60 * VirtualTime.SECOND);

        assertThat(namespace().failedWith(StatusReason.NOT_FOUND)).isTrue();
        assertThat(podsOfShop()).isEmpty();
    }

    private void createShop() {
        cluster.ask(
                ApiRequest.Create.of(Resources.NAMESPACES, new Namespace(ObjectMeta.named(null, SHOP), null, null)));
    }

    private void delete(ResourceType type, String name) {
        String namespace = type.namespaced() ? SHOP : "";
        cluster.ask(new ApiRequest.Delete(type, namespace, name, ApiRequest.DeleteOptions.DEFAULT));
    }

    private ApiResponse namespace() {
        return cluster.ask(new ApiRequest.Get(Resources.NAMESPACES, "", SHOP));
    }

    private List<Pod> podsOfShop() {
        return cluster.list(Resources.PODS, Pod.class).stream()
                .filter(pod -> pod.key().namespace().equals(SHOP))
                .toList();
    }

    private <T extends KubernetesObject> T get(Class<T> kind, String name) {
        ResourceType type = kind == Secret.class
                ? Resources.SECRETS
                : kind == ConfigMap.class ? Resources.CONFIG_MAPS : Resources.SERVICE_ACCOUNTS;
        ApiResponse response = cluster.ask(new ApiRequest.Get(type, SHOP, name));
        assertThat(response).as(new ObjectKey(SHOP, name).toString()).isInstanceOf(ApiResponse.One.class);
        return Scheme.typed(((ApiResponse.One) response).object(), kind);
    }

    @ParameterizedTest
    @CsvSource({"v1.32, false", "v1.33, true"})
    void since_v1_33_the_pods_of_a_namespace_go_before_all_else(String version, boolean first) {
        WorkloadRun run = new WorkloadRun(2)
                .as(KubernetesVersion.parse(version))
                .at(0, "create namespace shop")
                .at(1, "create configmap rules -n shop")
                .at(2, "create deployment web -n shop --image=nginx --replicas=3")
                .at(40, "delete namespace shop --wait=false")
                .until(200);

        List<String> pods = run.comingsAndGoings("pods/shop/");
        List<String> all = run.comingsAndGoings("");
        String rules = "DELETED configmaps/shop/rules";
        assertThat(all).contains(rules, "DELETED namespaces/shop");
        assertThat(all.indexOf(rules) > all.lastIndexOf(pods.get(pods.size() - 1)))
                .isEqualTo(first);
    }
}
