package dev.wavetank.model.kubectl;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code create} of objects that follow from flags, against a whole simulated cluster. */
class CreateClusterTest {

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
                - {at: 36s, kubectl: create job more --image=busybox --dry-run=client -o yaml}
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
                        "1 error: kubectl create secret tls is not simulated; write kubectl create secret generic NAME\n",
                        "1 error: the path \"lost.ini\" does not exist\n",
                        "1 error: cannot add key a, another key by that name already exists in Data\n",
                        "0 apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: more\n  namespace: default\nspec:\n"
                                + "  template:\n    metadata: {}\n    spec:\n      containers:\n      - image: busybox\n"
                                + "        name: more\n        resources: {}\n      restartPolicy: Never\n");
    }
}
