package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionReview;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionWebhook;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookTest {

    private static final ResourceType MUTATING = type("MutatingWebhookConfiguration", "mutatingwebhookconfigurations");
    private static final ResourceType VALIDATING =
            type("ValidatingWebhookConfiguration", "validatingwebhookconfigurations");
    private static final String HOOK = WebhookServer.ofService("infra", "hook");
    private static final String PODS = "\"rules\":[{\"operations\":[\"CREATE\"],\"apiGroups\":[\"\"],"
            + "\"apiVersions\":[\"v1\"],\"resources\":[\"pods\"]}]";

    private final List<String> asked = new ArrayList<>();

    private static ResourceType type(String kind, String plural) {
        return new ResourceType("admissionregistration.k8s.io", "v1", kind, plural, false);
    }

    private static AdmissionWorld world() {
        return AdmissionWorld.with("MutatingAdmissionWebhook", "ValidatingAdmissionWebhook");
    }

    /** A configuration with one webhook at the service {@code infra/hook}. */
    private static ApiRequest configuration(ResourceType type, String name, String path, String more) {
        return ApiRequest.Create.of(type, object(type, null, name, webhooks(name, path, "None", more)));
    }

    private static String webhooks(String name, String path, String sideEffects, String more) {
        return "{\"webhooks\":[{\"name\":\"" + name + ".example.com\",\"sideEffects\":\"" + sideEffects
                + "\",\"admissionReviewVersions\":[\"v1\"],"
                + "\"clientConfig\":{\"service\":{\"namespace\":\"infra\",\"name\":\"hook\",\"path\":\"" + path
                + "\"}},"
                + more + "}]}";
    }

    private static ApiRequest create(String name) {
        return ApiRequest.Create.of(Resources.PODS, pod(name));
    }

    /** Adds its path to a label of pods, so that their order shows. */
    private AdmissionReview.Answer labels(AdmissionReview review) {
        asked.add(review.path());
        String before = review.object().metadata().labels().getOrDefault("seen", "");
        String op = review.object().metadata().labels().isEmpty() ? "/metadata/labels" : "/metadata/labels/seen";
        String text = before + review.path().substring(1);
        Object value = op.endsWith("labels") ? Map.of("seen", text) : text;
        return AdmissionReview.Answer.patched(List.of(Map.of("op", "add", "path", op, "value", value)));
    }

    private static AdmissionReview.Answer denies(AdmissionReview review) {
        return AdmissionReview.Answer.denied(403, "no " + review.name());
    }

    @Test
    void mutating_webhooks_see_what_those_before_them_have_done() {
        AdmissionWorld world = world().webhook(HOOK, 1_000_000, this::labels).start();
        world.done(configuration(MUTATING, "b", "/b", PODS));
        world.done(configuration(MUTATING, "a", "/a", PODS));
        assertThat(world.done(create("p")).metadata().labels()).containsEntry("seen", "ab");
        assertThat(asked).containsExactly("/a", "/b");
    }

    @Test
    void a_webhook_that_wants_to_is_asked_again_when_a_later_one_changes_the_object() {
        AdmissionWorld world = world().webhook(HOOK, 1_000_000, this::labels).start();
        world.done(configuration(MUTATING, "a", "/a", PODS + ",\"reinvocationPolicy\":\"IfNeeded\""));
        world.done(configuration(MUTATING, "b", "/b", PODS));
        assertThat(world.done(create("p")).metadata().labels()).containsEntry("seen", "aba");
    }

    @Test
    void a_container_that_a_webhook_adds_gets_the_defaults() {
        AdmissionWebhook injects = review -> AdmissionReview.Answer.patched(List.of(Map.of(
                "op", "add", "path", "/spec/containers/-", "value", Map.of("name", "sidecar", "image", "proxy:1"))));
        AdmissionWorld world = world().webhook(HOOK, 1_000_000, injects).start();
        world.done(configuration(MUTATING, "m", "/x", PODS));
        Pod pod = (Pod) world.done(create("p"));
        assertThat(pod.spec().containers()).hasSize(2);
        assertThat(pod.spec().containers().get(1).imagePullPolicy()).isEqualTo("IfNotPresent");
        assertThat(pod.spec().containers().get(1).terminationMessagePath()).isEqualTo("/dev/termination-log");
    }

    @Test
    void a_denial_says_who_and_why() {
        AdmissionWorld world =
                world().webhook(HOOK, 1_000_000, WebhookTest::denies).start();
        world.done(configuration(VALIDATING, "deny", "/deny", PODS));
        assertThat(world.refusal(create("p")))
                .isEqualTo("403 admission webhook \"deny.example.com\" denied the request: no p");
    }

    @Test
    void a_denial_without_a_word_is_a_bad_request() {
        AdmissionWebhook silent = review -> new AdmissionReview.Answer(false, null, null);
        AdmissionWorld world = world().webhook(HOOK, 1_000_000, silent).start();
        world.done(configuration(VALIDATING, "deny", "/deny", PODS));
        assertThat(world.refusal(create("p")))
                .isEqualTo("400 admission webhook \"deny.example.com\" denied the request without explanation");
    }

    @Test
    void a_slow_webhook_fails_the_request_or_is_ignored() {
        AdmissionWorld world = world().webhook(HOOK, 4 * VirtualTime.SECOND, WebhookTest::denies)
                .start();
        world.done(configuration(VALIDATING, "slow", "/x", PODS + ",\"timeoutSeconds\":2"));
        assertThat(world.refusal(create("p")))
                .isEqualTo("500 Internal error occurred: failed calling webhook \"slow.example.com\": failed to call"
                        + " webhook: Post \"https://hook.infra.svc:443/x?timeout=2s\": context deadline exceeded");
        world.done(new ApiRequest.Delete(VALIDATING, "", "slow", ApiRequest.DeleteOptions.DEFAULT));
        world.done(
                configuration(VALIDATING, "slow", "/x", PODS + ",\"timeoutSeconds\":2,\"failurePolicy\":\"Ignore\""));
        long before = world.simulation.now();
        world.done(create("p"));
        assertThat(world.simulation.now() - before).isBetween(2 * VirtualTime.SECOND, 3 * VirtualTime.SECOND);
    }

    @Test
    void nobody_there_refuses_the_connection_and_a_fault_cuts_it() {
        AdmissionWorld world = world().webhook(HOOK, 10_000_000, review -> AdmissionReview.Answer.ALLOWED)
                .start();
        world.done(configuration(VALIDATING, "v", "/x", PODS));
        world.components.crash(HOOK);
        assertThat(world.refusal(create("p"))).endsWith("dial tcp: connect: connection refused");
        world.components.restart(HOOK);
        world.done(create("p"));
    }

    @Test
    void validating_webhooks_are_asked_at_once() {
        AdmissionWorld world = world().webhook(HOOK, VirtualTime.SECOND, review -> AdmissionReview.Answer.ALLOWED)
                .start();
        for (String name : List.of("a", "b", "c")) {
            world.done(configuration(VALIDATING, name, "/x", PODS));
        }
        long before = world.simulation.now();
        world.done(create("p"));
        assertThat(world.simulation.now() - before).isLessThan(1_200 * VirtualTime.MILLISECOND);
    }

    @Test
    void selectors_and_rules_choose_what_is_asked_about() {
        AdmissionWorld world =
                world().webhook(HOOK, 1_000_000, WebhookTest::denies).start();
        world.done(configuration(
                VALIDATING, "labels", "/x", PODS + ",\"objectSelector\":{\"matchLabels\":{\"app\":\"bad\"}}"));
        world.done(configuration(
                VALIDATING, "names", "/x", PODS + ",\"namespaceSelector\":{\"matchLabels\":{\"team\":\"x\"}}"));
        world.done(configuration(
                VALIDATING,
                "bindings",
                "/x",
                PODS.replace("\"pods\"", "\"pods/*\"").replace("CREATE", "*") + ",\"matchPolicy\":\"Exact\""));
        assertThat(world.refusal(create("p"))).contains("bindings.example.com");
        world.done(new ApiRequest.Delete(VALIDATING, "", "bindings", ApiRequest.DeleteOptions.DEFAULT));
        world.done(create("p"));
        Pod bad = pod(ObjectMeta.named("default", "bad").withLabels(Map.of("app", "bad")));
        assertThat(world.refusal(ApiRequest.Create.of(Resources.PODS, bad))).contains("webhook \"labels.example.com\"");
    }

    @Test
    void configurations_themselves_are_never_asked_about() {
        AdmissionWorld world =
                world().webhook(HOOK, 1_000_000, WebhookTest::denies).start();
        String everything = "\"rules\":[{\"operations\":[\"*\"],\"apiGroups\":[\"*\"],\"apiVersions\":[\"*\"],"
                + "\"resources\":[\"*/*\"]}]";
        world.done(configuration(VALIDATING, "all", "/x", everything));
        assertThat(world.refusal(new ApiRequest.Delete(
                        Resources.NAMESPACES, "", "kube-node-lease", ApiRequest.DeleteOptions.DEFAULT)))
                .isEqualTo("403 admission webhook \"all.example.com\" denied the request: no kube-node-lease");
        world.done(new ApiRequest.Delete(VALIDATING, "", "all", ApiRequest.DeleteOptions.DEFAULT));
    }

    @Test
    void a_refusal_keeps_the_code_and_the_reason_of_the_webhook() {
        Status quota = Status.failure(StatusReason.TOO_MANY_REQUESTS, "slower", null);
        AdmissionWorld world = world().webhook(
                        WebhookServer.ofHost("hooks.example.com"),
                        1_000_000,
                        review -> new AdmissionReview.Answer(false, quota, null))
                .start();
        world.done(ApiRequest.Create.of(
                VALIDATING,
                object(
                        VALIDATING,
                        null,
                        "url",
                        "{\"webhooks\":[{\"name\":\"url.example.com\",\"sideEffects\":\"None\","
                                + "\"admissionReviewVersions\":[\"v1\"],\"clientConfig\":"
                                + "{\"url\":\"https://hooks.example.com:8443/check\"}," + PODS + "}]}")));
        assertThat(world.refusal(create("p")))
                .isEqualTo("429 admission webhook \"url.example.com\" denied the request: slower");
    }

    @Test
    void a_webhook_with_side_effects_is_not_asked_in_a_dry_run() {
        AdmissionWorld world = world().webhook(HOOK, 1_000_000, this::labels);
        // Stored by an older server: v1 does not take webhooks with side effects any more.
        KubernetesObject stored = object(MUTATING, null, "m", webhooks("m", "/m", "Some", PODS));
        world.store.put(MUTATING.storageKey(stored.key()), MUTATING, stored, 0);
        world.start();
        String body = "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"p\"},\"spec\":"
                + "{\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}";
        assertThat(world.http("POST", "/api/v1/namespaces/default/pods?dryRun=All", body))
                .startsWith("400 ")
                .contains("admission webhook \\\"m.example.com\\\" does not support dry run");
        assertThat(asked).isEmpty();
        assertThat(world.http("POST", "/api/v1/namespaces/default/pods", body)).startsWith("201 ");
        assertThat(asked).containsExactly("/m");
    }

    @Test
    void a_patch_that_does_not_apply_is_an_internal_error() {
        AdmissionWebhook broken =
                review -> AdmissionReview.Answer.patched(List.of(Map.of("op", "remove", "path", "/spec/nothing")));
        AdmissionWorld world = world().webhook(HOOK, 1_000_000, broken).start();
        world.done(configuration(MUTATING, "m", "/x", PODS));
        assertThat(world.refusal(create("p"))).startsWith("500 Internal error occurred: ");
    }
}
