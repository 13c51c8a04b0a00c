package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceAccountAdmissionTest {

    private static AdmissionWorld world(KubernetesVersion version) {
        ApiServerConfig config = ApiServerConfig.DEFAULT.withAdmissionPlugins(List.of("ServiceAccount"));
        return new AdmissionWorld(1, config, version, AdmissionWorld.FIRST).start();
    }

    private static void account(AdmissionWorld world, String fields, Map<String, String> annotations) {
        KubernetesObject account = object(Resources.SERVICE_ACCOUNTS, "default", "robot", fields);
        world.done(ApiRequest.Create.of(
                Resources.SERVICE_ACCOUNTS,
                account.withMetadata(account.metadata().withAnnotations(annotations))));
    }

    private static Pod robot() {
        return pod("a").withSpec(pod("a").spec().withServiceAccountName("robot"));
    }

    private static ApiRequest create(Pod pod) {
        return ApiRequest.Create.of(Resources.PODS, pod);
    }

    @Test
    void a_pod_pulls_images_with_the_secrets_of_its_account() {
        AdmissionWorld world = world(KubernetesVersion.V1_20);
        account(world, "{\"imagePullSecrets\":[{\"name\":\"registry\"}]}", Map.of());
        Pod pod = (Pod) world.done(create(robot()));
        assertThat(pod.spec().other()).containsEntry("imagePullSecrets", List.of(Map.of("name", "registry")));
        assertThat(pod.spec().volumes()).isEmpty();
        Pod own = robot().withMetadata(ObjectMeta.named("default", "b"));
        own = own.withSpec(own.spec().withOther(Map.of("imagePullSecrets", List.of(Map.of("name", "mine")))));
        assertThat(((Pod) world.done(create(own))).spec().other())
                .containsEntry("imagePullSecrets", List.of(Map.of("name", "mine")));
    }

    @Test
    void before_tokens_were_projected_a_secret_of_the_account_was_the_volume() {
        AdmissionWorld world = world(KubernetesVersion.V1_20);
        account(world, "{\"secrets\":[{\"name\":\"robot-token-x\"}]}", Map.of());
        Pod pod = (Pod) world.done(create(robot()));
        assertThat(pod.spec().volumes())
                .containsExactly(Map.of(
                        "name", "robot-token-x", "secret", Map.of("secretName", "robot-token-x", "defaultMode", 420L)));
    }

    @Test
    void the_kubelet_asks_for_the_token_of_the_volume() {
        AdmissionWorld world = world(KubernetesVersion.V1_32);
        account(world, "{\"secrets\":[{\"name\":\"robot-token-x\"}]}", Map.of());
        Pod pod = (Pod) world.done(create(robot()));
        Map<String, Object> volume = pod.spec().volumes().get(0);
        assertThat((String) volume.get("name")).matches("kube-api-access-[a-z0-9]{5}");
        assertThat(volume.get("projected"))
                .hasToString("{sources=[{serviceAccountToken={expirationSeconds=3607, path=token}},"
                        + " {configMap={name=kube-root-ca.crt, items=[{key=ca.crt, path=ca.crt}]}},"
                        + " {downwardAPI={items=[{fieldRef={apiVersion=v1, fieldPath=metadata.namespace},"
                        + " path=namespace}]}}], defaultMode=420}");
        assertThat(pod.spec().containers().get(0).volumeMounts())
                .containsExactly(Map.of(
                        "name",
                        volume.get("name"),
                        "readOnly",
                        true,
                        "mountPath",
                        "/var/run/secrets/kubernetes.io/serviceaccount"));
        Pod without = robot().withMetadata(ObjectMeta.named("default", "b"));
        without = without.withSpec(without.spec().withOther(Map.of("automountServiceAccountToken", false)));
        assertThat(((Pod) world.done(create(without))).spec().volumes()).isEmpty();
    }

    @Test
    void an_account_may_name_all_secrets_that_its_pods_use() {
        AdmissionWorld world = world(KubernetesVersion.V1_32);
        account(
                world,
                "{\"secrets\":[{\"name\":\"known\"}]}",
                Map.of("kubernetes.io/enforce-mountable-secrets", "true"));
        String end = " is not allowed because service account robot does not reference that ";
        assertThat(world.refusal(create(withVolume(robot(), "other"))))
                .isEqualTo("403 pods \"a\" is forbidden: volume with secret.secretName=\"other\"" + end + "secret");
        Pod pulls =
                robot().withSpec(robot().spec().withOther(Map.of("imagePullSecrets", List.of(Map.of("name", "p")))));
        assertThat(world.refusal(create(pulls)))
                .isEqualTo("403 pods \"a\" is forbidden: imagePullSecrets[0].name=\"p\"" + end + "imagePullSecret");
        Pod reads = robot();
        Map<String, Object> variable =
                Map.of("name", "V", "valueFrom", Map.of("secretKeyRef", Map.of("name", "other", "key", "k")));
        reads = reads.withSpec(reads.spec()
                .withContainers(List.of(reads.spec().containers().get(0).withOther(Map.of("env", List.of(variable))))));
        assertThat(world.refusal(create(reads)))
                .endsWith("container c with envVar V referencing secret.secretName=\"other\"" + end + "secret");
        world.done(create(withVolume(robot(), "known")));
    }

    @Test
    void a_mirror_pod_stays_as_it_is_and_uses_no_account() {
        AdmissionWorld world = world(KubernetesVersion.V1_32);
        ObjectMeta metadata =
                ObjectMeta.named("default", "a").withAnnotations(Map.of("kubernetes.io/config.mirror", "hash"));
        Pod mirror = pod(metadata);
        assertThat(world.refusal(create(robot().withMetadata(metadata))))
                .isEqualTo("403 pods \"a\" is forbidden: a mirror pod may not reference service accounts");
        assertThat(world.refusal(create(withVolume(mirror, "s"))))
                .isEqualTo("403 pods \"a\" is forbidden: a mirror pod may not reference secrets");
        assertThat(((Pod) world.done(create(mirror))).spec().serviceAccountName())
                .isNull();
    }

    private static Pod withVolume(Pod pod, String secret) {
        return pod.withSpec(
                pod.spec().withVolumes(List.of(Map.of("name", "v", "secret", Map.of("secretName", secret)))));
    }
}
