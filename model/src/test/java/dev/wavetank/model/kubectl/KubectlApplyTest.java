package dev.wavetank.model.kubectl;

import static dev.wavetank.model.kubectl.KubectlTest.failed;
import static dev.wavetank.model.kubectl.KubectlTest.printed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.kubectl.apply.LastApplied;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import dev.wavetank.model.patch.JsonTree;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubectlApplyTest {

    private static final String WEB = """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              labels: {app: ap}
              name: ap
              namespace: demo
            spec:
              replicas: 1
              selector: {matchLabels: {app: ap}}
              template:
                metadata: {labels: {app: ap}}
                spec:
                  containers:
                  - image: nginx
                    name: nginx
            """;

    private final Terminal terminal = new Terminal();

    @BeforeEach
    void web() {
        terminal.file("web.yaml", WEB);
    }

    @Test
    void apply_creates_what_is_missing_with_the_annotation_the_real_command_writes() {
        assertThat(terminal.type("apply -f web.yaml")).isEqualTo(printed("deployment.apps/ap created"));
        assertThat(terminal.requests())
                .containsExactly("get deployments.apps demo/ap", "create deployments.apps demo/ap");
        // As recorded from kubectl 1.20.2.
        assertThat(terminal.world
                        .objects
                        .get("/registry/deployments/demo/ap")
                        .metadata()
                        .annotations())
                .containsEntry(
                        "kubectl.kubernetes.io/last-applied-configuration",
                        "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"annotations\":{},\"labels\":"
                                + "{\"app\":\"ap\"},\"name\":\"ap\",\"namespace\":\"demo\"},\"spec\":{\"replicas\":1,"
                                + "\"selector\":{\"matchLabels\":{\"app\":\"ap\"}},\"template\":{\"metadata\":{\"labels\":"
                                + "{\"app\":\"ap\"}},\"spec\":{\"containers\":[{\"image\":\"nginx\",\"name\":\"nginx\"}]}}}}\n");
        assertThat(terminal.lastCall().userAgent()).isEqualTo("kubectl-apply");
    }

    @Test
    void apply_again_changes_nothing() {
        terminal.type("apply -f web.yaml");
        assertThat(terminal.type("apply -f web.yaml")).isEqualTo(printed("deployment.apps/ap unchanged"));
        assertThat(terminal.requests().get(2)).isEqualTo("get deployments.apps demo/ap");
        assertThat(terminal.requests()).hasSize(3);
    }

    @Test
    void apply_sends_only_what_changed() {
        terminal.type("apply -f web.yaml");
        terminal.file("web.yaml", WEB.replace("replicas: 1", "replicas: 2"));
        assertThat(terminal.type("apply -f web.yaml")).isEqualTo(printed("deployment.apps/ap configured"));
        ApiRequest.Patch patch = (ApiRequest.Patch) terminal.lastRequest();
        ApiRequest.Change.Document change = (ApiRequest.Change.Document) patch.change();
        assertThat(change.type()).isEqualTo("application/strategic-merge-patch+json");
        Map<String, Object> tree = JsonTree.map(change.patch());
        assertThat(tree).containsOnlyKeys("metadata", "spec");
        assertThat(tree.get("spec")).isEqualTo(terminal.world.codec.tree("{\"replicas\":2}"));
    }

    @Test
    void a_field_that_was_taken_out_of_the_file_goes_and_what_others_set_stays() {
        terminal.type("apply -f web.yaml");
        terminal.type("-n demo scale deployment ap --replicas=7");
        terminal.file("web.yaml", WEB.replace("  labels: {app: ap}\n", ""));
        assertThat(terminal.type("apply -f web.yaml")).isEqualTo(printed("deployment.apps/ap configured"));
        assertThat(terminal.stored("/registry/deployments/demo/ap"))
                .contains("\"metadata\":{\"name\":\"ap\",\"namespace\":\"demo\",\"annotations\"")
                .contains("\"replicas\":1");
        terminal.file("web.yaml", WEB.replace("  replicas: 1\n", ""));
        terminal.type("apply -f web.yaml");
        assertThat(terminal.stored("/registry/deployments/demo/ap")).doesNotContain("\"replicas\":1,");
        terminal.type("-n demo scale deployment ap --replicas=7");
        assertThat(terminal.type("apply -f web.yaml")).isEqualTo(printed("deployment.apps/ap unchanged"));
        assertThat(terminal.stored("/registry/deployments/demo/ap")).contains("\"replicas\":7");
    }

    @Test
    void applying_over_something_that_was_created_otherwise_warns() {
        terminal.type("-n demo create deployment ap --image=nginx");
        KubectlResult result = terminal.type("apply -f web.yaml");
        assertThat(result.exitCode()).isZero();
        assertThat(result.stdout()).isEqualTo("deployment.apps/ap configured\n");
        assertThat(result.stderr())
                .startsWith(
                        "Warning: resource deployments/ap is missing the "
                                + "kubectl.kubernetes.io/last-applied-configuration annotation which is required by kubectl apply.");
    }

    @Test
    void an_annotation_that_somebody_broke_is_told() {
        terminal.file(
                "broken.yaml",
                WEB.replace("  name: ap", "  annotations: {" + LastApplied.ANNOTATION + ": x}\n  name: ap"));
        terminal.type("create -f broken.yaml");
        KubectlResult result = terminal.type("apply -f web.yaml");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stderr())
                .startsWith(
                        "error: the annotation kubectl.kubernetes.io/last-applied-configuration of deployment.apps/ap "
                                + "cannot be read: not a JSON object: ")
                .endsWith("; remove it and apply again\n");
    }

    @Test
    void a_dry_run_tells_what_would_be_done_and_writes_nothing() {
        assertThat(terminal.type("apply -f web.yaml --dry-run=client"))
                .isEqualTo(printed("deployment.apps/ap created (dry run)"));
        assertThat(terminal.requests()).containsExactly("get deployments.apps demo/ap");
    }

    @Test
    void all_objects_of_all_files_are_handled_in_order() {
        terminal.file(
                "shop.yaml",
                "{apiVersion: v1, kind: Namespace, metadata: {name: shop}}\n---\n"
                        + "{apiVersion: v1, kind: Service, metadata: {name: front}}\n");
        assertThat(terminal.type("-n shop apply -f shop.yaml -f pod.yaml").stderr())
                .isEqualTo("error: the path \"pod.yaml\" does not exist\n");
        assertThat(terminal.world.calls).isEmpty();
        terminal.file("pod.yaml", "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: []}}");
        assertThat(terminal.type("-n shop apply -f shop.yaml,pod.yaml -o name"))
                .isEqualTo(printed("namespace/shop\nservice/front\npod/p"));
        assertThat(terminal.world.objects)
                .containsOnlyKeys(
                        "/registry/namespaces/shop", "/registry/services/specs/shop/front", "/registry/pods/shop/p");
        assertThat(terminal.type("-n shop delete -f shop.yaml").stdout())
                .isEqualTo("namespace \"shop\" deleted\nservice \"front\" deleted\n");
    }

    @Test
    void a_mistake_in_the_only_object_of_a_file_is_told_before_anything_is_sent() {
        assertThat(terminal.type("-n other apply -f web.yaml"))
                .isEqualTo(KubectlTest.refused(
                        "error: the namespace from the provided object \"demo\" does not match the namespace "
                                + "\"other\". You must pass '--namespace=demo' to perform this operation."));
        terminal.file("nameless.yaml", "{apiVersion: v1, kind: Pod}");
        assertThat(terminal.type("apply -f nameless.yaml"))
                .isEqualTo(KubectlTest.refused("error: nameless.yaml:1:1: resource name may not be empty"));
        terminal.file("empty.yaml", "# nothing\n");
        assertThat(terminal.type("apply -f empty.yaml"))
                .isEqualTo(KubectlTest.refused("error: no objects passed to apply"));
        assertThat(terminal.world.calls).isEmpty();
    }

    @Test
    void the_servers_refusal_names_the_file() {
        terminal.type("create -f web.yaml");
        assertThat(terminal.type("create -f web.yaml"))
                .isEqualTo(failed("Error from server (AlreadyExists): error when creating \"web.yaml\": "
                        + "deployments.apps \"ap\" already exists"));
        terminal.refuseWith(Status.forbidden(Resources.DEPLOYMENTS, "ap", "no"));
        assertThat(terminal.type("apply -f web.yaml"))
                .isEqualTo(
                        failed(
                                "Error from server (Forbidden): error when retrieving current configuration of:\n"
                                        + "Resource: \"apps/v1, Resource=deployments\", GroupVersionKind: \"apps/v1, Kind=Deployment\"\n"
                                        + "Name: \"ap\", Namespace: \"demo\"\nfrom server for: \"web.yaml\": deployments.apps \"ap\" is forbidden: no"));
        assertThat(terminal.type("delete -f web.yaml"))
                .isEqualTo(failed("Error from server (Forbidden): error when deleting \"web.yaml\": "
                        + "deployments.apps \"ap\" is forbidden: no"));
    }
}
