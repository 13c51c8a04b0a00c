package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.core;
import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdmissionPluginsTest {

    private static final ResourceType CLAIMS = core("PersistentVolumeClaim", "persistentvolumeclaims");
    private static final ResourceType CLASSES =
            new ResourceType("storage.k8s.io", "v1", "StorageClass", "storageclasses", false);
    private static final String CLAIM =
            "{\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}}";

    private static ApiRequest create(Pod pod) {
        return ApiRequest.Create.of(Resources.PODS, pod);
    }

    private static ApiRequest create(ResourceType resource, KubernetesObject object) {
        return ApiRequest.Create.of(resource, object);
    }

    private static ApiRequest.Delete delete(ResourceType resource, String name) {
        return new ApiRequest.Delete(resource, "", name, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static KubernetesObject storageClass(String name, boolean isDefault) {
        KubernetesObject plain = object(CLASSES, null, name, "{\"provisioner\":\"p\",\"allowVolumeExpansion\":true}");
        return plain.withMetadata(plain.metadata()
                .withAnnotations(Map.of("storageclass.kubernetes.io/is-default-class", "" + isDefault)));
    }

    @Test
    void plugins_are_asked_in_the_order_of_the_real_server() {
        assertThat(AdmissionPlugins.ALL)
                .containsSubsequence(
                        "NamespaceLifecycle",
                        "LimitRanger",
                        "ServiceAccount",
                        "NodeRestriction",
                        "Priority",
                        "DefaultTolerationSeconds",
                        "DefaultStorageClass",
                        "MutatingAdmissionWebhook",
                        "ValidatingAdmissionWebhook",
                        "ResourceQuota",
                        "AlwaysDeny");
        assertThat(AdmissionPlugins.ALL).containsAll(AdmissionPlugins.DEFAULT);
        for (KubernetesVersion version : KubernetesVersion.values()) {
            assertThat(AdmissionPlugins.of(version)).containsAll(AdmissionPlugins.defaults(version));
            assertThat(AdmissionPlugins.defaults(version))
                    .contains("ServiceAccount")
                    .doesNotContain("TaintNodesByCondition");
        }
    }

    @Test
    void unknown_names_are_refused() {
        assertThatThrownBy(() -> AdmissionConfig.of(KubernetesVersion.V1_32, "NodeRestriction,LimitRange", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("there is no admission plugin 'LimitRange': did you mean 'LimitRanger'?"
                        + " enable-admission-plugins may name AlwaysAdmit, NamespaceAutoProvision,"
                        + " NamespaceLifecycle,");
        assertThatThrownBy(() -> AdmissionConfig.of(KubernetesVersion.V1_32, "Initializers", ""))
                .hasMessageStartingWith("Kubernetes v1.32 has no admission plugin 'Initializers'; under this profile"
                        + " enable-admission-plugins may name AlwaysAdmit,")
                .hasMessageNotContainingAny("InitialResources", "SecurityContextDeny");
        assertThatThrownBy(() -> AdmissionConfig.of(KubernetesVersion.V1_8, "ValidatingAdmissionWebhook", ""))
                .hasMessageContaining("Kubernetes v1.8 has no admission plugin 'ValidatingAdmissionWebhook'");
        assertThat(AdmissionConfig.of(KubernetesVersion.V1_20, "SecurityContextDeny", "")
                        .plugins())
                .contains("SecurityContextDeny");
        assertThatThrownBy(() -> AdmissionConfig.of(KubernetesVersion.V1_32, "NodeRestriction", "NodeRestriction"))
                .hasMessage("NodeRestriction in enable-admission-plugins and disable-admission-plugins overlapped:"
                        + " name it in one of them");
        assertThat(AdmissionConfig.of(KubernetesVersion.V1_32, "NodeRestriction", "ResourceQuota,Priority")
                        .plugins())
                .contains("NodeRestriction", "LimitRanger")
                .doesNotContain("ResourceQuota", "Priority");
    }

    @Test
    void a_namespace_that_has_just_been_made_is_waited_for() {
        AdmissionWorld world = AdmissionWorld.with("NamespaceLifecycle").start();
        world.begin(
                AdmissionWorld.FIRST,
                "",
                ApiRequest.Create.of(Resources.NAMESPACES, new Namespace(ObjectMeta.named(null, "new"), null, null)));
        assertThat(world.done(create(pod(ObjectMeta.named("new", "a"))))
                        .metadata()
                        .namespace())
                .isEqualTo("new");
        long before = world.simulation.now();
        assertThat(world.refusal(create(pod(ObjectMeta.named("missing", "a")))))
                .isEqualTo("404 namespaces \"missing\" not found");
        assertThat(world.simulation.now() - before).isGreaterThan(50_000_000);
    }

    @Test
    void nothing_new_comes_into_a_namespace_that_goes() {
        AdmissionWorld world = AdmissionWorld.with("NamespaceLifecycle").start();
        world.done(
                ApiRequest.Create.of(Resources.NAMESPACES, new Namespace(ObjectMeta.named(null, "gone"), null, null)));
        // The cache has not seen the deletion when the pod comes, but this server knows of it.
        world.begin(AdmissionWorld.FIRST, "", delete(Resources.NAMESPACES, "gone"));
        world.runFor(6_000_000);
        assertThat(world.refusal(create(pod(ObjectMeta.named("gone", "a")))))
                .isEqualTo("403 pods \"a\" is forbidden: unable to create new content in namespace gone because it"
                        + " is being terminated");
        ObjectMeta unnamed =
                ObjectMeta.named("gone", null).with().generateName("web-").build();
        assertThat(world.refusal(create(pod(unnamed)))).startsWith("403 pods \"web-\" is forbidden: unable to create");
        assertThat(world.refusal(delete(Resources.NAMESPACES, "kube-system")))
                .isEqualTo("403 namespaces \"kube-system\" is forbidden: this namespace may not be deleted");
    }

    @Test
    void a_missing_namespace_is_made_when_it_is_provisioned_automatically() {
        AdmissionWorld world = AdmissionWorld.with("NamespaceAutoProvision", "NamespaceLifecycle")
                .start();
        world.done(create(pod(ObjectMeta.named("fresh", "a"))));
        Namespace made = (Namespace) world.done(new ApiRequest.Get(Resources.NAMESPACES, "", "fresh"));
        assertThat(made.status().phase()).isEqualTo("Active");
        assertThat(made.uid()).isNotEmpty();
    }

    @Test
    void every_write_needs_the_namespace_where_it_must_exist() {
        AdmissionWorld world = AdmissionWorld.with("NamespaceExists").start();
        world.done(create(pod("a")));
        assertThat(world.refusal(create(pod(ObjectMeta.named("missing", "a")))))
                .isEqualTo("404 namespaces \"missing\" not found");
    }

    @Test
    void always_deny_denies_everything_but_reading() {
        AdmissionWorld world = AdmissionWorld.with("AlwaysAdmit", "AlwaysDeny").start();
        assertThat(world.refusal(create(pod("a"))))
                .isEqualTo("403 pods \"a\" is forbidden: admission control is denying all modifications");
        assertThat(world.refusal(delete(Resources.NAMESPACES, "kube-node-lease")))
                .isEqualTo("403 namespaces \"kube-node-lease\" is forbidden: admission control is denying all"
                        + " modifications");
        world.done(new ApiRequest.Get(Resources.NAMESPACES, "", "default"));
    }

    @Test
    void images_are_always_pulled() {
        AdmissionWorld world = AdmissionWorld.with("AlwaysPullImages").start();
        Pod pod = (Pod) world.done(create(pod("a").withSpec(pod("a").spec()
                .withContainers(List.of(ContainerBuilder.builder()
                        .name("c")
                        .image("nginx:1")
                        .imagePullPolicy("Never")
                        .build())))));
        assertThat(pod.spec().containers())
                .extracting(Container::imagePullPolicy)
                .containsExactly("Always");
    }

    @Test
    void nobody_chooses_his_own_user() {
        AdmissionWorld world = AdmissionWorld.with("SecurityContextDeny").start();
        world.done(create(pod("plain")));
        assertThat(world.refusal(
                        create(pod("a").withSpec(pod("a").spec().withSecurityContext(Map.of("runAsUser", 0L))))))
                .isEqualTo("403 pods \"a\" is forbidden: pod.Spec.SecurityContext.RunAsUser is forbidden");
        Container root = ContainerBuilder.builder()
                .name("c")
                .image("nginx")
                .other(Map.of("securityContext", Map.of("seLinuxOptions", Map.of("level", "s0"))))
                .build();
        assertThat(world.refusal(create(pod("a").withSpec(pod("a").spec().withContainers(List.of(root))))))
                .isEqualTo("403 pods \"a\" is forbidden: SecurityContext.SELinuxOptions is forbidden");
    }

    @Test
    void claims_get_the_default_class_and_a_finalizer() {
        AdmissionWorld world = AdmissionWorld.with("DefaultStorageClass", "StorageObjectInUseProtection")
                .start();
        world.done(create(CLASSES, storageClass("slow", false)));
        world.done(create(CLASSES, storageClass("fast", true)));
        KubernetesObject made = world.done(create(CLAIMS, object(CLAIMS, "default", "c", CLAIM)));
        PersistentVolumeClaim claim = (PersistentVolumeClaim) made;
        assertThat(claim.spec().storageClassName()).isEqualTo("fast");
        assertThat(claim.metadata().finalizers()).containsExactly("kubernetes.io/pvc-protection");
    }

    @Test
    void two_default_classes_are_one_too_many_before_v1_26() {
        ApiServerConfig config = ApiServerConfig.DEFAULT.withAdmissionPlugins(List.of("DefaultStorageClass"));
        AdmissionWorld world = new AdmissionWorld(1, config, KubernetesVersion.V1_20, AdmissionWorld.FIRST).start();
        world.done(create(CLASSES, storageClass("a", true)));
        world.done(create(CLASSES, storageClass("b", true)));
        assertThat(world.refusal(create(CLAIMS, object(CLAIMS, "default", "c", CLAIM))))
                .isEqualTo("403 persistentvolumeclaims \"c\" is forbidden: 2 default StorageClasses were found");
    }

    @Test
    void a_claim_grows_only_when_it_is_bound_and_its_class_permits_it() {
        AdmissionWorld world =
                AdmissionWorld.with("PersistentVolumeClaimResize").start();
        world.done(create(CLASSES, storageClass("fast", false)));
        String spec = CLAIM.replace("{\"spec\":{", "{\"spec\":{\"storageClassName\":\"fast\",");
        world.done(create(CLAIMS, object(CLAIMS, "default", "c", spec)));
        KubernetesObject grown = object(CLAIMS, "default", "c", spec.replace("1Gi", "2Gi"));
        // The plugin only validates, and so is asked after the rules of the kind, which refuse this themselves.
        assertThat(world.refusal(new ApiRequest.Update(CLAIMS, "", grown)))
                .isEqualTo("422 PersistentVolumeClaim \"c\" is invalid: spec: Forbidden: is immutable after creation"
                        + " except resources.requests for bound claims");
        world.done(new ApiRequest.Update(
                CLAIMS,
                "status",
                object(CLAIMS, "default", "c", spec.replaceFirst("\\{", "{\"status\":{\"phase\":\"Bound\"},"))));
        String bound = spec.replace("1Gi", "2Gi").replaceFirst("\\{", "{\"status\":{\"phase\":\"Bound\"},");
        world.done(new ApiRequest.Update(CLAIMS, "", object(CLAIMS, "default", "c", bound)));
        world.done(delete(CLASSES, "fast"));
        assertThat(world.refusal(
                        new ApiRequest.Update(CLAIMS, "", object(CLAIMS, "default", "c", bound.replace("2Gi", "3Gi")))))
                .isEqualTo("403 persistentvolumeclaims \"c\" is forbidden: only dynamically provisioned pvc can be"
                        + " resized and the storageclass that provisions the pvc must support resize");
    }

    @Test
    void a_pod_gets_overhead_node_selector_and_tolerations_of_its_runtime_class() {
        AdmissionWorld world = AdmissionWorld.with("RuntimeClass").start();
        ResourceType classes = new ResourceType("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", false);
        world.done(create(classes, object(classes, null, "sandboxed", """
                {"handler":"runsc","overhead":{"podFixed":{"cpu":"250m"}},
                 "scheduling":{"nodeSelector":{"runtime":"gvisor"},
                               "tolerations":[{"key":"gvisor","operator":"Exists","effect":"NoSchedule"}]}}
                """)));

        Pod pod = (Pod) world.done(create(ofClass("a", "sandboxed", Map.of())));
        assertThat(pod.spec().nodeSelector()).isEqualTo(Map.of("runtime", "gvisor"));
        assertThat(pod.spec().tolerations())
                .containsExactly(new PodSpec.Toleration("gvisor", "Exists", null, "NoSchedule", null));
        assertThat(pod.spec().other()).containsEntry("overhead", Map.of("cpu", "250m"));

        assertThat(world.refusal(create(ofClass("b", "sandboxed", Map.of("runtime", "kata")))))
                .isEqualTo("403 pods \"b\" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[runtime] ="
                        + " gvisor; pod.spec.nodeSelector[runtime] = kata");
        assertThat(world.refusal(create(ofClass("c", "none", Map.of()))))
                .isEqualTo("403 pods \"c\" is forbidden: pod rejected: RuntimeClass \"none\" not found");
        Pod alone = pod("d").withSpec(pod("d").spec().withOther(Map.of("overhead", Map.of("cpu", "1"))));
        assertThat(world.refusal(create(alone)))
                .isEqualTo("403 pods \"d\" is forbidden: pod rejected: Pod Overhead set without corresponding"
                        + " RuntimeClass defined Overhead");
    }

    private static Pod ofClass(String name, String runtimeClass, Map<String, String> selector) {
        PodSpec spec = pod(name).spec();
        return pod(name).withSpec(spec.withNodeSelector(selector).withOther(Map.of("runtimeClassName", runtimeClass)));
    }

    @Test
    void new_nodes_are_tainted_once() {
        AdmissionWorld world = AdmissionWorld.with("TaintNodesByCondition").start();
        Node node = (Node) world.done(
                ApiRequest.Create.of(Resources.NODES, new Node(ObjectMeta.named(null, "n"), null, null, null)));
        assertThat(node.spec().taints())
                .containsExactly(new Node.Taint("node.kubernetes.io/not-ready", null, "NoSchedule", null));
    }

    @Test
    void pods_have_the_priority_of_their_class_and_keep_it() {
        AdmissionWorld world = AdmissionWorld.with("Priority").start();
        ResourceType classes = new ResourceType("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", false);
        world.done(create(classes, object(classes, null, "low", "{\"value\":7,\"globalDefault\":true}")));
        assertThat(world.refusal(
                        create(classes, object(classes, null, "other", "{\"value\":9,\"globalDefault\":true}"))))
                .isEqualTo("403 priorityclasses.scheduling.k8s.io \"other\" is forbidden: PriorityClass low is already"
                        + " marked as default. Only one default can exist");
        Pod pod = (Pod) world.done(create(pod("a")));
        assertThat(pod.spec().priority()).isEqualTo(7);
        assertThat(pod.spec().priorityClassName()).isEqualTo("low");
        Pod replaced = pod.withSpec(pod.spec().withPriority(null).withPreemptionPolicy(null));
        assertThat(((Pod) world.done(new ApiRequest.Update(Resources.PODS, "", replaced))).spec())
                .isEqualTo(pod.spec());
        assertThat(world.refusal(create(pod("b").withSpec(pod("b").spec().withPriority(8)))))
                .isEqualTo("403 pods \"b\" is forbidden: the integer value of priority (8) must not be provided in pod"
                        + " spec; priority admission controller computed 7 from the given PriorityClass name");
        assertThat(world.refusal(create(pod("b").withSpec(pod("b").spec().withPreemptionPolicy("Never")))))
                .endsWith("the string value of PreemptionPolicy (Never) must not be provided in pod spec; priority"
                        + " admission controller computed PreemptLowerPriority from the given PriorityClass name");
    }
}
