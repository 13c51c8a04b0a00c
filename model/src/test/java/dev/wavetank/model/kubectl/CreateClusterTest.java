package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code create} of objects that follow from flags, against a whole simulated cluster. */
class CreateClusterTest {

    @Test
    void a_token_can_be_printed_with_its_request() {
        List<String> outputs = TypedCommands.outputs("""
                - {at: 1s, kubectl: create serviceaccount robot}
                - {at: 2s, kubectl: create token robot -o yaml --duration=20m}
                - {at: 3s, kubectl: create token robot -o name}
                - {at: 4s, kubectl: 'create token robot -o jsonpath={.spec.audiences[0]}'}
                """);
        assertThat(outputs.get(1)).matches("""
                0 apiVersion: authentication.k8s.io/v1
                kind: TokenRequest
                metadata:
                  creationTimestamp: "2026-01-01T00:00:02Z"
                  name: robot
                  namespace: default
                spec:
                  audiences:
                  - https://kubernetes.default.svc.cluster.local
                  boundObjectRef: null
                  expirationSeconds: 1200
                status:
                  expirationTimestamp: "2026-01-01T00:20:02Z"
                  token: \\S+
                """);
        assertThat(outputs.subList(2, 4))
                .containsExactly(
                        "0 tokenrequest.authentication.k8s.io/robot\n",
                        "0 https://kubernetes.default.svc.cluster.local");
    }

    @Test
    void what_only_the_server_or_the_kubelet_can_refuse_is_left_to_them() {
        assertThat(TypedCommands.outputs("""
                - {at: 1s, kubectl: create deployment a --image=UPPER}
                - {at: 2s, kubectl: create deployment b --image=}
                - {at: 3s, kubectl: create deployment c --image=nginx --replicas=-1}
                - {at: 20s, kubectl: 'get pods -o jsonpath={.items[*].status.containerStatuses[*].state.waiting.reason}'}
                """))
                .containsExactly(
                        "0 deployment.apps/a created\n",
                        "1 error: failed to create deployment: Deployment.apps \"b\" is invalid:"
                                + " spec.template.spec.containers: Required value\n",
                        "1 error: failed to create deployment: Deployment.apps \"c\" is invalid: spec.replicas: Invalid"
                                + " value: -1: must be greater than or equal to 0\n",
                        "0 InvalidImageName");
    }

    @Test
    void objects_are_made_of_flags_and_files() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create namespace team}
                - {at: 1s, kubectl: create sa robot -n team}
                - {at: 2s, kubectl: create configmap conf --from-literal=a=b --from-file=app.ini --from-file=x=app.ini}
                - {at: 3s, kubectl: "get cm conf -o jsonpath='{.data.a}|{.data.app\\\\.ini}|{.data.x}'"}
                - {at: 4s, kubectl: create secret generic key --from-literal=password=geheim}
                - {at: 5s, kubectl: "get secret key -o 'jsonpath={.data.password} {.type}'"}
                - {at: 6s, kubectl: "create quota few --hard=pods=2,cpu=1"}
                - {at: 7s, kubectl: "get quota few -o 'jsonpath={.spec.hard.pods} {.spec.hard.cpu}'"}
                - {at: 8s, kubectl: create job once --image=busybox -n team -- sleep 1}
                - {at: 30s, kubectl: "get job once -n team -o jsonpath={.status.succeeded}"}
                - {at: 31s, kubectl: create namespace team}
                - {at: 32s, kubectl: create configmap}
                - {at: 33s, kubectl: create secret tls x}
                - {at: 34s, kubectl: create configmap two --from-file=lost.ini}
                - {at: 35s, kubectl: create configmap three --from-literal=a=1 --from-literal=a=2}
                files:
                  app.ini: "z=1"
                """))
                .containsExactly(
                        "0 namespace/team created\n",
                        "0 serviceaccount/robot created\n",
                        "0 configmap/conf created\n",
                        "0 b|z=1|z=1",
                        "0 secret/key created\n",
                        "0 Z2VoZWlt Opaque",
                        "0 resourcequota/few created\n",
                        "0 2 1",
                        "0 job.batch/once created\n",
                        "0 1",
                        "1 Error from server (AlreadyExists): namespaces \"team\" already exists\n",
                        "1 error: exactly one NAME is required, got 0\nSee 'kubectl create configmap -h' for help and"
                                + " examples\n",
                        "1 error: key and cert must be specified\n",
                        "1 error: error reading lost.ini: no such file or directory\n",
                        "1 error: cannot add key \"a\", another key by that name already exists in Data for ConfigMap"
                                + " \"three\"\n");
    }

    @Test
    void services_budgets_and_priorities_come_into_being() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create deployment web --image=nginx}
                - {at: 1s, kubectl: create service clusterip web --tcp=80:8080}
                - {at: 20s, kubectl: "get svc web -o 'jsonpath={.spec.type} {.spec.ports[0].targetPort}'"}
                - {at: 21s, kubectl: "get endpoints web -o 'jsonpath={.subsets[0].ports[0].port}'"}
                - {at: 22s, kubectl: create service nodeport web --tcp=80}
                - {at: 23s, kubectl: create pdb web --selector=app=web --min-available=1}
                - {at: 30s, kubectl: "get pdb web -o 'jsonpath={.status.expectedPods} {.status.disruptionsAllowed}'"}
                - {at: 31s, kubectl: create priorityclass high --value=1000}
                - {at: 32s, kubectl: "get pc high -o 'jsonpath={.value} {.preemptionPolicy}'"}
                - {at: 33s, kubectl: create ingress web --rule=a.example/*=web:80}
                - {at: 34s, kubectl: "get ing web -o 'jsonpath={.spec.rules[0].host}'"}
                - {at: 35s, kubectl: create cronjob tick --image=busybox --schedule=@yearly -- date}
                - {at: 36s, kubectl: create job now --from=cronjob/tick}
                - {at: 60s, kubectl: "get job now -o 'jsonpath={.status.succeeded} {.metadata.ownerReferences[0].name}'"}
                - {at: 61s, kubectl: create job now --from=cronjob/tick}
                - {at: 62s, kubectl: create job then --from=cronjob/tack}
                - {at: 63s, kubectl: create job then --from=deployment/web}
                """))
                .containsExactly(
                        "0 deployment.apps/web created\n",
                        "0 service/web created\n",
                        "0 ClusterIP 8080",
                        "0 8080Warning: v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice\n",
                        "1 error: failed to create NodePort service: services \"web\" already exists\n",
                        "0 poddisruptionbudget.policy/web created\n",
                        "0 1 0",
                        "0 priorityclass.scheduling.k8s.io/high created\n",
                        "0 1000 PreemptLowerPriority",
                        "0 ingress.networking.k8s.io/web created\n",
                        "0 a.example",
                        "0 cronjob.batch/tick created\n",
                        "0 job.batch/now created\n",
                        "0 1 tick",
                        "1 error: failed to create job: jobs.batch \"now\" already exists\n",
                        "1 Error from server (NotFound): cronjobs.batch \"tack\" not found\n",
                        "1 error: from must be an existing cronjob\n");
    }

    @Test
    void rules_of_access_name_resources_as_the_server_does() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: "create role reader --verb=get --verb=list --resource=po,deploy,pods/log"}
                - {at: 1s, kubectl: "get role reader -o 'jsonpath={.rules}'"}
                - {at: 2s, kubectl: create rolebinding reader --role=reader --user=anna}
                - {at: 3s, kubectl: "get rolebinding reader -o 'jsonpath={.subjects}'"}
                - {at: 4s, kubectl: create clusterrole all --aggregation-rule=a=b}
                - {at: 5s, kubectl: create clusterrolebinding all --clusterrole=all --group=g}
                - {at: 6s, kubectl: create role x --verb=get --resource=foos}
                - {at: 7s, kubectl: create role x --verb=get --resource=foos.example.com/bar}
                - {at: 8s, kubectl: create role x --verb=bind --resource=pods}
                - {at: 9s, kubectl: "create clusterrole x --verb=bind --resource=clusterroles --dry-run=client -o json"}
                """).stream()
                        .map(line -> line.replaceAll("\\s+", " "))
                        .toList())
                .containsExactly(
                        "0 role.rbac.authorization.k8s.io/reader created ",
                        "0 [{\"apiGroups\":[\"\"],\"resources\":[\"pods\",\"pods/log\"],\"verbs\":[\"get\",\"list\"]},"
                                + "{\"apiGroups\":[\"apps\"],\"resources\":[\"deployments\"],\"verbs\":[\"get\",\"list\"]}]",
                        "0 rolebinding.rbac.authorization.k8s.io/reader created ",
                        "0 [{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"User\",\"name\":\"anna\"}]",
                        "0 clusterrole.rbac.authorization.k8s.io/all created ",
                        "0 clusterrolebinding.rbac.authorization.k8s.io/all created ",
                        "1 error: the server doesn't have a resource type \"foos\" ",
                        "1 error: the server doesn't have a resource type \"foos\" in group \"example.com\" ",
                        "1 error: can not perform 'bind' on 'pods' in group '' ",
                        "0 { \"kind\": \"ClusterRole\", \"apiVersion\": \"rbac.authorization.k8s.io/v1\", \"metadata\": {"
                                + " \"name\": \"x\" }, \"rules\": [ { \"verbs\": ["
                                + " \"bind\" ], \"apiGroups\": [ \"rbac.authorization.k8s.io\" ], \"resources\": ["
                                + " \"clusterroles\" ] } ] } ");
    }

    @Test
    void a_certificate_needs_armour_and_a_token_needs_an_account() {
        assertThat(TypedCommands.outputs("""
                - {at: 0s, kubectl: create secret tls web --cert=web.crt --key=web.key}
                - {at: 1s, kubectl: "get secret web -o 'jsonpath={.type}'"}
                - {at: 2s, kubectl: create secret tls bad --cert=web.key --key=web.key}
                - {at: 3s, kubectl: create secret tls bad --cert=web.crt --key=web.crt}
                - {at: 4s, kubectl: create secret tls bad --cert=lost.crt --key=web.key}
                - {at: 5s, kubectl: create secret tls bad --cert=text --key=web.key}
                - {at: 6s, kubectl: create secret generic web --from-literal=a=b}
                - {at: 7s, kubectl: create token robot}
                - {at: 8s, kubectl: create sa robot}
                - {at: 9s, kubectl: create token robot --duration=1h}
                - {at: 10s, kubectl: create token robot --duration=-1s}
                - {at: 11s, kubectl: create token robot --bound-object-kind=Foo}
                - {at: 12s, kubectl: create token robot --bound-object-kind=Pod}
                - {at: 13s, kubectl: create token robot --bound-object-name=x}
                - {at: 14s, kubectl: create token robot --bound-object-name=x --bound-object-kind=Pod}
                cluster: {settings: {kube-apiserver.authorization-mode: RBAC}}
                files:
                  web.crt: "-----BEGIN CERTIFICATE-----"
                  web.key: "-----BEGIN PRIVATE KEY-----"
                  text: "no"
                """).stream()
                        .map(line -> line.replaceAll("ey[-_.A-Za-z0-9]{30,}", "TOKEN"))
                        .toList())
                .containsExactly(
                        "0 secret/web created\n",
                        "0 kubernetes.io/tls",
                        "1 error: tls: failed to find certificate PEM data in certificate input, but did find a private key;"
                                + " PEM inputs may have been switched\n",
                        "1 error: tls: found a certificate rather than a key in the PEM for the private key\n",
                        "1 error: Cannot read file lost.crt, open lost.crt: no such file or directory\n",
                        "1 error: tls: failed to find any PEM data in certificate input\n",
                        "1 error: failed to create secret secrets \"web\" already exists\n",
                        "1 error: failed to create token: serviceaccounts \"robot\" not found\n",
                        "0 serviceaccount/robot created\n",
                        "0 TOKEN",
                        "1 error: --duration must be greater than or equal to 0\n",
                        "1 error: supported --bound-object-kind values are Node, Pod, Secret\n",
                        "1 error: --bound-object-name is required if --bound-object-kind is provided\n",
                        "1 error: --bound-object-name can only be set if --bound-object-kind is provided\n",
                        "1 error: --bound-object-kind is not simulated: the server binds a token to its service account"
                                + " only\n");
    }
}
