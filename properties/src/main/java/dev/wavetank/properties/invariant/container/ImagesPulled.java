package dev.wavetank.properties.invariant.container;

import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A container whose imagePullPolicy is {@code Always} does not start from an image that was there already, one with
 * {@code Never} pulls none, and a failed pull is repeated only after a back-off of ten seconds at least. Judged by the
 * Events of kubelets and their times.
 */
public final class ImagesPulled implements Invariant {

    private static final Pattern IMAGE = Pattern.compile("image \"?([^\" ]+)");

    private static final Duration BACKOFF = Duration.ofSeconds(10);

    /** Times of Events are cut to whole seconds. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    private final Present<Pod> pods = new Present<>(Pod.class);
    /** When the last pull failed, by pod, container and image. */
    private final Map<String, Instant> failures = new LinkedHashMap<>();

    private boolean clocksAgree = true;

    @Override
    public String name() {
        return "ImagesPulled";
    }

    @Override
    public String reason() {
        return "Always is also how a registry checks that a pod may have the image; pulls without a back-off"
                + " exhaust the rate limit of a registry for a whole site. A kubelet that starts anew has forgotten"
                + " the back-off; once a clock was skewed it is not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "Kubernetes documentation v1.32, Images, Image pull policy; ImagePullBackOff",
                "pkg/kubelet/kubelet.go (v1.32), MaxImageBackOff");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Images are pulled as imagePullPolicy says, and again after a failure only with a back-off.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Pod.class, ApiEvent.class, ComponentTrace.class, FaultTrace.Opened.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change) {
            if (!pods.observe(change)
                    && change.object() instanceof ApiEvent event
                    && change.change() != WatchEvent.Type.DELETED) {
                observe(event, outcomes);
            }
        } else if (entry.record() instanceof ComponentTrace && entry.component().startsWith("kubelet/")) {
            failures.clear();
        } else if (entry.record() instanceof FaultTrace.Opened opened) {
            clocksAgree &= !(opened.fault() instanceof ComponentFault.SkewedClock);
        }
    }

    private void observe(ApiEvent event, Outcomes outcomes) {
        String place =
                event.involvedObject() == null ? null : event.involvedObject().fieldPath();
        Pod pod = place == null ? null : pods.get(event.involvedObject().uid());
        if (pod == null || place == null || event.message() == null) {
            return;
        }
        Container container = container(pod, place);
        if (container == null) {
            return;
        }
        String policy = container.imagePullPolicy();
        boolean pulls = "Pulling".equals(event.reason());
        if ("Always".equals(policy) && event.message().endsWith("already present on machine")
                || "Never".equals(policy) && pulls) {
            outcomes.broken(
                    this,
                    ObjectNames.of(pod),
                    "has container " + container.name() + " with imagePullPolicy " + policy + ", and says: "
                            + event.message());
        }
        String key = pod.uid() + "/" + container.name() + "/" + image(event.message());
        if (event.message().startsWith("Failed to pull image") && event.lastTimestamp() != null) {
            failures.put(key, event.lastTimestamp());
        } else if (pulls && clocksAgree) {
            judge(pod, container, failures.get(key), event.lastTimestamp(), outcomes);
        }
    }

    private void judge(
            Pod pod, Container container, @Nullable Instant failed, @Nullable Instant again, Outcomes outcomes) {
        if (failed != null && again != null && again.isAfter(failed)) {
            Duration waited = Duration.between(failed, again);
            if (waited.plus(ROUNDING).compareTo(BACKOFF) < 0) {
                outcomes.broken(
                        this,
                        ObjectNames.of(pod),
                        "pulls the image of container " + container.name() + " " + waited.toSeconds()
                                + "s after that failed, expected a back-off of " + BACKOFF.toSeconds() + "s at least");
            }
        }
    }

    /** The image that an Event is about, which has a back-off of its own; empty when it names none. */
    private static String image(String message) {
        Matcher found = IMAGE.matcher(message);
        return found.find() ? found.group(1) : "";
    }

    private static @Nullable Container container(Pod pod, String place) {
        for (Container container : pod.spec().containers()) {
            if (place.endsWith("{" + container.name() + "}")) {
                return container;
            }
        }
        return null;
    }
}
