package dev.wavetank.properties.invariant.client;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An apply gives an object the labels, annotations and selectors of its manifest, and takes away those that only the
 * manifest before had. What others have added stays, so that it is not judged.
 *
 * <p>The manifests are those in the annotation {@code last-applied-configuration}. A write that changes nothing else
 * replaces the annotation alone ({@code kubectl apply set-last-applied}) and is not judged either.
 */
public final class AppliedAsWritten implements Invariant {

    private static final String ANNOTATION = "kubectl.kubernetes.io/last-applied-configuration";

    private static final ObjectCodec CODEC = new ObjectCodec();

    private static final List<List<String>> MAPS = List.of(
            List.of("metadata", "labels"),
            List.of("metadata", "annotations"),
            List.of("spec", "selector"),
            List.of("spec", "template", "metadata", "labels"),
            List.of("spec", "template", "metadata", "annotations"),
            List.of("spec", "template", "spec", "nodeSelector"));

    @Override
    public String name() {
        return "AppliedAsWritten";
    }

    @Override
    public String reason() {
        return "Whoever keeps manifests in a repository expects that a label that is taken out of the manifest is"
                + " gone from the cluster, too: selectors and policies go by it.";
    }

    @Override
    public List<String> sources() {
        return List.of("Kubernetes documentation v1.32, Declarative Management of Kubernetes Objects Using"
                + " Configuration Files, How apply calculates differences and merges changes");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "An apply gives an object the labels of its manifest, and takes away those of the manifest before.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Service.class, Deployment.class, StatefulSet.class, DaemonSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)
                || change.change() != WatchEvent.Type.MODIFIED
                || change.previous() == null) {
            return;
        }
        String applied = change.object().metadata().annotations().get(ANNOTATION);
        String before = change.previous().metadata().annotations().get(ANNOTATION);
        if (applied != null && before != null && !applied.equals(before)) {
            judge(change.object(), change.previous(), CODEC.tree(before), CODEC.tree(applied), outcomes);
        }
    }

    private void judge(
            KubernetesObject object,
            KubernetesObject previous,
            Map<String, Object> before,
            Map<String, Object> applied,
            Outcomes outcomes) {
        Map<String, Object> live = CODEC.encode(object);
        Map<String, Object> former = CODEC.encode(previous);
        if (Objects.equals(live.get("spec"), former.get("spec"))
                && object.metadata().labels().equals(previous.metadata().labels())) {
            return;
        }
        for (List<String> path : MAPS) {
            Map<?, ?> wanted = map(applied, path);
            Map<?, ?> found = map(live, path);
            for (Map.Entry<?, ?> one : wanted.entrySet()) {
                boolean isText = one.getValue() instanceof String;
                if (isText
                        && !ANNOTATION.equals(one.getKey())
                        && !one.getValue().equals(found.get(one.getKey()))) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(object),
                            "has " + String.join(".", path) + " " + one.getKey() + "=" + found.get(one.getKey())
                                    + " after an apply of " + one.getValue());
                }
            }
            for (Object key : map(before, path).keySet()) {
                if (!wanted.containsKey(key) && found.containsKey(key) && found.get(key) instanceof String) {
                    outcomes.broken(
                            this,
                            ObjectNames.of(object),
                            "still has " + String.join(".", path) + " " + key + " after an apply without it");
                }
            }
        }
    }

    private static Map<?, ?> map(Map<String, Object> tree, List<String> path) {
        Object part = tree;
        for (String name : path) {
            part = part instanceof Map<?, ?> fields ? fields.get(name) : null;
        }
        return part instanceof Map<?, ?> found ? found : Collections.emptyMap();
    }
}
