package dev.wavetank.model.quota;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much of each quota resource one object uses (the evaluators of {@code pkg/quota/v1/evaluator/core}).
 *
 * <p>Every object uses {@code count/<resource>.<group>}; those that could be counted before that name was invented
 * have their plain name as well. Pods also use what their containers ask for, services ports and load balancers, and
 * claims storage, in all and of their class.
 */
public final class QuotaUsage {

    private static final Quantity ONE = Quantity.parse("1");
    private static final String SERVICES = "services";
    private static final String CLAIMS = "persistentvolumeclaims";
    private static final String OF_CLASS = ".storageclass.storage.k8s.io/";
    private static final String STORAGE = "requests.storage";

    /** Resources whose objects could be counted by their plain name before {@code count/} was invented. */
    private static final List<String> PLAIN =
            List.of("configmaps", "resourcequotas", "replicationcontrollers", "secrets", SERVICES, CLAIMS);

    /** Whose objects the model can count. */
    private static final List<ResourceType> KNOWN = List.of(
            Resources.PODS,
            Resources.SERVICES,
            Resources.DEPLOYMENTS,
            Resources.REPLICA_SETS,
            Resources.RESOURCE_QUOTAS,
            Resources.LIMIT_RANGES,
            Resources.SERVICE_ACCOUNTS,
            core("PersistentVolumeClaim", CLAIMS),
            core("ConfigMap", "configmaps"),
            core("Secret", "secrets"),
            core("ReplicationController", "replicationcontrollers"),
            new ResourceType("apps", "v1", "StatefulSet", "statefulsets", true),
            new ResourceType("apps", "v1", "DaemonSet", "daemonsets", true),
            new ResourceType("batch", "v1", "Job", "jobs", true),
            new ResourceType("batch", "v1", "CronJob", "cronjobs", true));

    private QuotaUsage() {}

    /** The usage by quota resource. Of a pod that has finished, nothing but the object itself. */
    public static Map<String, Quantity> of(ResourceType resource, KubernetesObject object) {
        Map<String, Quantity> usage = new TreeMap<>();
        String name = resource.qualified();
        usage.put("count/" + name, ONE);
        if (object instanceof Pod pod) {
            if (!pod.isFinished()) {
                usage.put("pods", ONE);
                PodUsage.add(ResizedPod.counted(pod), usage);
            }
        } else if (PLAIN.contains(name)) {
            usage.put(name, ONE);
            if (object instanceof Service service && service.spec() != null) {
                service(service.spec(), usage);
            } else if (object instanceof PersistentVolumeClaim claim) {
                claim(claim, usage);
            }
        }
        return usage;
    }

    /** Whether objects of the resource use the quota resource, or may use it. */
    public static boolean isOf(ResourceType resource, String quotaResource) {
        String name = resource.qualified();
        if (quotaResource.equals("count/" + name)) {
            return true;
        }
        return switch (name) {
            case "pods" -> quotaResource.equals("pods") || PodUsage.isCompute(quotaResource);
            case SERVICES -> quotaResource.equals(SERVICES) || quotaResource.startsWith("services.");
            case CLAIMS ->
                quotaResource.equals(CLAIMS)
                        || quotaResource.equals(STORAGE)
                        || quotaResource.endsWith(OF_CLASS + STORAGE)
                        || quotaResource.endsWith(OF_CLASS + CLAIMS);
            default -> PLAIN.contains(name) && quotaResource.equals(name);
        };
    }

    /** Whether an update may change what an object of the resource uses, so that admission must look at it. */
    public static boolean changesWithUpdates(ResourceType resource) {
        return resource.isCore(SERVICES) || resource.isCore(CLAIMS);
    }

    /** The resource whose objects the quota resource counts, when it is not one of pods; null when it is unknown. */
    public static @Nullable ResourceType resourceOf(String quotaResource) {
        if (quotaResource.startsWith("services")) {
            return Resources.SERVICES;
        }
        if (quotaResource.equals(STORAGE) || quotaResource.equals(CLAIMS) || quotaResource.contains(OF_CLASS)) {
            return core("PersistentVolumeClaim", CLAIMS);
        }
        String name = quotaResource.startsWith("count/") ? quotaResource.substring(6) : quotaResource;
        for (ResourceType known : KNOWN) {
            if (known.qualified().equals(name)) {
                return known;
            }
        }
        return null;
    }

    private static ResourceType core(String kind, String plural) {
        return new ResourceType("", "v1", kind, plural, true);
    }

    private static void service(Service.Spec spec, Map<String, Quantity> usage) {
        boolean isBalancer = "LoadBalancer".equals(spec.other().get("type"));
        long nodePorts = 0;
        if ("NodePort".equals(spec.other().get("type"))) {
            nodePorts = spec.ports().size();
        } else if (isBalancer) {
            boolean allocates = !Boolean.FALSE.equals(spec.other().get("allocateLoadBalancerNodePorts"));
            nodePorts = spec.ports().stream()
                    .filter(port -> allocates || port.nodePort() != null && port.nodePort() != 0)
                    .count();
        }
        usage.put("services.nodeports", Quantity.parse(Long.toString(nodePorts)));
        usage.put("services.loadbalancers", isBalancer ? ONE : Quantity.parse("0"));
    }

    private static void claim(PersistentVolumeClaim claim, Map<String, Quantity> usage) {
        String storageClass = claim.className();
        String prefix = storageClass == null || storageClass.isEmpty() ? null : storageClass + OF_CLASS;
        if (prefix != null) {
            usage.put(prefix + CLAIMS, ONE);
        }
        String size = claim.requests().get("storage");
        if (size != null) {
            Quantity asked = Quantity.parse(size);
            usage.put(STORAGE, asked);
            if (prefix != null) {
                usage.put(prefix + STORAGE, asked);
            }
        }
    }
}
