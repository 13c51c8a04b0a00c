package dev.wavetank.model.apiserver.registry;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Decides which objects of one resource a list or watch is about. */
public final class Selector {

    /** The resources that convert field labels themselves, and refuse in other words. */
    private static final List<String> OWN_FIELDS =
            List.of("pods", "nodes", "replicationcontrollers", "events", "namespaces", "secrets");

    private static final String SERVICES = "services";

    private static final String NODE_NAME = "spec.nodeName";

    private final Strategy<KubernetesObject> strategy;
    private final String namespace;
    private final LabelSelector labels;
    private final Map<String, String> fields;
    private final Map<String, List<String>> others;
    private final boolean includeUninitialized;

    /** A selector that first asks for the namespace; the empty string stands for all. */
    public Selector(ResourceType resource, String namespace, ApiRequest.Selection selection) {
        this.strategy = Registry.strategy(resource);
        this.namespace = namespace;
        this.labels = selection.labels();
        this.fields = selection.fields();
        this.others = selection.others();
        this.includeUninitialized = selection.includeUninitialized();
    }

    /** The refusal when a field cannot be selected by in that version. */
    public static Optional<Status> unsupportedField(
            ResourceType resource, ApiRequest.Selection selection, KubernetesVersion version) {
        List<String> asked = new ArrayList<>(selection.fields().keySet());
        asked.addAll(selection.others().keySet());
        for (String field : asked) {
            if (!isSelectable(resource, field, version)) {
                return Optional.of(Status.badRequest(
                        resource.isCustom() || convertsFields(resource, version)
                                ? "field label not supported: " + field
                                : GoSyntax.of(field) + " is not a known field selector: only \"metadata.name\","
                                        + " \"metadata.namespace\""));
            }
        }
        return Optional.empty();
    }

    private static boolean convertsFields(ResourceType resource, KubernetesVersion version) {
        String name = resource.qualified();
        return OWN_FIELDS.contains(name) || name.equals(SERVICES) && version.has(Feature.SERVICE_FIELD_SELECTORS);
    }

    private static boolean isSelectable(ResourceType resource, String field, KubernetesVersion version) {
        return field.equals("metadata.name")
                || field.equals("metadata.namespace")
                || Registry.selectableFields(resource, version).contains(field);
    }

    /** The one node whose pods are selected, or null when it is not about the pods of one node. */
    public @Nullable String node() {
        String node = fields.get(NODE_NAME);
        return node == null || node.isEmpty() ? null : node;
    }

    /** Whether the object is selected. */
    public boolean matches(KubernetesObject object) {
        if (!namespace.isEmpty() && !namespace.equals(object.metadata().namespace())) {
            return false;
        }
        if (!labels.isEmpty() && !labels.matches(object.metadata().labels())) {
            return false;
        }
        if (!includeUninitialized && object.metadata().other().containsKey("initializers")) {
            return false;
        }
        for (Map.Entry<String, String> field : fields.entrySet()) {
            if (!field.getValue().equals(value(object, field.getKey()))) {
                return false;
            }
        }
        for (Map.Entry<String, List<String>> field : others.entrySet()) {
            if (field.getValue().contains(value(object, field.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private String value(KubernetesObject object, String field) {
        if (field.equals("metadata.name")) {
            return object.metadata().name();
        }
        if (field.equals("metadata.namespace")) {
            return object.metadata().namespace();
        }
        return strategy.selectable(object, field);
    }
}
