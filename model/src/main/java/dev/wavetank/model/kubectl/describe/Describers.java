package dev.wavetank.model.kubectl.describe;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.describe.cluster.LimitText;
import dev.wavetank.model.kubectl.describe.cluster.NamespaceDescriber;
import dev.wavetank.model.kubectl.describe.cluster.NodeDescriber;
import dev.wavetank.model.kubectl.describe.cluster.QuotaText;
import dev.wavetank.model.kubectl.describe.config.AccountDescriber;
import dev.wavetank.model.kubectl.describe.config.AutoscalerText;
import dev.wavetank.model.kubectl.describe.config.ConfigDescribers;
import dev.wavetank.model.kubectl.describe.config.RoleText;
import dev.wavetank.model.kubectl.describe.generic.GenericText;
import dev.wavetank.model.kubectl.describe.network.EndpointDescribers;
import dev.wavetank.model.kubectl.describe.network.IngressDescriber;
import dev.wavetank.model.kubectl.describe.network.NetworkPolicyText;
import dev.wavetank.model.kubectl.describe.network.ServiceDescriber;
import dev.wavetank.model.kubectl.describe.pod.PodDescriber;
import dev.wavetank.model.kubectl.describe.storage.ClaimDescriber;
import dev.wavetank.model.kubectl.describe.storage.StorageDescribers;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.workload.DeploymentDescriber;
import dev.wavetank.model.kubectl.describe.workload.JobDescribers;
import dev.wavetank.model.kubectl.describe.workload.SetDescribers;

/** Which describer a kind has (kubectl, pkg/describe/describe.go, describerMap, v1.32). */
final class Describers {

    private Describers() {}

    /** The describer of a type; kinds that have none of their own share one. */
    static Describer of(ResourceType resource) {
        return ResourceType.isCustom(resource.group())
                ? Describer.withEvents(GenericText::write)
                : ofKind(resource.kind());
    }

    private static Describer ofKind(String kind) {
        return switch (kind) {
            case "ClusterRole", "Role" -> Describer.of(RoleText::role);
            case "ClusterRoleBinding", "RoleBinding" -> Describer.of(RoleText::binding);
            case "ConfigMap" -> Describer.withEvents(ConfigDescribers::configMap);
            case "CronJob" -> Describer.withEvents(JobDescribers::cronJob);
            case "DaemonSet" -> SetDescribers::daemonSet;
            case "Deployment" -> new DeploymentDescriber();
            case "Endpoints" -> Describer.withEvents(EndpointDescribers::endpoints);
            case "EndpointSlice" -> Describer.withEvents(EndpointDescribers::slice);
            case "HorizontalPodAutoscaler" -> Describer.withEvents(AutoscalerText::write);
            case "Ingress" -> new IngressDescriber();
            case "IngressClass" -> Describer.withEvents(IngressDescriber::ofClass);
            case "Job" -> Describer.withEvents(JobDescribers::job);
            case "LimitRange" -> Describer.of(LimitText::limits);
            case "Namespace" -> new NamespaceDescriber();
            case "NetworkPolicy" -> Describer.of(NetworkPolicyText::write);
            case "Node" -> new NodeDescriber();
            case "PersistentVolume" -> Describer.withEvents(StorageDescribers::volume);
            case "PersistentVolumeClaim" -> new ClaimDescriber();
            case "Pod" -> new PodDescriber();
            case "PodDisruptionBudget" -> Describer.withEvents(ConfigDescribers::disruptionBudget);
            case "PriorityClass" -> Describer.withEvents(ConfigDescribers::priorityClass);
            case "ReplicaSet" -> SetDescribers::replicaSet;
            case "ReplicationController" -> SetDescribers::replicationController;
            case "ResourceQuota" -> Describer.of(QuotaText::quota);
            case "Secret" -> Describer.of(ConfigDescribers::secret);
            case "Service" -> new ServiceDescriber();
            case "ServiceAccount" -> new AccountDescriber();
            case "StatefulSet" -> SetDescribers::statefulSet;
            case "StorageClass" -> Describer.withEvents(StorageDescribers::storageClass);
            default -> Describer.withEvents(GenericText::write);
        };
    }
}
