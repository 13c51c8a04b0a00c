package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code get} against a whole simulated cluster. */
class GetClusterTest {

    @Test
    void tables_of_several_resources_stand_one_below_the_other() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=2}
                - {at: 20s, kubectl: "get deploy,pods -o wide"}
                - {at: 21s, kubectl: get pods -A --no-headers -L app}
                - {at: 22s, kubectl: get pods --show-labels --field-selector spec.nodeName=node-9}
                - {at: 23s, kubectl: get pods -n other}
                - {at: 24s, kubectl: get pod lost}
                - {at: 25s, kubectl: get pod lost --ignore-not-found}
                """);

        assertThat(outputs.get(1)).matches("""
                0 NAME                  READY   UP-TO-DATE   AVAILABLE   AGE   CONTAINERS   IMAGES   SELECTOR
                deployment.apps/web   2/2     2            2           20s   nginx        nginx    app=web

                NAME                       READY   STATUS    RESTARTS   AGE   IP         NODE     NOMINATED NODE   READINESS GATES
                (pod/web-[a-z0-9]+-[a-z0-9]{5}   1/1     Running   0          20s   10.0.[0-9].2   node-[0-9]   <none>           <none>
                ){2}""");
        assertThat(outputs.get(2)).matches("0 (default   web-\\S+   1/1   Running   0     21s   web\\n){2}");
        assertThat(outputs.subList(3, 7))
                .containsExactly(
                        "0 No resources found in default namespace.\n",
                        "0 No resources found in other namespace.\n",
                        "1 Error from server (NotFound): pods \"lost\" not found\n",
                        "0 ");
    }

    @Test
    void other_forms_print_objects() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 20s, kubectl: "get pods -o jsonpath='{range .items[*]}{.metadata.labels.app}{\\"\\\\t\\"}{.status.phase}{\\"\\\\n\\"}{end}'"}
                - {at: 21s, kubectl: "get deploy web -o custom-columns=NAME:.metadata.name,WANTED:.spec.replicas,NONE:.foo"}
                - {at: 22s, kubectl: "get deploy web -o 'jsonpath={.status.conditions[?(@.type==\\"Available\\")].status}'"}
                - {at: 23s, kubectl: get deploy -o name}
                - {at: 24s, kubectl: get deploy web -o yaml}
                - {at: 25s, kubectl: get deploy -o json}
                """);

        assertThat(outputs.subList(1, 5))
                .containsExactly(
                        "0 web\tRunning\n",
                        "0 NAME   WANTED   NONE\nweb    1        <none>\n",
                        "0 True",
                        "0 deployment.apps/web\n");
        assertThat(outputs.get(5))
                .startsWith("0 apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  annotations:\n")
                .contains("      maxSurge: 25%\n", "\n    status: \"True\"\n", "has successfully progressed.\n")
                .doesNotContain("managedFields");
        assertThat(outputs.get(6))
                .startsWith("0 {\n    \"apiVersion\": \"v1\",\n    \"items\": [\n        {\n")
                .endsWith(
                        "    \"kind\": \"List\",\n    \"metadata\": {\n        \"resourceVersion\": \"\"\n    }\n}\n");
    }

    /** The words are those of cli-runtime's selector.go in v1.32, and of kubectl's in v1.10 and v1.8. */
    @Test
    void a_refused_list_is_told_with_what_was_asked() {
        String commands = """
                - {at: 0s, kubectl: get pods --field-selector=foo.bar=baz}
                - {at: 1s, kubectl: "get pods -l 'a in (b' --field-selector=x=y"}
                - {at: 2s, kubectl: get pods --field-selector=foo.bar=baz --watch}
                """;
        String refusal = "1 Error from server (BadRequest): Unable to find %s that match %s: %s\n";
        String fields = "label selector \"\", field selector \"foo.bar=baz\"";
        String gone = "field label not supported: foo.bar";
        String pods = "\"/v1, Resource=pods\"";
        assertThat(TypedCommands.outputs(commands + "cluster: {profile: v1.32}\n"))
                .containsExactly(
                        refusal.formatted(pods, fields, gone),
                        refusal.formatted(
                                pods,
                                "label selector \"a in (b\", field selector \"x=y\"",
                                "unable to parse requirement: found '', expected: ',' or ')'"),
                        refusal.formatted(pods, fields, gone));
        assertThat(TypedCommands.outputs(commands + "cluster: {profile: v1.10}\n")
                        .get(0))
                .startsWith("1 Error from server (BadRequest): Unable to find \"pods\" that match " + fields + ": ");
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: "get pods -l 'a in (b'"}
                cluster: {profile: v1.8}
                """).get(0))
                .startsWith("1 Error from server (BadRequest): Unable to find \"pods\" that match the selector"
                        + " \"a in (b\": ");
    }

    /** A shell takes away the quotation marks of JSON; kubectl sends the rest as it is, and the server says so. */
    @Test
    void a_patch_in_braces_is_json() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: "patch deploy web -p {spec:{replicas:5}}"}
                - {at: 2s, kubectl: "patch deploy web -p 'spec: {replicas: 5}'"}
                - {at: 3s, kubectl: "get deploy web -o jsonpath={.spec.replicas}"}
                """))
                .containsExactly(
                        "0 deployment.apps/web created\n",
                        "1 Error from server (BadRequest): invalid character 's' looking for beginning of object key"
                                + " string\n",
                        "0 deployment.apps/web patched\n",
                        "0 5");
    }

    @Test
    void objects_are_marked_patched_exposed_and_waited_for() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx --port=80}
                - {at: 1s, kubectl: wait deployment/web --for=condition=Available --timeout=1m}
                - {at: 20s, kubectl: expose deployment web}
                - {at: 22s, kubectl: label deployment web tier=front}
                - {at: 23s, kubectl: label deployment web tier=back}
                - {at: 24s, kubectl: label deployment web tier=front}
                - {at: 25s, kubectl: label deployment web tier-}
                - {at: 26s, kubectl: annotate deployment web a=b}
                - {at: 27s, kubectl: "patch deployment web -p 'spec: {replicas: 3}'"}
                - {at: 28s, kubectl: "patch deployment web -p 'spec: {replicas: 3}'"}
                - {at: 29s, kubectl: "patch deploy web --type=json -p '[{op: replace, path: /spec/replicas, value: 1}]'"}
                - {at: 30s, kubectl: wait deployment/web --for=condition=Foo --timeout=2s}
                - {at: 40s, kubectl: "get service web -o jsonpath={.spec.ports[0].port}/{.spec.selector.app}"}
                - {at: 41s, kubectl: delete deployment web}
                - {at: 42s, kubectl: wait deployment/web --for=delete}
                """))
                .containsExactly(
                        "0 deployment.apps/web created\n",
                        "0 deployment.apps/web condition met\n",
                        "0 service/web exposed\n",
                        "0 deployment.apps/web labeled\n",
                        "1 error: 'tier' already has a value (front), and --overwrite is false\n",
                        "0 deployment.apps/web not labeled\n",
                        "0 deployment.apps/web unlabeled\n",
                        "0 deployment.apps/web annotated\n",
                        "0 deployment.apps/web patched\n",
                        "0 deployment.apps/web patched (no change)\n",
                        "0 deployment.apps/web patched\n",
                        "1 error: timed out waiting for the condition on deployments/web\n",
                        "0 80/web",
                        "0 deployment.apps \"web\" deleted from default namespace\n",
                        "0 ");
    }
}
