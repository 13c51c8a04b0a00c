package dev.wavetank.model.apiserver.admission.account;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.patch.JsonTree;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Holds pods to the Secrets that their account names, where the account asks for it with the annotation
 * {@code kubernetes.io/enforce-mountable-secrets}.
 */
final class MountableSecrets {

    private static final String ANNOTATION = "kubernetes.io/enforce-mountable-secrets";
    private static final List<String> TRUE = List.of("1", "t", "T", "true", "TRUE", "True");
    private static final String NAME = "name";

    private final String end;
    private final Set<String> secrets;
    private final Set<String> pullSecrets;

    private MountableSecrets(ServiceAccount account) {
        this.end =
                " is not allowed because service account " + account.metadata().name() + " does not reference that ";
        this.secrets = new LinkedHashSet<>();
        account.secrets().forEach(reference -> secrets.add(String.valueOf(reference.name())));
        this.pullSecrets = new LinkedHashSet<>();
        JsonTree.listOrEmpty(account.other().get("imagePullSecrets"))
                .forEach(item ->
                        pullSecrets.add(String.valueOf(JsonTree.mapOrEmpty(item).get(NAME))));
    }

    /** Why the account does not let the pod be, or null. */
    static String refusal(ServiceAccount account, Pod pod) {
        if (!TRUE.contains(account.metadata().annotations().getOrDefault(ANNOTATION, ""))) {
            return null;
        }
        MountableSecrets mountable = new MountableSecrets(account);
        String why = mountable.ofVolumes(pod.spec().volumes());
        if (why == null) {
            why = mountable.ofContainers("init container ", pod.spec().initContainers());
        }
        if (why == null) {
            why = mountable.ofContainers("container ", pod.spec().containers());
        }
        return why == null ? mountable.ofPulls(pod) : why;
    }

    private String ofVolumes(List<Map<String, Object>> volumes) {
        for (Map<String, Object> volume : volumes) {
            Object name = JsonTree.mapOrEmpty(volume.get("secret")).get("secretName");
            if (name != null && !secrets.contains(name)) {
                return "volume with secret.secretName=\"" + name + "\"" + end + "secret";
            }
        }
        return null;
    }

    private String ofContainers(String what, List<Container> containers) {
        for (Container container : containers) {
            for (Object item : JsonTree.listOrEmpty(container.other().get("env"))) {
                Map<String, Object> variable = JsonTree.mapOrEmpty(item);
                Map<String, Object> from = JsonTree.mapOrEmpty(variable.get("valueFrom"));
                Object name = JsonTree.mapOrEmpty(from.get("secretKeyRef")).get(NAME);
                if (name != null && !secrets.contains(name)) {
                    return what + container.name() + " with envVar " + variable.get(NAME)
                            + " referencing secret.secretName=\"" + name + "\"" + end + "secret";
                }
            }
        }
        return null;
    }

    private String ofPulls(Pod pod) {
        List<Object> given = JsonTree.listOrEmpty(pod.spec().other().get("imagePullSecrets"));
        for (int i = 0; i < given.size(); i++) {
            Object name = JsonTree.mapOrEmpty(given.get(i)).get(NAME);
            if (!pullSecrets.contains(String.valueOf(name))) {
                return "imagePullSecrets[" + i + "].name=\"" + name + "\"" + end + "imagePullSecret";
            }
        }
        return null;
    }
}
