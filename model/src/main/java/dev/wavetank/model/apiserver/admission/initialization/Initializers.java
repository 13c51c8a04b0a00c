package dev.wavetank.model.apiserver.admission.initialization;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Has new objects wait for initializers ({@code Initializers}, v1.7 to v1.13).
 *
 * <p>Who is waited for is said by objects of the kind {@code InitializerConfiguration}. Who gives a list himself
 * needs the verb {@code initialize}, and so does every user that changes an object that is not initialized. Nobody
 * checks that it is the first of the list who acts: that is a convention among initializers, in the real server too.
 */
public final class Initializers implements AdmissionPlugin {

    /** The resource of the configurations. */
    public static final ResourceType CONFIGURATIONS = new ResourceType(
            "admissionregistration.k8s.io", "v1alpha1", "InitializerConfiguration", "initializerconfigurations", false);

    private static final String MIRROR = "kubernetes.io/config.mirror";

    private final ClusterView cluster;

    /** The plugin over a view of the cluster. */
    public Initializers(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(CONFIGURATIONS);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.writesObject();
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        return request.verb() == Verb.CREATE ? create(request) : update(request);
    }

    private Completion<AdmissionDecision> create(AdmissionRequest request) {
        PendingInitializers given = PendingInitializers.of(request.object());
        if (given != null) {
            KubernetesObject object =
                    given.isEmpty() ? PendingInitializers.set(request.object(), List.of()) : request.object();
            return permitted(request, "create with initializers denied", object);
        }
        boolean isMirror = request.resource().equals(Resources.PODS)
                && request.object().metadata().annotations().containsKey(MIRROR);
        if (isMirror) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        if (!cluster.isSynced()) {
            return Completion.of(new AdmissionDecision.Refused(notLoaded(request)));
        }
        List<String> names = initializers(request.resource());
        return Completion.of(new AdmissionDecision.Admitted(
                names.isEmpty() ? request.object() : PendingInitializers.set(request.object(), names)));
    }

    private Completion<AdmissionDecision> update(AdmissionRequest request) {
        PendingInitializers after = PendingInitializers.of(request.object());
        PendingInitializers before = PendingInitializers.of(request.before());
        KubernetesObject object = request.object();
        if (after != null && after.isEmpty()) {
            object = PendingInitializers.set(object, List.of());
            after = null;
        }
        if (after == null && before == null) {
            return Completion.of(new AdmissionDecision.Admitted(object));
        }
        if (before == null) {
            return invalid(request, "", "null", "field is immutable once initialization has completed");
        }
        if (before.result() != null && (after == null || !before.result().equals(after.result()))) {
            return invalid(request, ".result", before.result().message(), "field is immutable");
        }
        return permitted(request, "update to uninitialized resource denied", object);
    }

    private static Completion<AdmissionDecision> invalid(
            AdmissionRequest request, String field, String value, String why) {
        String path = "metadata.initializers" + field;
        String kind = request.resource().kind();
        String group = request.resource().group();
        String message = "Invalid value: " + value + ": " + why;
        Status.Cause cause = new Status.Cause("FieldValueInvalid", message, path);
        return Completion.of(new AdmissionDecision.Refused(Status.failure(
                StatusReason.INVALID,
                (group.isEmpty() ? kind : kind + "." + group) + " \"" + request.name() + "\" is invalid: " + path + ": "
                        + message,
                new Status.Details(request.name(), group.isEmpty() ? null : group, kind, null, List.of(cause), null))));
    }

    private Completion<AdmissionDecision> permitted(AdmissionRequest request, String denied, KubernetesObject object) {
        Attributes attributes = new Attributes(
                request.user(),
                "initialize",
                Attributes.Resource.of(request.resource(), "", request.namespace(), request.name()));
        return cluster.authorize(attributes)
                .map(decision -> decision.isAllowed()
                        ? new AdmissionDecision.Admitted(object)
                        : new AdmissionDecision.Refused(Status.forbidden(
                                request.resource(), request.name(), denied + ": " + decision.reason())));
    }

    private static Status notLoaded(AdmissionRequest request) {
        String group = request.resource().group();
        Status.Cause cause = new Status.Cause(
                "InitializerConfigurationPending",
                "The server is waiting for the initializer configuration to be loaded.",
                null);
        return Status.failure(
                StatusReason.LOADING_CONFIGURATION,
                "Waiting for initialization configuration to load: configuration is not ready",
                new Status.Details(
                        "create",
                        group.isEmpty() ? null : group,
                        request.resource().plural(),
                        null,
                        List.of(cause),
                        1));
    }

    /** The names of those who care for the resource, in the order of the configurations' names. */
    private List<String> initializers(ResourceType resource) {
        Map<String, KubernetesObject> sorted = new TreeMap<>();
        cluster.cached(CONFIGURATIONS, "")
                .forEach(object -> sorted.put(object.metadata().name(), object));
        List<String> names = new ArrayList<>();
        for (KubernetesObject object : sorted.values()) {
            for (Object item :
                    JsonTree.listOrEmpty(((GenericObject) object).other().get("initializers"))) {
                Map<String, Object> initializer = JsonTree.mapOrEmpty(item);
                if (matchesAll(JsonTree.listOrEmpty(initializer.get("rules")), resource)) {
                    names.add(String.valueOf(initializer.get("name")));
                }
            }
        }
        return names;
    }

    /** Any rule should do, says the documentation of the field; the code asks for all of them ({@code matchRule}). */
    private static boolean matchesAll(List<Object> rules, ResourceType resource) {
        return !rules.isEmpty() && rules.stream().allMatch(rule -> matches(JsonTree.mapOrEmpty(rule), resource));
    }

    private static boolean matches(Map<String, Object> rule, ResourceType resource) {
        return has(rule, "apiGroups", resource.group())
                && has(rule, "apiVersions", resource.version())
                && has(rule, "resources", resource.plural());
    }

    private static boolean has(Map<String, Object> rule, String field, String word) {
        List<Object> words = JsonTree.listOrEmpty(rule.get(field));
        return words.contains("*") || words.contains(word);
    }
}
