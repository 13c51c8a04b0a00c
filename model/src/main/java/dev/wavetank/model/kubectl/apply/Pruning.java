package dev.wavetank.model.kubectl.apply;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.Manifest;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * {@code apply --prune}: deletes what was applied before, is selected, and is in no file any more
 * (kubectl/pkg/cmd/apply/prune.go, v1.32).
 */
final class Pruning {

    /** Group, version and kind of what is looked for without a flag, namespaced ones first. */
    private static final List<String> USUAL = List.of(
            "core/v1/ConfigMap",
            "core/v1/Endpoints",
            "core/v1/PersistentVolumeClaim",
            "core/v1/Pod",
            "core/v1/ReplicationController",
            "core/v1/Secret",
            "core/v1/Service",
            "batch/v1/Job",
            "batch/v1/CronJob",
            "batch/v1beta1/CronJob",
            "networking.k8s.io/v1/Ingress",
            "apps/v1/DaemonSet",
            "apps/v1/Deployment",
            "apps/v1/ReplicaSet",
            "apps/v1/StatefulSet",
            "core/v1/Namespace",
            "core/v1/PersistentVolume");

    private final Session session;
    private final List<ResourceType> types;
    private final List<Manifest> applied;

    /** One list of objects that may be pruned. */
    private record Place(ResourceType type, String namespace) {}

    Pruning(Session session, List<Manifest> applied) {
        this.session = session;
        this.applied = applied;
        this.types = session.line().isOn(Flag.PRUNE) ? types(session) : List.of();
    }

    /** Rejects a command line that would prune by mistake. */
    static void check(Invocation line) {
        boolean selects =
                line.value(Flag.SELECTOR).filter(text -> !text.isEmpty()).isPresent();
        if (line.isOn(Flag.PRUNE) && selects && line.isOn(Flag.ALL)) {
            throw new UsageException("cannot set --all and --selector at the same time");
        }
        if (line.isOn(Flag.PRUNE) && !selects && !line.isOn(Flag.ALL)) {
            throw new UsageException("all resources selected for prune without explicitly passing --all. To prune all"
                    + " resources, pass the --all flag. If you did not mean to prune all resources, specify a label"
                    + " selector");
        }
    }

    private static List<ResourceType> types(Session session) {
        List<String> given = new ArrayList<>(session.line().list(Flag.PRUNE_ALLOW_LIST));
        given.addAll(session.line().list(Flag.PRUNE_WHITE_LIST));
        List<ResourceType> types = new ArrayList<>();
        for (String name : given.isEmpty() ? USUAL : given) {
            String[] parts = name.split("/", -1);
            if (parts.length != 3) {
                throw new UsageException(
                        "invalid GroupVersionKind format: " + name + ", please follow <group/version/kind>");
            }
            String apiVersion = parts[0].equals("core") || parts[0].isEmpty() ? parts[1] : parts[0] + "/" + parts[1];
            session.tools()
                    .schema()
                    .kind(apiVersion, parts[2])
                    .map(Pruning::type)
                    .ifPresentOrElse(types::add, () -> {
                        if (!given.isEmpty()) {
                            throw new UsageException(
                                    "no matches for kind \"" + parts[2] + "\" in version \"" + apiVersion + "\"");
                        }
                    });
        }
        return types;
    }

    private static ResourceType type(ServedKind kind) {
        return new ResourceType(kind.group(), kind.version(), kind.kind(), kind.plural(), kind.namespaced());
    }

    /** Prunes in the namespaces of the files, one kind after the other. */
    Completion<Boolean> run() {
        TreeSet<String> namespaces = new TreeSet<>();
        applied.forEach(manifest -> namespaces.add(manifest.object().key().namespace()));
        namespaces.remove("");
        List<Place> places = new ArrayList<>();
        for (String namespace : namespaces) {
            types.stream().filter(ResourceType::namespaced).forEach(type -> places.add(new Place(type, namespace)));
        }
        types.stream().filter(type -> !type.namespaced()).forEach(type -> places.add(new Place(type, "")));
        return Command.inOrder(places, this::prune);
    }

    private Completion<Boolean> prune(Place place) {
        ApiRequest.Selection selection = new ApiRequest.Selection(
                LabelSelector.parse(session.line().value(Flag.SELECTOR).orElse("")), ApiRequest.Selection.ALL.fields());
        return session.send(new ApiRequest.List(place.type(), place.namespace(), selection))
                .then(response -> response instanceof ApiResponse.Many many
                        ? Command.inOrder(
                                many.items().stream().filter(this::isLeftOver).toList(),
                                object -> delete(place.type(), object))
                        : Completion.of(session.fail(response, "")));
    }

    private boolean isLeftOver(KubernetesObject object) {
        return object.metadata().annotations().containsKey(LastApplied.ANNOTATION)
                && applied.stream()
                        .noneMatch(manifest -> manifest.object().kind().equals(object.kind())
                                && manifest.object().key().equals(object.key()));
    }

    private Completion<Boolean> delete(ResourceType type, KubernetesObject object) {
        if (session.isDryRun()) {
            session.print(type, object, "pruned");
            return Completion.of(true);
        }
        ApiRequest.DeleteOptions options = new ApiRequest.DeleteOptions(null, null, "Background");
        return session.send(new ApiRequest.Delete(
                        type, object.key().namespace(), object.key().name(), options))
                .map(response -> {
                    if (response.isSuccess()) {
                        session.print(type, object, "pruned");
                        return true;
                    }
                    return session.fail(response, "");
                });
    }
}
