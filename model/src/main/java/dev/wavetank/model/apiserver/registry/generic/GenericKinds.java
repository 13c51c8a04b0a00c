package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.version.Feature;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is special about kinds that have no record of their own, by resource. */
public final class GenericKinds {

    /** By qualified name of the resource. */
    public static final Map<String, KindRules> RULES = rules();

    private GenericKinds() {}

    private static Map<String, KindRules> rules() {
        Map<String, KindRules> rules = new LinkedHashMap<>();
        core(rules);
        workloads(rules);
        access(rules);
        rules.put("leases.coordination.k8s.io", KindRules.of(PolicyRules::lease));
        rules.put(
                "poddisruptionbudgets.policy",
                KindRules.of(PolicyRules::budget)
                        .withGeneration()
                        .withStatus(zeros("disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods")));
        rules.put(
                "horizontalpodautoscalers.autoscaling",
                KindRules.of(AutoscalerRules::autoscaler).withStatus(zeros("currentReplicas", "desiredReplicas")));
        rules.put(
                "networkpolicies.networking.k8s.io",
                KindRules.of(PolicyRules::networkPolicy).withGeneration());
        rules.put(
                "ingresses.networking.k8s.io",
                KindRules.of(RoutingRules::ingress)
                        .withGeneration()
                        .withStatus(tree("loadBalancer", new LinkedHashMap<>())));
        rules.put(
                "endpointslices.discovery.k8s.io",
                KindRules.of(SliceRules::slice).withGeneration().withUpdate(SliceRules::sliceUpdate));
        rules.put(
                "priorityclasses.scheduling.k8s.io",
                KindRules.of(PolicyRules::priorityClass).withGeneration().withUpdate(PolicyRules::priorityClassUpdate));
        rules.put(
                "storageclasses.storage.k8s.io",
                KindRules.of(VolumeRules::storageClass).withUpdate(VolumeRules::storageClassUpdate));
        for (String webhooks : List.of("mutatingwebhookconfigurations", "validatingwebhookconfigurations")) {
            rules.put(
                    webhooks + ".admissionregistration.k8s.io",
                    KindRules.of(WebhookRules::configuration).withGeneration());
        }
        return Collections.unmodifiableMap(rules);
    }

    private static void core(Map<String, KindRules> rules) {
        rules.put("configmaps", KindRules.of(ConfigRules::configMap).withUpdate(ConfigRules::configMapUpdate));
        rules.put(
                "secrets",
                KindRules.of(ConfigRules::secret)
                        .withUpdate(ConfigRules::secretUpdate)
                        .selectableBy("type"));
        rules.put(
                "services",
                KindRules.of(ServiceRules::service)
                        .withStatus(tree("loadBalancer", new LinkedHashMap<>()))
                        .withInheritance(ServiceInheritance::of)
                        .withUpdate(ServiceRules::serviceUpdate));
        rules.put("endpoints", KindRules.of(ServiceRules::endpoints));
        rules.put(
                "persistentvolumeclaims",
                KindRules.of(VolumeRules::claim)
                        .withStatus(tree("phase", "Pending"))
                        .withUpdate(VolumeRules::claimUpdate));
        rules.put(
                "persistentvolumes",
                KindRules.of(VolumeRules::volume)
                        .withStatus(tree("phase", "Pending"))
                        .withUpdate(VolumeRules::volumeUpdate));
    }

    private static void workloads(Map<String, KindRules> rules) {
        rules.put(
                "replicationcontrollers",
                KindRules.of(WorkloadRules::replicationController)
                        .withGeneration()
                        .withStatus(zeros("replicas"))
                        .withScale()
                        .selectableBy("status.replicas"));
        rules.put(
                "statefulsets.apps",
                KindRules.of(WorkloadRules::statefulSet)
                        .withGeneration()
                        .withStatus(zeros("replicas"))
                        .withScale()
                        .withUpdate(WorkloadRules::statefulSetUpdate));
        rules.put(
                "daemonsets.apps",
                KindRules.of(WorkloadRules::daemonSet)
                        .withGeneration()
                        .withStatus(zeros(
                                "currentNumberScheduled",
                                "numberMisscheduled",
                                "desiredNumberScheduled",
                                "numberReady"))
                        .withUpdate(WorkloadRules::selectorUpdate));
        rules.put(
                "jobs.batch",
                KindRules.of(WorkloadRules::job)
                        .withStatus(new LinkedHashMap<>())
                        .withGeneration(release -> release.has(Feature.JOB_GENERATION))
                        .withCompletion(JobRules::withSelector)
                        .withUpdate(WorkloadRules::jobUpdate)
                        .selectableBy("status.successful"));
        rules.put(
                "cronjobs.batch",
                KindRules.of(WorkloadRules::cronJob)
                        .withStatus(new LinkedHashMap<>())
                        .withGeneration(release -> release.has(Feature.JOB_GENERATION)));
    }

    private static void access(Map<String, KindRules> rules) {
        String group = ".rbac.authorization.k8s.io";
        rules.put("roles" + group, KindRules.of(AccessRules::role));
        rules.put("clusterroles" + group, KindRules.of(AccessRules::clusterRole));
        rules.put(
                "rolebindings" + group, KindRules.of(AccessRules::roleBinding).withUpdate(AccessRules::bindingUpdate));
        rules.put(
                "clusterrolebindings" + group,
                KindRules.of(AccessRules::clusterRoleBinding).withUpdate(AccessRules::bindingUpdate));
    }

    private static Map<String, Object> zeros(String... fields) {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (String field : fields) {
            tree.put(field, 0L);
        }
        return tree;
    }

    private static Map<String, Object> tree(String field, Object value) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(field, value);
        return tree;
    }
}
