package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.core;
import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.PersistentVolumeClaimStatusBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ResourceQuota;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceQuotaTest {

    private static final ResourceType CLAIMS = core("PersistentVolumeClaim", "persistentvolumeclaims");
    private static final ResourceType CONFIG_MAPS = core("ConfigMap", "configmaps");
    private static final ApiRequest.DeleteOptions NOW = new ApiRequest.DeleteOptions(0L, null, null);

    private static final KubernetesObject FOO_DEFINITION = object(
            Resources.CUSTOM_RESOURCE_DEFINITIONS,
            null,
            "foos.example.com",
            "{\"spec\":{\"group\":\"example.com\",\"scope\":\"Namespaced\",\"names\":{\"plural\":\"foos\",\"kind\":\"Foo\"},"
                    + "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
                    + "\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\"}}}]}}");

    private final AdmissionWorld world =
            AdmissionWorld.with("ResourceQuota").quotaController().start();

    private void quota(Map<String, String> hard, List<String> scopes, Map<String, Object> other) {
        quota(world, "q", hard, scopes, other);
    }

    private static void quota(
            AdmissionWorld world,
            String name,
            Map<String, String> hard,
            List<String> scopes,
            Map<String, Object> other) {
        ResourceQuota.Spec spec = new ResourceQuota.Spec(hard, scopes, other);
        world.done(ApiRequest.Create.of(
                Resources.RESOURCE_QUOTAS, new ResourceQuota(ObjectMeta.named("default", name), spec, null)));
        world.runFor(VirtualTime.SECOND);
    }

    private Map<String, String> used() {
        world.runFor(5 * VirtualTime.SECOND);
        ResourceQuota quota = (ResourceQuota) world.done(new ApiRequest.Get(Resources.RESOURCE_QUOTAS, "default", "q"));
        return quota.status().used();
    }

    private static Pod pod(String name, Map<String, String> requests) {
        Pod plain = ApiServerFixture.pod(name);
        Container container = ContainerBuilder.builder()
                .name("c")
                .image("nginx")
                .resources(new Container.Resources(null, requests, null))
                .build();
        return plain.withSpec(plain.spec().withContainers(List.of(container)));
    }

    private static ApiRequest create(Pod pod) {
        return ApiRequest.Create.of(Resources.PODS, pod);
    }

    private static ApiRequest service(String name, String type, int ports) {
        StringBuilder list = new StringBuilder();
        for (int i = 1; i <= ports; i++) {
            list.append(i == 1 ? "" : ",").append("{\"name\":\"p" + i + "\",\"port\":" + i + "}");
        }
        return ApiRequest.Create.of(
                Resources.SERVICES,
                object(
                        Resources.SERVICES,
                        "default",
                        name,
                        "{\"spec\":{\"type\":\"" + type + "\",\"ports\":[" + list + "]}}"));
    }

    private static ApiRequest claim(String name, String size) {
        return ApiRequest.Create.of(CLAIMS, claimOf(name, size));
    }

    private static PersistentVolumeClaim claimOf(String name, String size) {
        return (PersistentVolumeClaim) object(
                CLAIMS,
                "default",
                name,
                "{\"spec\":{\"storageClassName\":\"gold\",\"accessModes\":[\"ReadWriteOnce\"],"
                        + "\"resources\":{\"requests\":{\"storage\":\"" + size + "\"}}}}");
    }

    @Test
    void containers_must_say_what_they_need_where_it_is_limited() {
        Map<String, String> hard =
                Map.of("requests.cpu", "1", "requests.memory", "1Gi", "limits.cpu", "2", "limits.memory", "2Gi");
        quota(hard, null, null);
        assertThat(world.refusal(create(pod("a", Map.of("cpu", "600m")))))
                .isEqualTo("403 pods \"a\" is forbidden: failed quota: q: must specify limits.cpu for: c; limits.memory"
                        + " for: c; requests.memory for: c");
        AdmissionWorld old = new AdmissionWorld(
                        1,
                        ApiServerConfig.DEFAULT.withAdmissionPlugins(List.of("ResourceQuota")),
                        KubernetesVersion.V1_20,
                        AdmissionWorld.FIRST)
                .quotaController()
                .start();
        quota(old, "q", hard, null, null);
        assertThat(old.refusal(create(pod("a", Map.of("cpu", "600m")))))
                .isEqualTo("403 pods \"a\" is forbidden: failed quota: q: must specify"
                        + " limits.cpu,limits.memory,requests.memory");
    }

    @Test
    void only_what_is_exceeded_is_named_sorted() {
        quota(Map.of("requests.cpu", "1", "requests.memory", "1Gi", "pods", "5"), null, null);
        world.done(create(pod("a", Map.of("cpu", "600m", "memory", "512Mi"))));
        assertThat(world.refusal(create(pod("b", Map.of("cpu", "600m", "memory", "600Mi")))))
                .isEqualTo("403 pods \"b\" is forbidden: exceeded quota: q, requested:"
                        + " requests.cpu=600m,requests.memory=600Mi, used: requests.cpu=600m,requests.memory=512Mi,"
                        + " limited: requests.cpu=1,requests.memory=1Gi");
        assertThat(used()).isEqualTo(Map.of("requests.cpu", "600m", "requests.memory", "512Mi", "pods", "1"));
        Status denial = ((ApiResponse.Failed) world.send("", create(pod("b", Map.of("cpu", "600m", "memory", "1Mi")))))
                .status();
        assertThat(denial.reason()).isEqualTo("Forbidden");
        assertThat(denial.details()).isEqualTo(new Status.Details("b", null, "pods", null, null, null));
    }

    @Test
    void a_quota_without_usage_has_an_unknown_status() {
        AdmissionWorld alone = AdmissionWorld.with("ResourceQuota").start();
        quota(alone, "q", Map.of("pods", "1"), null, null);
        alone.done(create(pod("early", null)));
        ResourceQuota quota = (ResourceQuota) alone.done(new ApiRequest.Get(Resources.RESOURCE_QUOTAS, "default", "q"));
        alone.done(new ApiRequest.Update(
                Resources.RESOURCE_QUOTAS,
                "status",
                quota.withStatus(new ResourceQuota.Status(quota.spec().hard(), null))));
        assertThat(alone.refusal(create(pod("late", null))))
                .isEqualTo("403 pods \"late\" is forbidden: status unknown for quota: q, resources: pods");
    }

    @Test
    void a_quota_limits_what_its_status_says() {
        AdmissionWorld alone = AdmissionWorld.with("ResourceQuota").start();
        quota(alone, "q", Map.of("pods", "0"), null, null);
        alone.done(create(pod("before-the-controller", null)));
        ResourceQuota quota = (ResourceQuota) alone.done(new ApiRequest.Get(Resources.RESOURCE_QUOTAS, "default", "q"));
        assertThat(quota.status().used()).isEmpty();
        alone.done(new ApiRequest.Update(
                Resources.RESOURCE_QUOTAS,
                "status",
                quota.withStatus(new ResourceQuota.Status(Map.of("pods", "2"), Map.of("pods", "1")))));
        alone.done(create(pod("by-the-status", null)));
        assertThat(alone.refusal(create(pod("more", null)))).endsWith("used: pods=2, limited: pods=2");
    }

    @Test
    void a_sidecar_is_counted_beside_the_containers() {
        quota(Map.of("requests.cpu", "10"), null, null);
        Pod pod = pod("a", Map.of("cpu", "1"));
        world.done(create(pod.withSpec(pod.spec()
                .withInitContainers(List.of(
                        init("proxy", "500m", Map.of("restartPolicy", "Always")), init("setup", "2", Map.of()))))));
        // While setup runs, proxy does already: 2.5; afterwards it is 1.5.
        assertThat(used()).isEqualTo(Map.of("requests.cpu", "2500m"));
    }

    private static Container init(String name, String cpu, Map<String, Object> other) {
        return ContainerBuilder.builder()
                .name(name)
                .image("nginx")
                .resources(new Container.Resources(null, Map.of("cpu", cpu), null))
                .other(other)
                .build();
    }

    @Test
    void scopes_choose_pods() {
        quota(Map.of("pods", "1"), List.of("BestEffort", "NotTerminating"), null);
        world.done(create(pod("burstable", Map.of("cpu", "1m"))));
        Pod limited = pod("limited", null);
        world.done(create(limited.withSpec(limited.spec().withActiveDeadlineSeconds(9L))));
        world.done(create(pod("first", null)));
        assertThat(world.refusal(create(pod("second", null))))
                .isEqualTo("403 pods \"second\" is forbidden: exceeded quota: q, requested: pods=1, used: pods=1,"
                        + " limited: pods=1");
        assertThat(used()).isEqualTo(Map.of("pods", "1"));
    }

    @Test
    void a_scope_may_be_a_priority_class() {
        Map<String, Object> expression = new LinkedHashMap<>();
        expression.put("scopeName", "PriorityClass");
        expression.put("operator", "In");
        expression.put("values", List.of("high"));
        Map<String, Object> selector = Map.of("scopeSelector", Map.of("matchExpressions", List.of(expression)));
        quota(Map.of("pods", "0"), null, selector);
        world.done(create(pod("low", null)));
        Pod high = pod("high", null);
        assertThat(world.refusal(create(high.withSpec(high.spec().withPriorityClassName("high")))))
                .endsWith("exceeded quota: q, requested: pods=1, used: pods=0, limited: pods=0");
    }

    @Test
    void objects_of_every_kind_can_be_counted() {
        world.done(ApiRequest.Create.of(Resources.CUSTOM_RESOURCE_DEFINITIONS, FOO_DEFINITION));
        quota(Map.of("configmaps", "1", "count/deployments.apps", "0", "count/foos.example.com", "1"), null, null);
        world.done(ApiRequest.Create.of(CONFIG_MAPS, object(CONFIG_MAPS, "default", "a", "{}")));
        assertThat(world.refusal(ApiRequest.Create.of(CONFIG_MAPS, object(CONFIG_MAPS, "default", "b", "{}"))))
                .isEqualTo("403 configmaps \"b\" is forbidden: exceeded quota: q, requested: configmaps=1, used:"
                        + " configmaps=1, limited: configmaps=1");
        ResourceType foos = new ResourceType("example.com", "v1", "Foo", "foos", true);
        world.done(ApiRequest.Create.of(foos, object(foos, "default", "a", "{}")));
        assertThat(world.refusal(ApiRequest.Create.of(foos, object(foos, "default", "b", "{}"))))
                .contains("count/foos.example.com=1");
        world.done(new ApiRequest.Delete(CONFIG_MAPS, "default", "a", NOW));
        assertThat(used()).containsEntry("configmaps", "0").containsEntry("count/foos.example.com", "1");
    }

    @Test
    void services_use_load_balancers_and_node_ports() {
        quota(Map.of("services", "3", "services.nodeports", "3", "services.loadbalancers", "1"), null, null);
        world.done(service("a", "LoadBalancer", 2));
        assertThat(world.refusal(service("b", "LoadBalancer", 2)))
                .endsWith("exceeded quota: q, requested: services.loadbalancers=1,services.nodeports=2, used:"
                        + " services.loadbalancers=1,services.nodeports=2, limited:"
                        + " services.loadbalancers=1,services.nodeports=3");
        world.done(service("c", "ClusterIP", 5));
        assertThat(used()).isEqualTo(Map.of("services", "2", "services.nodeports", "2", "services.loadbalancers", "1"));
        ApiRequest.Create wider = (ApiRequest.Create) service("c", "NodePort", 2);
        assertThat(world.refusal(new ApiRequest.Update(Resources.SERVICES, "", wider.body())))
                .endsWith("exceeded quota: q, requested: services.nodeports=2, used: services.nodeports=2, limited:"
                        + " services.nodeports=3");
        ApiRequest.Create narrower = (ApiRequest.Create) service("a", "ClusterIP", 2);
        world.done(new ApiRequest.Update(Resources.SERVICES, "", narrower.body()));
        assertThat(used()).isEqualTo(Map.of("services", "2", "services.nodeports", "0", "services.loadbalancers", "0"));
    }

    @Test
    void claims_use_storage_of_their_class_and_more_when_they_grow() {
        String gold = "gold.storageclass.storage.k8s.io/";
        quota(Map.of("requests.storage", "10Gi", gold + "requests.storage", "3Gi"), null, null);
        world.done(claim("a", "1Gi"));
        assertThat(world.refusal(claim("b", "4Gi")))
                .endsWith("exceeded quota: q, requested: " + gold + "requests.storage=4Gi, used: " + gold
                        + "requests.storage=1Gi, limited: " + gold + "requests.storage=3Gi");
        PersistentVolumeClaim.Status bound =
                PersistentVolumeClaimStatusBuilder.builder().phase("Bound").build();
        world.done(new ApiRequest.Update(CLAIMS, "status", claimOf("a", "1Gi").withStatus(bound)));
        world.done(new ApiRequest.Update(CLAIMS, "", claimOf("a", "2Gi")));
        assertThat(world.refusal(claim("b", "2Gi"))).contains("used: " + gold + "requests.storage=2Gi");
        world.done(new ApiRequest.Delete(CLAIMS, "default", "a", NOW));
        assertThat(used()).isEqualTo(Map.of("requests.storage", "0", gold + "requests.storage", "0"));
    }

    @Test
    void a_dry_run_is_judged_but_not_charged() {
        quota(Map.of("pods", "1"), null, null);
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":"
                + "{\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}";
        String path = "/api/v1/namespaces/default/pods";
        assertThat(world.http("POST", path + "?dryRun=All", body)).startsWith("201 ");
        assertThat(used()).isEqualTo(Map.of("pods", "0"));
        assertThat(world.http("POST", path, body)).startsWith("201 ");
        assertThat(world.http("POST", path + "?dryRun=All", body.replace("\"p\"", "\"q\"")))
                .startsWith("403 ")
                .contains("exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1");
    }

    @Test
    void every_quota_of_the_namespace_counts() {
        quota(Map.of("pods", "5"), null, null);
        quota(world, "r", Map.of("pods", "1", "count/pods", "1"), null, null);
        world.done(create(pod("a", null)));
        assertThat(world.refusal(create(pod("b", null))))
                .isEqualTo("403 pods \"b\" is forbidden: exceeded quota: r, requested: count/pods=1,pods=1, used:"
                        + " count/pods=1,pods=1, limited: count/pods=1,pods=1");
        assertThat(used()).isEqualTo(Map.of("pods", "1"));
    }
}
