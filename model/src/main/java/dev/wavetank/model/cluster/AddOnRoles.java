package dev.wavetank.model.cluster;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.PodNetworkAddOn;
import dev.wavetank.model.scenario.TrafficAddOn;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The service accounts of add-ons of the network and what they may do, as their own manifests say: flannel v0.22
 * (Documentation/kube-flannel.yml), Calico v3.26 (manifests/calico.yaml, as far as it is used here), CoreDNS by kubeadm
 * v1.32 (app/phases/addons/dns/manifests.go).
 */
final class AddOnRoles {

    private static final String FLANNEL = """
            role flannel
              get core pods
              read core nodes
              patch core nodes/status
            bind flannel to ServiceAccount=kube-flannel/flannel
            """;

    private static final String CALICO = """
            role calico-node
              read core nodes
              patch,update core nodes/status
            bind calico-node to ServiceAccount=kube-system/calico-node
            """;

    private static final String DNS = """
            role system:coredns
              list,watch core endpoints,services,pods,namespaces
              list,watch discovery.k8s.io endpointslices
            bind system:coredns to ServiceAccount=kube-system/coredns
            """;

    private AddOnRoles() {}

    /** The account of an add-on; empty when it has all rights. */
    static Optional<User> account(AddOn addOn) {
        if (addOn instanceof PodNetworkAddOn network) {
            return Optional.of(
                    network.isFlannel() ? account("kube-flannel", "flannel") : account("kube-system", "calico-node"));
        }
        if (addOn instanceof AddOn.Operator operator) {
            // What it may do, the scenario says.
            return Optional.of(account("default", operator.name()));
        }
        return addOn instanceof TrafficAddOn.ClusterDns
                ? Optional.of(account("kube-system", "coredns"))
                : Optional.empty();
    }

    private static User account(String namespace, String name) {
        return User.serviceAccount(namespace, name, "");
    }

    /** The roles and bindings of add-ons. */
    static List<KubernetesObject> of(List<AddOn> addOns, KubernetesVersion version) {
        List<KubernetesObject> roles = new ArrayList<>();
        for (AddOn addOn : addOns) {
            if (addOn instanceof PodNetworkAddOn network) {
                roles.addAll(SystemRoles.of(network.isFlannel() ? FLANNEL : CALICO, version));
            } else if (addOn instanceof TrafficAddOn.ClusterDns) {
                roles.addAll(SystemRoles.of(DNS, version));
            }
        }
        return roles;
    }
}
