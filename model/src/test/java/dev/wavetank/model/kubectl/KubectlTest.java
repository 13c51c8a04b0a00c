package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.wire.KubectlResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubectlTest {

    private final Terminal terminal = new Terminal();

    @Test
    void create_deployment_sends_what_the_real_generator_makes() {
        assertThat(terminal.type("-n s1 create deployment nginx --image=nginx --replicas=3"))
                .isEqualTo(printed("deployment.apps/nginx created"));
        assertThat(terminal.stored("/registry/deployments/s1/nginx"))
                .isEqualTo("{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"nginx\","
                        + "\"namespace\":\"s1\",\"labels\":{\"app\":\"nginx\"}},\"spec\":{\"replicas\":3,\"selector\":"
                        + "{\"matchLabels\":{\"app\":\"nginx\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":\"nginx\"}},"
                        + "\"spec\":{\"containers\":[{\"name\":\"nginx\",\"image\":\"nginx\",\"resources\":{}}]}},"
                        + "\"strategy\":{}},\"status\":{}}");
        assertThat(terminal.lastCall().userAgent()).isEqualTo("kubectl-create");
        assertThat(terminal.lastCall().identity()).isEqualTo(Identity.ofToken("token"));
    }

    @Test
    void run_sends_a_pod() {
        assertThat(terminal.type("run nginx --image=nginx --port=80")).isEqualTo(printed("pod/nginx created"));
        assertThat(terminal.stored("/registry/pods/default/nginx"))
                .isEqualTo("{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"nginx\","
                        + "\"namespace\":\"default\",\"labels\":{\"run\":\"nginx\"}},\"spec\":{\"containers\":[{\"name\":"
                        + "\"nginx\",\"image\":\"nginx\",\"ports\":[{\"containerPort\":80}],\"resources\":{}}],"
                        + "\"restartPolicy\":\"Always\",\"dnsPolicy\":\"ClusterFirst\"},\"status\":{}}");
        assertThat(terminal.lastCall().userAgent()).isEqualTo("kubectl-run");
    }

    @Test
    void run_takes_a_restart_policy_labels_and_a_command() {
        terminal.type("run job --image=busybox --restart=OnFailure -l app=x,tier=back --command -- sleep 5");
        assertThat(terminal.stored("/registry/pods/default/job"))
                .contains("\"labels\":{\"app\":\"x\",\"tier\":\"back\"}")
                .contains("\"command\":[\"sleep\",\"5\"]")
                .contains("\"restartPolicy\":\"OnFailure\"");
    }

    @ParameterizedTest
    @CsvSource({
        "attach -it web, kubectl attach is not simulated: no program runs in a simulated container",
        "port-forward web 8080, kubectl port-forward is not simulated: no packet leaves the simulated cluster",
        "edit deployment web, kubectl edit is not simulated: there is no editor; write kubectl patch or kubectl apply"
    })
    void what_has_no_meaning_in_a_simulation_says_why(String line, String message) {
        assertThat(terminal.type(line)).isEqualTo(refused("error: " + message));
    }

    @ParameterizedTest
    @CsvSource({
        "nginx:1.25, nginx",
        "registry.example.com:5000/team/web@sha256:0123456789abcdef0123456789abcdef, web",
        "k8s.gcr.io/pause, pause"
    })
    void a_container_is_named_after_its_image(String image, String name) {
        terminal.type("create deployment web --image=" + image);
        assertThat(terminal.stored("/registry/deployments/default/web"))
                .contains("\"containers\":[{\"name\":\"" + name + "\",\"image\":\"" + image + "\"");
    }

    @Test
    void a_container_name_that_would_be_wrong_is_mended_and_made_unique() {
        terminal.type("create deployment web --image=my_app.web");
        assertThat(terminal.stored("/registry/deployments/default/web"))
                .containsPattern("\"name\":\"my-app-web-[bcdfghjklmnpqrstvwxz2456789]{5}\"");
    }

    /** K1 of the journey: fails fast, exit code 1, and no request leaves the client. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "create deployment --image=nginx | exactly one NAME is required, got 0~"
                        + "See 'kubectl create deployment -h' for help and examples",
                "create deployment web | required flag(s) \"image\" not set",
                "create deployment web --image=nginx --replicas=many | invalid argument \"many\" for \"-r, --replicas\""
                        + " flag: strconv.ParseInt: parsing \"many\": invalid syntax~"
                        + "See 'kubectl create deployment --help' for usage.",
                "create deployment web --image=nginx --replicas=3000000000 | invalid argument \"3000000000\" for "
                        + "\"-r, --replicas\" flag: strconv.ParseInt: parsing \"3000000000\": value out of range~"
                        + "See 'kubectl create deployment --help' for usage.",
                "create deployment web --imagee=nginx | unknown flag: --imagee~"
                        + "See 'kubectl create deployment --help' for usage.",
                "create deployment web --image | flag needs an argument: --image~"
                        + "See 'kubectl create deployment --help' for usage.",
                "run --image=nginx | NAME is required for run~See 'kubectl run -h' for help and examples",
                "run web | required flag(s) \"image\" not set",
                "run web --image= | --image is required",
                "run web --image=a:b:c | Invalid image name \"a:b:c\": invalid reference format",
                "run web --image=nginx --restart=Sometimes | invalid restart policy: Sometimes~See 'kubectl run -h' for help and "
                        + "examples",
                "run web --image=nginx --labels=app | unexpected label spec: app",
                "run web --image=nginx --port=x | strconv.Atoi: parsing \"x\": invalid syntax",
                "scale deployment/web | required flag(s) \"replicas\" not set",
                "scale deployment/web --replicas=-1 | The --replicas=COUNT flag is required, and COUNT must be greater "
                        + "than or equal to 0",
                "scale foos/web --replicas=1 | the server doesn't have a resource type \"foos\"",
                "delete deployment | resource(s) were provided, but no name was specified",
                "delete deployment web --cascade=later | invalid cascade value (later). Must be \"background\", "
                        + "\"foreground\", or \"orphan\"",
                "delete deployment web -o yaml | unexpected -o output mode: yaml. We only support '-o name'",
                "apply | must specify one of -f and -k",
                "apply -f nowhere.yaml | the path \"nowhere.yaml\" does not exist",
                "create -f nowhere.yaml | the path \"nowhere.yaml\" does not exist",
                "create thing x | Unexpected args: [thing x]~See 'kubectl create -h' for help and examples",
                "run web --image=nginx --dry-run=maybe | Invalid dry-run value (maybe). Must be \"none\", \"server\", or "
                        + "\"client\".",
                "run web --image=nginx -o table | unable to match a printer suitable for the output format \"table\", "
                        + "allowed formats are: go-template,go-template-file,json,jsonpath,jsonpath-as-json,jsonpath-file,name,template,templatefile,yaml",
                "run web --image=nginx -z | unknown shorthand flag: 'z' in -z~See 'kubectl run --help' for usage.",
            })
    void what_can_be_refused_without_the_server_sends_nothing(String line, String message) {
        assertThat(terminal.type(line)).isEqualTo(refused("error: " + message.replace('~', '\n')));
        assertThat(terminal.world.calls).isEmpty();
    }

    @Test
    void an_empty_command_line_prints_the_page_of_help() {
        assertThat(terminal.type(List.of()).stdout()).contains("Settings Commands:\n  label           Update");
        assertThat(terminal.type("rollout").stdout()).contains("Available Commands:\n  history       View");
        assertThat(terminal.world.calls).isEmpty();
    }

    @Test
    void a_page_of_help_is_printed_instead_of_any_command() {
        assertThat(terminal.type("delete pods --all --help").stdout()).contains("Usage:\n  kubectl delete ");
        assertThat(terminal.type("help rollout undo")).isEqualTo(terminal.type("rollout undo -h"));
        assertThat(terminal.type("get pods -l a=b -h").stdout()).contains("    -A, --all-namespaces=false\n");
        assertThat(terminal.type("help nonsense").stderr()).startsWith("Unknown help topic [`nonsense`]\n\n\n");
        assertThat(terminal.type("nonsense --help").stderr()).contains("unknown command");
        assertThat(terminal.world.calls).isEmpty();
    }

    @Test
    void the_servers_refusal_of_a_deployment_is_told_without_its_reason() {
        terminal.type("create deployment d1 --image=nginx");
        assertThat(terminal.type("create deployment d1 --image=nginx"))
                .isEqualTo(failed("error: failed to create deployment: deployments.apps \"d1\" already exists"));
    }

    @Test
    void the_servers_refusal_of_a_pod_is_told_with_its_reason() {
        terminal.type("run web --image=nginx");
        assertThat(terminal.type("run web --image=nginx"))
                .isEqualTo(failed("Error from server (AlreadyExists): pods \"web\" already exists"));
    }

    @Test
    void an_invalid_object_is_told_by_its_causes() {
        List<Status.Cause> causes = List.of(
                new Status.Cause("FieldValueInvalid", "Invalid value: \"X\": no", "metadata.name"),
                new Status.Cause("FieldValueRequired", "Required value", "spec.containers"));
        Status.Details details = new Status.Details("X", null, "Pod", null, causes, null);
        terminal.refuseWith(Status.failure(StatusReason.INVALID, "Pod \"X\" is invalid: ...", details));
        assertThat(terminal.type("run X --image=nginx"))
                .isEqualTo(failed("The Pod \"X\" is invalid: \n* metadata.name: Invalid value: \"X\": no"
                        + "\n* spec.containers: Required value"));
    }

    @Test
    void scale_reads_and_patches_the_scale_subresource() {
        terminal.type("create deployment web --image=nginx");
        assertThat(terminal.type("scale deployment/web --replicas=5")).isEqualTo(printed("deployment.apps/web scaled"));
        assertThat(terminal.requests().subList(1, 3))
                .containsExactly("get deployments.apps default/web", "patch deployments.apps/scale default/web");
        assertThat(terminal.stored("/registry/deployments/default/web")).contains("\"replicas\":5");
        assertThat(terminal.type("scale deploy web --replicas 0")).isEqualTo(printed("deployment.apps/web scaled"));
        assertThat(terminal.stored("/registry/deployments/default/web")).contains("\"replicas\":0");
    }

    @Test
    void what_is_not_there_cannot_be_scaled_or_deleted() {
        String notFound = "Error from server (NotFound): deployments.apps \"ghost\" not found";
        assertThat(terminal.type("scale deployment ghost --replicas=2")).isEqualTo(failed(notFound));
        assertThat(terminal.type("delete deployment ghost")).isEqualTo(failed(notFound));
        assertThat(terminal.type("delete deployment ghost --ignore-not-found")).isEqualTo(new KubectlResult(0, "", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete deployment web",
                "delete deployment/web",
                "delete deploy web",
                "delete deployments.apps web",
                "delete deployments.v1.apps/web"
            })
    void delete_names_the_object_in_many_ways(String line) {
        terminal.type("create deployment web --image=nginx");
        assertThat(terminal.type(line)).isEqualTo(printed("deployment.apps \"web\" deleted"));
        assertThat(terminal.lastRequest()).isInstanceOf(ApiRequest.Get.class);
        assertThat(terminal.world.calls.get(terminal.world.calls.size() - 2).request())
                .isEqualTo(new ApiRequest.Delete(
                        Resources.DEPLOYMENTS,
                        "default",
                        "web",
                        new ApiRequest.DeleteOptions(null, null, "Background")));
        assertThat(terminal.lastCall().userAgent()).isEqualTo("kubectl-delete");
    }

    @Test
    void delete_says_how_dependents_go_and_how_much_time_there_is() {
        terminal.type("delete pod a --cascade=orphan --grace-period=0");
        assertThat(((ApiRequest.Delete) terminal.lastRequest()).options())
                .isEqualTo(new ApiRequest.DeleteOptions(1L, null, "Orphan"));
        terminal.type("delete pod a --force");
        assertThat(((ApiRequest.Delete) terminal.lastRequest()).options())
                .isEqualTo(new ApiRequest.DeleteOptions(0L, null, "Background"));
        terminal.type("delete pod a --cascade=foreground --grace-period=-1");
        assertThat(((ApiRequest.Delete) terminal.lastRequest()).options())
                .isEqualTo(new ApiRequest.DeleteOptions(null, null, "Foreground"));
    }

    @Test
    void several_objects_are_deleted_one_after_the_other_whatever_becomes_of_each() {
        terminal.type("run a --image=nginx");
        terminal.type("run c --image=nginx");
        KubectlResult result = terminal.type("delete pods a b c");
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.stdout()).isEqualTo("pod \"a\" deleted\npod \"c\" deleted\n");
        assertThat(result.stderr()).isEqualTo("Error from server (NotFound): pods \"b\" not found\n");
    }

    @Test
    void an_object_without_namespace_is_asked_for_without_one() {
        terminal.type("-n shop delete node n1");
        assertThat(terminal.requests()).containsExactly("delete nodes n1");
    }

    @Test
    void a_client_dry_run_prints_and_sends_nothing() {
        assertThat(terminal.type("create deployment web --image=nginx --dry-run=client"))
                .isEqualTo(printed("deployment.apps/web created (dry run)"));
        assertThat(terminal.type("run web --image=nginx --dry-run=client -o name"))
                .isEqualTo(printed("pod/web"));
        assertThat(terminal.type("delete pod web --dry-run=client"))
                .isEqualTo(printed("pod \"web\" deleted (dry run)"));
        assertThat(terminal.world.calls).isEmpty();
    }

    @Test
    void a_client_dry_run_writes_a_manifest_that_create_takes_back() {
        KubectlResult yaml = terminal.type("create deployment web --image=nginx --dry-run=client -o yaml");
        terminal.file("web.yaml", yaml.stdout());
        assertThat(terminal.type("create -f web.yaml")).isEqualTo(printed("deployment.apps/web created"));
        assertThat(yaml.stdout())
                .startsWith(
                        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  creationTimestamp: null\n  labels:\n    app: web\n");
    }

    @Test
    void a_server_that_is_down_is_told() {
        terminal.stopServer();
        String message = "The connection to the server apiserver was refused - did you specify the right host or port?";
        assertThat(terminal.type("create deployment web --image=nginx"))
                .isEqualTo(failed("error: failed to create deployment: Post \"https://apiserver/apis/apps/v1/namespaces"
                        + "/default/deployments?fieldManager=kubectl-create&fieldValidation=Strict\": dial tcp apiserver:"
                        + " connect: connection refused"));

        KubectlResult deletion = terminal.type("delete pods a b");
        String attempt =
                "couldn't get current server API group list: Get \\\"https://apiserver/api?timeout=32s\\\": dial"
                        + " tcp apiserver: connect: connection refused\"";
        assertThat(deletion.exitCode()).isEqualTo(1);
        assertThat(deletion.stderr().lines().limit(5))
                .allSatisfy(line -> assertThat(line)
                        .matches("E0101 00:00:00\\.[0-9]{6}       2 memcache\\.go:265] .*")
                        .endsWith("\"Unhandled Error\" err=\"" + attempt));
        assertThat(deletion.stderr().lines().skip(5)).containsExactly(message);
    }

    static KubectlResult printed(String line) {
        return new KubectlResult(0, line + "\n", "");
    }

    /** What the command refuses by itself. */
    static KubectlResult refused(String line) {
        return KubectlResult.refused(line + "\n");
    }

    static KubectlResult failed(String line) {
        return new KubectlResult(1, "", line + "\n");
    }
}
