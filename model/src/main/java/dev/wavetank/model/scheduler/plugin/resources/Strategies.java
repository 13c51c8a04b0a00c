package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.scheduler.plugin.resources.ResourceScore.Weighted;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads which resources count how much, and by which strategy. */
final class Strategies {

    private static final String LEAST = "LeastAllocated";
    private static final List<Weighted> CPU_AND_MEMORY = List.of(new Weighted("cpu", 1), new Weighted("memory", 1));

    private Strategies() {}

    /** The strategy of NodeResourcesFit; by default that of {@code LeastAllocated}. */
    static ResourceScore of(String plugin, @Nullable Map<?, ?> given, KubernetesVersion version) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (given != null) {
            given.forEach((key, value) -> tree.put(String.valueOf(key), value));
        }
        Arguments arguments = new Arguments(plugin, tree);
        String type = arguments.text("type");
        return switch (type == null ? LEAST : type) {
            case LEAST -> least(plugin, arguments, version);
            case "MostAllocated" -> most(plugin, arguments, version);
            case "RequestedToCapacityRatio" -> {
                Map<?, ?> parameters = arguments.map("requestedToCapacityRatio");
                Object shape = parameters == null ? null : parameters.get("shape");
                yield ratio(plugin, arguments, shape instanceof List<?> list ? list : null, version);
            }
            default ->
                throw arguments.wrong(
                        "scoringStrategy.type", "LeastAllocated, MostAllocated or RequestedToCapacityRatio", type);
        };
    }

    static ResourceScore least(String plugin, Arguments arguments, KubernetesVersion version) {
        return new ResourceScore(
                plugin,
                resources(arguments),
                Formulas.least(Scores.most(version), version.has(Feature.FIT_SCORING_STRATEGY)),
                false,
                version);
    }

    static ResourceScore most(String plugin, Arguments arguments, KubernetesVersion version) {
        boolean isNew = version.has(Feature.FIT_SCORING_STRATEGY);
        return new ResourceScore(
                plugin,
                resources(arguments),
                Formulas.mostAllocated(Scores.most(version), isNew, isNew),
                false,
                version);
    }

    static ResourceScore ratio(String plugin, Arguments arguments, @Nullable List<?> shape, KubernetesVersion version) {
        return new ResourceScore(
                plugin,
                resources(arguments),
                Formulas.shape(
                        Shape.of(arguments, shape, Scores.most(version)), !version.has(Feature.FIT_SCORING_STRATEGY)),
                false,
                version);
    }

    static ResourceScore balanced(String plugin, Arguments arguments, KubernetesVersion version) {
        boolean isNew = version.has(Feature.BALANCED_DEVIATION);
        return new ResourceScore(
                plugin,
                isNew ? resources(arguments) : CPU_AND_MEMORY,
                isNew ? Formulas.balanced(Scores.most(version)) : Formulas.balancedPair(Scores.most(version)),
                isNew,
                version);
    }

    private static List<Weighted> resources(Arguments arguments) {
        List<?> given = arguments.list("resources");
        if (given == null || given.isEmpty()) {
            return CPU_AND_MEMORY;
        }
        List<Weighted> resources = new ArrayList<>(given.size());
        for (Object each : given) {
            if (!(each instanceof Map<?, ?> one) || !(one.get("name") instanceof String name)) {
                throw arguments.wrong("resources", "a list of {name, weight}", each);
            }
            Object weight = one.get("weight");
            long number = weight instanceof Number written ? written.longValue() : 0;
            if (weight != null && (number < 0 || number > 100)) {
                throw arguments.wrong("resources[" + name + "].weight", "from 1 to 100", weight);
            }
            resources.add(new Weighted(name, number == 0 ? 1 : number));
        }
        return resources;
    }
}
