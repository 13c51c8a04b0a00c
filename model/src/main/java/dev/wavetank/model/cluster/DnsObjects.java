package dev.wavetank.model.cluster;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The Service and the Deployment of the cluster's DNS, as kubeadm makes them: names, labels, ports, probe (cmd/kubeadm,
 * app/phases/addons/dns/manifests.go, v1.32). The image is pulled as any other; what it does is simulated apart.
 */
final class DnsObjects {

    private static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata:
              name: kube-dns
              namespace: kube-system
              labels: {k8s-app: kube-dns, kubernetes.io/cluster-service: "true", kubernetes.io/name: CoreDNS}
            spec:
              clusterIP: ADDRESS
              selector: {k8s-app: kube-dns}
              ports:
              - {name: dns, port: 53, protocol: UDP, targetPort: 53}
              - {name: dns-tcp, port: 53, protocol: TCP, targetPort: 53}
              - {name: metrics, port: 9153, protocol: TCP, targetPort: 9153}
            """.replace("ADDRESS", ClusterDns.ADDRESS);

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: coredns, namespace: kube-system, labels: {k8s-app: kube-dns}}
            spec:
              replicas: %d
              strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1}}
              selector: {matchLabels: {k8s-app: kube-dns}}
              template:
                metadata: {labels: {k8s-app: kube-dns}}
                spec:
                  containers:
                  - name: coredns
                    image: registry.k8s.io/coredns/coredns:v1.11.3
                    imagePullPolicy: IfNotPresent
                    resources: {limits: {memory: 170Mi}, requests: {cpu: 100m, memory: 70Mi}}
                    ports:
                    - {containerPort: 53, name: dns, protocol: UDP}
                    - {containerPort: 53, name: dns-tcp, protocol: TCP}
                    - {containerPort: 9153, name: metrics, protocol: TCP}
                    readinessProbe: {httpGet: {path: /ready, port: 8181, scheme: HTTP}}
                    livenessProbe: {httpGet: {path: /health, port: 8080, scheme: HTTP}, initialDelaySeconds: 60}
                  tolerations:
                  - {key: CriticalAddonsOnly, operator: Exists}
            """;

    private DnsObjects() {}

    static Map<ResourceType, KubernetesObject> of(TrafficAddOn.ClusterDns addOn) {
        Map<ResourceType, KubernetesObject> objects = new LinkedHashMap<>();
        objects.put(Resources.SERVICES, read(SERVICE));
        objects.put(Resources.DEPLOYMENTS, read(DEPLOYMENT.replace("%d", Integer.toString(addOn.replicas()))));
        return objects;
    }

    private static KubernetesObject read(String manifest) {
        return new ObjectCodec()
                .decode(YamlReader.read("coredns", manifest).get(0).root());
    }
}
