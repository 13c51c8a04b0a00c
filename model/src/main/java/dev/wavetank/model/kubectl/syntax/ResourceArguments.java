package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.codec.CustomKinds;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads {@code TYPE NAME...} and {@code TYPE/NAME...}. */
public final class ResourceArguments {

    /** One object that the user named. */
    public record Target(ResourceType resource, String name) {}

    private final Schema schema;
    private final CustomKinds custom;

    public ResourceArguments(Schema schema, CustomKinds custom) {
        this.schema = schema;
        this.custom = custom;
    }

    /** What {@code all} stands for, in the order in which discovery lists it. */
    private static final String ALL = "pods,replicationcontrollers,services,daemonsets.apps,deployments.apps,"
            + "replicasets.apps,statefulsets.apps,horizontalpodautoscalers.autoscaling,cronjobs.batch,jobs.batch";

    /** The types that a list of them names, separated by commas. */
    public List<ResourceType> types(String list) {
        List<ResourceType> types = new ArrayList<>();
        for (String type : list.replaceAll("(^|,)all(,|$)", "$1" + ALL + "$2").split(",")) {
            types.add(resource(type));
        }
        return types;
    }

    /** The objects that the arguments name, at least one. */
    public List<Target> targets(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw new UsageException("You must provide one or more resources by argument or filename.\n"
                    + "Example resource specifications include:\n"
                    + "   '-f rsrc.yaml'\n   '--filename=rsrc.json'\n   '<resource> <name>'\n   '<resource>'");
        }
        boolean combined = arguments.get(0).contains("/");
        if (arguments.stream().anyMatch(argument -> argument.contains("/") != combined)) {
            throw new UsageException("there is no need to specify a resource type as a separate argument when passing"
                    + " arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of"
                    + " 'kubectl get resource resource/<resource_name>'");
        }
        return combined ? combined(arguments) : separate(arguments);
    }

    private List<Target> combined(List<String> arguments) {
        List<Target> targets = new ArrayList<>();
        for (String argument : arguments) {
            String[] parts = argument.split("/", -1);
            if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
                throw new UsageException("arguments in resource/name form must have a single resource and name");
            }
            targets.add(new Target(resource(parts[0]), parts[1]));
        }
        return targets;
    }

    private List<Target> separate(List<String> arguments) {
        List<Target> targets = new ArrayList<>();
        List<String> names = arguments.subList(1, arguments.size());
        for (String type : arguments.get(0).split(",")) {
            ResourceType resource = resource(type);
            names.forEach(name -> targets.add(new Target(resource, name)));
        }
        if (targets.isEmpty()) {
            throw UsageException.afterDiscovery("resource(s) were provided, but no name was specified");
        }
        return targets;
    }

    private ResourceType resource(String type) {
        return builtIn(schema, type)
                .or(() -> custom.named(type))
                .orElseThrow(() -> new UsageException(
                        "the server doesn't have a resource type \"" + type.split("\\.", 2)[0] + "\""));
    }

    /**
     * The built-in type that a word names: {@code deploy}, {@code deployments}, {@code deployment.apps}, {@code
     * deployments.v1.apps}.
     */
    public static Optional<ResourceType> builtIn(Schema schema, String type) {
        String[] parts = type.split("\\.", 2);
        return schema.named(parts[0]).stream()
                .filter(kind -> !kind.plural().isEmpty() && (parts.length == 1 || isIn(kind, parts[1])))
                .findFirst()
                .map(kind ->
                        new ResourceType(kind.group(), kind.version(), kind.kind(), kind.plural(), kind.namespaced()));
    }

    private static boolean isIn(ServedKind kind, String group) {
        return group.equals(kind.group()) || group.equals(kind.version() + "." + kind.group());
    }
}
