package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.version.KubernetesVersion;
import org.junit.jupiter.api.Test;

/** {@code set} and {@code autoscale}, against a whole simulated cluster; texts as kubectl 1.32 printed them. */
class SetClusterTest {

    private static final String ENV =
            "-o 'jsonpath={range .spec.template.spec.containers[0].env[*]}{.name}={.value}{.valueFrom.configMapKeyRef.key};{end}'";

    @Test
    void variables_are_set_replaced_removed_and_listed() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: set env deployment/web A=b C=d}
                - {at: 2s, kubectl: "get deploy web %1$s"}
                - {at: 3s, kubectl: set env deployment/web A=b C=d}
                - {at: 4s, kubectl: set env deployment/web A=x C- E=f}
                - {at: 5s, kubectl: "get deploy web %1$s"}
                - {at: 6s, kubectl: set env deployment/web A=y --overwrite=false}
                - {at: 7s, kubectl: create configmap conf --from-literal=one.x=1 --from-literal=two=2}
                - {at: 8s, kubectl: set env deployment web --from=configmap/conf --prefix=P_ --keys=one.x}
                - {at: 9s, kubectl: set env deployment/web --list}
                - {at: 10s, kubectl: set env deployment/web G=h --containers=n*x}
                - {at: 11s, kubectl: set env deployment/web G=h --containers=zz}
                - {at: 12s, kubectl: set env deployment/web G}
                - {at: 13s, kubectl: set env}
                - {at: 14s, kubectl: set env deployment/web A=b more}
                - {at: 15s, kubectl: set env deployment/web A=b A-}
                - {at: 16s, kubectl: set env deployment/web 1A=b}
                - {at: 17s, kubectl: set env deployment/web -e foo}
                - {at: 18s, kubectl: set env deployment/web --list -o yaml}
                - {at: 19s, kubectl: set env deployment/web A=b --keys=x}
                - {at: 20s, kubectl: set env namespace/default A=b}
                """.formatted(ENV)).subList(1, 21))
                .containsExactly(
                        "0 deployment.apps/web env updated\n",
                        "0 A=b;C=d;",
                        "0 ",
                        "0 deployment.apps/web env updated\n",
                        "0 A=x;E=f;",
                        "1 error: deployment.apps/web\n 'A' already has a value (x), and --overwrite is false\n",
                        "0 configmap/conf created\n",
                        "0 deployment.apps/web env updated\n",
                        "0 # Deployment web, container nginx\nA=x\nE=f\n# P_ONE_X from configmap conf, key one.x\n",
                        "0 deployment.apps/web env updated\n",
                        "0 Warning: Deployment/web does not have any containers matching \"zz\"\n",
                        "1 error: there is no need to specify a resource type as a separate argument when passing"
                                + " arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of"
                                + " 'kubectl get resource resource/<resource_name>'\n",
                        "1 error: one or more resources must be specified as <resource> <name> or <resource>/<name>\n",
                        "1 error: all resources must be specified before environment changes: A=b more\n",
                        "1 error: can not both modify and remove the same environment variable in the same command\n",
                        "1 error: \"1A\" is not a valid key name: a valid environment variable name must consist of"
                                + " alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g."
                                + " 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is"
                                + " '[-._a-zA-Z][-._a-zA-Z0-9]*')\n",
                        "1 error: unknown environment variable: foo\n",
                        "1 error: --list and --output may not be specified together\n",
                        "1 error: when specifying --keys, a configmap or secret must be provided with --from\n",
                        "1 error: namespace/default the object is not a pod or does not have a pod template:"
                                + " *v1.Namespace\n");
    }

    @Test
    void resources_and_accounts_of_pods_are_set() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: "set resources deployment web --limits=cpu=1,memory=1Gi --requests=cpu=500m"}
                - {at: 2s, kubectl: "get deploy web -o 'jsonpath={.spec.template.spec.containers[0].resources}'"}
                - {at: 3s, kubectl: "set resources deployments --all --limits=cpu=2"}
                - {at: 4s, kubectl: "get deploy web -o 'jsonpath={.spec.template.spec.containers[0].resources}'"}
                - {at: 5s, kubectl: "set resources deployments --all --limits=cpu=2"}
                - {at: 6s, kubectl: "set resources deployment web --limits=cpu=2 -c zz"}
                - {at: 7s, kubectl: "set resources deployment web"}
                - {at: 8s, kubectl: "set resources deployment web --limits=cpu"}
                - {at: 9s, kubectl: "set resources deployment web --limits=cpu=x"}
                - {at: 10s, kubectl: "set sa deployment web robot"}
                - {at: 11s, kubectl: "get deploy web -o 'jsonpath={.spec.template.spec.serviceAccountName}'"}
                - {at: 12s, kubectl: "set serviceaccount deployment web robot"}
                - {at: 13s, kubectl: "set serviceaccount"}
                - {at: 14s, kubectl: "set resources deployment gone --limits=cpu=2"}
                """).subList(1, 15))
                .containsExactly(
                        "0 deployment.apps/web resource requirements updated\n",
                        "0 {\"limits\":{\"cpu\":\"1\",\"memory\":\"1Gi\"},\"requests\":{\"cpu\":\"500m\"}}",
                        "0 deployment.apps/web resource requirements updated\n",
                        "0 {\"limits\":{\"cpu\":\"2\",\"memory\":\"1Gi\"},\"requests\":{\"cpu\":\"500m\"}}",
                        "0 ",
                        "1 error: unable to find container named zz\n",
                        "1 error: you must specify an update to requests or limits (in the form of"
                                + " --requests/--limits)\n",
                        "1 error: Invalid argument syntax cpu, expected <resource>=<value>\n",
                        "1 error: quantities must match the regular expression"
                                + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'\n",
                        "0 deployment.apps/web serviceaccount updated\n",
                        "0 robot",
                        "0 deployment.apps/web serviceaccount updated\n",
                        "1 error: serviceaccount is required\n",
                        "1 Error from server (NotFound): deployments.apps \"gone\" not found\n");
    }

    @Test
    void a_selector_is_replaced_and_subjects_are_added() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create service clusterip web --tcp=80}
                - {at: 1s, kubectl: set selector service web a=b}
                - {at: 2s, kubectl: "get service web -o 'jsonpath={.spec.selector}'"}
                - {at: 3s, kubectl: "set selector service web 'a in (b)'"}
                - {at: 4s, kubectl: set selector namespace default a=b}
                - {at: 5s, kubectl: set selector}
                - {at: 6s, kubectl: create rolebinding rb --role=r --user=a}
                - {at: 7s, kubectl: "set subject rolebinding rb --user=a --group=g --serviceaccount=ns:sa"}
                - {at: 8s, kubectl: "get rolebinding rb -o 'jsonpath={range .subjects[*]}{.kind} {.name};{end}'"}
                - {at: 9s, kubectl: "set subject rolebinding rb --user=a"}
                - {at: 10s, kubectl: "set subject rolebinding rb"}
                - {at: 11s, kubectl: "set subject service web --user=a"}
                - {at: 12s, kubectl: "set subject rolebinding rb --serviceaccount=a"}
                - {at: 13s, kubectl: "set thing"}
                """).subList(1, 14))
                .containsExactly(
                        "0 service/web selector updated\n",
                        "0 {\"a\":\"b\"}",
                        "1 error: match expression [{a In [b]}] not supported on this object\n",
                        "1 error: setting a selector is only supported for Services\n",
                        "1 error: one selector is required\n",
                        "0 rolebinding.rbac.authorization.k8s.io/rb created\n",
                        "0 rolebinding.rbac.authorization.k8s.io/rb subjects updated\n",
                        "0 User a;Group g;ServiceAccount sa;",
                        "0 ",
                        "1 error: you must specify at least one value of user, group or serviceaccount\n",
                        "1 error: service/web\n setting subjects is only supported for RoleBinding/ClusterRoleBinding\n",
                        "1 error: serviceaccount must be <namespace>:<name>\n",
                        "1 error: unknown command \"thing\"\nSee 'kubectl set -h' for help and examples\n");
    }

    @Test
    void an_autoscaler_is_made_for_what_has_replicas() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: autoscale deployment web --min=2 --max=5 --cpu-percent=80 --dry-run=client -o yaml}
                - {at: 2s, kubectl: autoscale deployment web --min=2 --max=5 --cpu-percent=80}
                - {at: 3s, kubectl: "get hpa web -o 'jsonpath={.spec.minReplicas} {.spec.maxReplicas} {.spec.metrics[0].resource.target.averageUtilization}'"}
                - {at: 4s, kubectl: autoscale deployment web --max=5}
                - {at: 5s, kubectl: autoscale deployment web}
                - {at: 6s, kubectl: autoscale deployment web --max=0}
                - {at: 7s, kubectl: autoscale deployment web --max=1 --min=3}
                - {at: 8s, kubectl: autoscale deployment web --max=4 --cpu=80%}
                - {at: 9s, kubectl: autoscale namespace default --max=4}
                cluster: {profile: v1.32}
                """).subList(1, 10))
                .containsExactly(
                        "0 apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata:\n  creationTimestamp: null\n"
                                + "  name: web\nspec:\n  maxReplicas: 5\n  minReplicas: 2\n  scaleTargetRef:\n"
                                + "    apiVersion: apps/v1\n    kind: Deployment\n    name: web\n"
                                + "  targetCPUUtilizationPercentage: 80\nstatus:\n  currentReplicas: 0\n"
                                + "  desiredReplicas: 0\n",
                        "0 horizontalpodautoscaler.autoscaling/web autoscaled\n",
                        "0 2 5 80",
                        "1 Error from server (AlreadyExists): horizontalpodautoscalers.autoscaling \"web\" already"
                                + " exists\n",
                        "1 error: required flag(s) \"max\" not set\n",
                        "1 error: --max=MAXPODS is required and must be at least 1, max: 0\n",
                        "1 error: --max=MAXPODS must be larger or equal to --min=MINPODS, max: 1, min: 3\n",
                        "1 error: unknown flag: --cpu\nSee 'kubectl autoscale --help' for usage.\n",
                        "1 error: cannot autoscale a Namespace: could not find scale subresource for /v1,"
                                + " Resource=namespaces in discovery information\n");
    }

    @Test
    void since_v1_34_an_autoscaler_has_metrics() {
        Terminal terminal = new Terminal(KubernetesVersion.V1_34);
        terminal.type("create deployment web --image=nginx");

        assertThat(terminal.type("autoscale deployment web --max=5 --cpu=500 --memory=60% --dry-run=client -o yaml")
                        .stdout())
                .contains(
                        "apiVersion: autoscaling/v2\n",
                        "      name: cpu\n      target:\n        averageValue: 500m\n        type: AverageValue\n",
                        "      name: memory\n      target:\n        averageUtilization: 60\n        type: Utilization\n");
    }

    @Test
    void the_command_is_recorded_as_the_cause_of_a_change() {
        String cause = "-o 'jsonpath={.metadata.annotations.kubernetes\\\\.io/change-cause}'";
        String warning = "Flag --record has been deprecated, --record will be removed in the future\n";
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: set image deployment/web nginx=httpd --record}
                - {at: 2s, kubectl: "get deploy web %1$s"}
                - {at: 3s, kubectl: scale deployment web --replicas=2 --record=true}
                - {at: 4s, kubectl: "get deploy web %1$s"}
                - {at: 5s, kubectl: label deployment web a=b --record}
                - {at: 6s, kubectl: "get deploy web %1$s"}
                - {at: 7s, kubectl: expose deployment web --port=80 --record}
                - {at: 8s, kubectl: "get service web %1$s"}
                - {at: 9s, kubectl: set env deployment/web A=b --record}
                """.formatted(cause)).subList(1, 10))
                .containsExactly(
                        "0 deployment.apps/web image updated\n" + warning,
                        "0 kubectl set image deployment/web nginx=httpd --record=true",
                        "0 deployment.apps/web scaled\n" + warning,
                        "0 kubectl scale deployment web --replicas=2 --record=true",
                        "0 deployment.apps/web labeled\n" + warning,
                        "0 kubectl label deployment web a=b --record=true",
                        "0 service/web exposed\n" + warning,
                        "0 kubectl expose deployment web --port=80 --record=true",
                        "1 error: unknown flag: --record\nSee 'kubectl set env --help' for usage.\n");
    }
}
