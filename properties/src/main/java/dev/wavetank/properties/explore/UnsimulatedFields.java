package dev.wavetank.properties.explore;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.quantity.Quantity;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Fields of objects, other than pods, that the API accepts and that have no effect in a simulated cluster. */
final class UnsimulatedFields {

    private static final String POD_SECURITY = "pod-security.kubernetes.io/";
    private static final List<String> MODES = List.of("enforce", "audit", "warn");
    private static final String EXCLUDED = "node.kubernetes.io/exclude-from-external-load-balancers";
    private static final String STORAGE = "storage";

    private static final Map<String, String> OF_SERVICES = ofServices();
    private static final List<String> SOURCES = List.of("dataSource", "dataSourceRef");

    private UnsimulatedFields() {}

    private static Map<String, String> ofServices() {
        Map<String, String> notes = new LinkedHashMap<>();
        notes.put("loadBalancerClass", "loadBalancerClass, whose controller would give the addresses");
        notes.put("loadBalancerIP", "loadBalancerIP, which has no effect");
        notes.put("loadBalancerSourceRanges", "loadBalancerSourceRanges, which have no effect");
        notes.put("externalIPs", "externalIPs, which lead nowhere");
        notes.put("trafficDistribution", "trafficDistribution, which has no effect");
        return notes;
    }

    /** What an object has of them that was just written. */
    static SortedSet<String> of(KubernetesObject object) {
        SortedSet<String> notes = new TreeSet<>();
        switch (object.kind()) {
            case "Namespace" -> ofNamespace(object.metadata(), notes);
            case "Node" -> {
                if (object.metadata().labels().containsKey(EXCLUDED)) {
                    notes.add("the label " + EXCLUDED + " of nodes, which has no effect");
                }
            }
            case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration" -> {
                if (items(tree(object).get("webhooks")).stream().anyMatch(hook -> has(hook, "matchConditions"))) {
                    notes.add("matchConditions of webhooks (CEL), which are neither compiled nor run: the webhook is"
                            + " called without them");
                }
            }
            case "CustomResourceDefinition" -> ofDefinition(map(tree(object).get("spec")), notes);
            case "CSIDriver" -> {
                if (Boolean.TRUE.equals(map(tree(object).get("spec")).get("storageCapacity"))) {
                    notes.add("storageCapacity of CSIDrivers: storage is never short on a node");
                }
            }
            default -> ofTyped(object, notes);
        }
        return notes;
    }

    private static void ofTyped(KubernetesObject object, SortedSet<String> notes) {
        if (object instanceof Service service) {
            OF_SERVICES.forEach((field, note) -> {
                if (has(service.spec().other(), field)) {
                    notes.add("fields of Services: " + note);
                }
            });
        } else if (object instanceof PersistentVolumeClaim claim && claim.spec() != null) {
            ofClaim(claim, notes);
        } else if (object instanceof Job job && job.spec() != null && job.spec().isManagedElsewhere()) {
            notes.add("managedBy of Jobs: no controller of that name works on them, unless it is your own");
        }
    }

    private static void ofNamespace(ObjectMeta metadata, SortedSet<String> notes) {
        for (String mode : MODES) {
            String level = metadata.labels().get(POD_SECURITY + mode);
            if (level != null && !level.equals("privileged")) {
                notes.add("Pod Security admission (the label " + POD_SECURITY + mode
                        + " of namespaces): pods are neither refused nor warned of");
            }
        }
    }

    private static void ofDefinition(Map<?, ?> spec, SortedSet<String> notes) {
        if (mentions(spec, "x-kubernetes-validations")) {
            notes.add("x-kubernetes-validations of CustomResourceDefinitions (CEL), which are neither compiled nor"
                    + " run");
        }
        if ("Webhook".equals(map(spec.get("conversion")).get("strategy"))) {
            notes.add("conversion webhooks of CustomResourceDefinitions: objects stay as they are, under another"
                    + " apiVersion");
        }
    }

    private static void ofClaim(PersistentVolumeClaim claim, SortedSet<String> notes) {
        Map<String, Object> rest = claim.spec().other();
        if (SOURCES.stream().anyMatch(field -> has(rest, field))) {
            notes.add("dataSource and dataSourceRef of PersistentVolumeClaims: volumes are made without them");
        }
        if (has(rest, "volumeAttributesClassName")) {
            notes.add("volumeAttributesClassName of PersistentVolumeClaims, which has no effect");
        }
        String capacity = capacity(claim);
        String asked = claim.requests().get(STORAGE);
        if (capacity != null
                && asked != null
                && Quantity.parse(asked).minus(Quantity.parse(capacity)).signum() > 0) {
            notes.add("resizing of PersistentVolumeClaims: the volumes keep their size");
        }
    }

    private static @Nullable String capacity(PersistentVolumeClaim claim) {
        return claim.status() == null || claim.status().capacity() == null
                ? null
                : claim.status().capacity().get(STORAGE);
    }

    private static boolean mentions(@Nullable Object value, String field) {
        if (value instanceof Collection<?> items) {
            return items.stream().anyMatch(item -> mentions(item, field));
        }
        return value instanceof Map<?, ?> map
                && (has(map, field) || map.values().stream().anyMatch(inner -> mentions(inner, field)));
    }

    private static Map<String, Object> tree(KubernetesObject object) {
        return object instanceof GenericObject generic ? generic.other() : new LinkedHashMap<>();
    }

    private static Collection<?> items(@Nullable Object value) {
        return value instanceof Collection<?> items ? items : List.of();
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : new LinkedHashMap<>();
    }

    private static boolean has(@Nullable Object value, String field) {
        Object found = map(value).get(field);
        return found != null && !"".equals(found) && !(found instanceof Collection<?> items && items.isEmpty());
    }
}
