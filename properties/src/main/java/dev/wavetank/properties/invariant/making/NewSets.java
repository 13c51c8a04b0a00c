package dev.wavetank.properties.invariant.making;

import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.core.PodTemplateSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a ReplicaSet has that a Deployment makes for its template. */
final class NewSets {

    private static final String HASH = "pod-template-hash";
    private static final String PREFIX = "deployment.kubernetes.io/";

    /** Annotations of a Deployment that are about itself. */
    private static final List<String> OWN = List.of(
            "kubectl.kubernetes.io/last-applied-configuration",
            PREFIX + "revision",
            PREFIX + "revision-history",
            PREFIX + "desired-replicas",
            PREFIX + "max-replicas",
            "deprecated.deployment.rollback.to");

    private NewSets() {}

    /** How a new ReplicaSet differs from what this state of its Deployment asks for. */
    static Optional<String> difference(ReplicaSet set, Deployment deployment) {
        String hash = set.metadata().labels().get(HASH);
        PodTemplateSpec template = deployment.spec().template();
        PodTemplateSpec its = set.spec().template();
        ObjectMeta wanted = template.metadata();
        LabelSelector selector = deployment.spec().selector();
        boolean isNamed = String.valueOf(set.metadata().name())
                .startsWith(deployment.metadata().name() + "-");
        return (isNamed
                        ? Optional.<String>empty()
                        : Optional.of("with the name " + set.metadata().name()))
                .or(() -> expected("labels", set.metadata().labels(), with(wanted.labels(), hash)))
                .or(() -> expected(
                        "selector",
                        set.spec().selector(),
                        new LabelSelector(with(selector.matchLabels(), hash), selector.matchExpressions())))
                .or(() -> expected("template's labels", its.metadata().labels(), with(wanted.labels(), hash)))
                .or(() -> expected("template's annotations", its.metadata().annotations(), wanted.annotations()))
                .or(() -> expected("template's spec", its.spec(), template.spec()))
                .or(() -> expected(
                        "minReadySeconds",
                        Defaults.zeroIfNull(set.spec().minReadySeconds()),
                        Defaults.zeroIfNull(deployment.spec().minReadySeconds())))
                .or(() -> differenceOfAnnotations(set, deployment));
    }

    private static Optional<String> differenceOfAnnotations(ReplicaSet set, Deployment deployment) {
        Map<String, String> wanted = new LinkedHashMap<>(deployment.metadata().annotations());
        OWN.forEach(wanted::remove);
        int size = Defaults.zeroIfNull(deployment.spec().replicas());
        wanted.put(PREFIX + "desired-replicas", Integer.toString(size));
        wanted.put(PREFIX + "max-replicas", Integer.toString(size + surge(deployment)));
        boolean hasRevision = set.metadata()
                .annotations()
                .getOrDefault(PREFIX + "revision", "")
                .matches("[1-9][0-9]*");
        return PodsFollowTemplates.lacking("annotation", set.metadata().annotations(), wanted)
                .or(() -> hasRevision ? Optional.empty() : Optional.of("without a revision"));
    }

    private static int surge(Deployment deployment) {
        Deployment.Strategy strategy = deployment.spec().strategy();
        if (strategy != null && "Recreate".equals(strategy.type())) {
            return 0;
        }
        Object bound = strategy == null || strategy.rollingUpdate() == null
                ? "25%"
                : strategy.rollingUpdate().maxSurge();
        if (bound instanceof Number number) {
            return number.intValue();
        }
        String text = bound == null ? "25%" : bound.toString();
        int percent = Integer.parseInt(text.substring(0, text.length() - 1));
        return (percent * Defaults.zeroIfNull(deployment.spec().replicas()) + 99) / 100;
    }

    private static Map<String, String> with(Map<String, String> labels, @Nullable String hash) {
        Map<String, String> all = new LinkedHashMap<>(labels);
        all.put(HASH, String.valueOf(hash));
        return all;
    }

    private static Optional<String> expected(String what, @Nullable Object there, @Nullable Object wanted) {
        return Objects.equals(there, wanted)
                ? Optional.empty()
                : Optional.of("with the " + what + " " + there + ", expected " + wanted);
    }
}
