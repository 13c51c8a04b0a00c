package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.trace.hop.ServerHop;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A plugin of an admission chain.
 *
 * @param name as {@code --enable-admission-plugins} has it
 * @param plugin what it does
 */
public record NamedPlugin(String name, AdmissionPlugin plugin) {

    private static final ObjectCodec CODEC = new ObjectCodec();

    Completion<AdmissionDecision> ask(AdmissionRequest request, boolean mutating) {
        return mutating ? plugin.mutate(request) : plugin.validate(request);
    }

    /**
     * What a trace says of an answer, where the plugin has changed or refused something, or has taken its time.
     *
     * @param took how long it took, in nanoseconds
     */
    Optional<ServerHop> traced(AdmissionRequest request, AdmissionDecision said, long took) {
        String object = request.resource().plural() + "/" + request.object().key();
        if (said instanceof AdmissionDecision.Refused refused) {
            return Optional.of(
                    ServerHop.Admitted.refusal(name, object, refused.status().message()));
        }
        KubernetesObject after = ((AdmissionDecision.Admitted) said).object();
        if (after == request.object() || after.equals(request.object())) {
            return took == 0 ? Optional.empty() : Optional.of(new ServerHop.Admitted(name, object, "has no objection"));
        }
        List<String> changed = new ArrayList<>();
        changed(CODEC.encode(request.object()), CODEC.encode(after), "", changed);
        return changed.isEmpty()
                ? Optional.empty()
                : Optional.of(new ServerHop.Admitted(name, object, "sets " + String.join(", ", changed)));
    }

    /** The paths of fields that differ; those of lists as a whole. */
    private static void changed(Map<?, ?> before, Map<?, ?> after, String path, List<String> changed) {
        Set<Object> names = new LinkedHashSet<>(after.keySet());
        names.addAll(before.keySet());
        for (Object name : names) {
            Object old = before.get(name);
            Object now = after.get(name);
            String field = path + name;
            if (old instanceof Map<?, ?> left && now instanceof Map<?, ?> right) {
                changed(left, right, field + ".", changed);
            } else if (!Objects.equals(old, now)) {
                changed.add(field);
            }
        }
    }
}
