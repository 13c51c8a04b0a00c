package dev.wavetank.model.kubelet.image;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.flowcontrol.KeyedBackoff;
import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.status.WaitingReason;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes the image of a container available on the node, following its pull policy ({@code EnsureImageExists},
 * pkg/kubelet/images/image_manager.go v1.20).
 */
public final class ImageEnsurer {

    /** {@code backOffPeriod}. */
    private static final long BACKOFF_FIRST = 10 * VirtualTime.SECOND;

    /** {@code MaxContainerBackOff}. */
    private static final long BACKOFF_MOST = 300 * VirtualTime.SECOND;

    private static final String UNKNOWN = "rpc error: code = Unknown desc = ";

    private final Context context;
    private final CriClient cri;
    private final PodEvents events;
    private final KubernetesVersion version;
    private final ImageNames names;
    private final PullQueue queue;
    private final Runnable whenPulled;
    private final PullTimes times;
    /** Why the last pull has failed, by what the back-off is about. */
    private final Map<String, String> errors = new TreeMap<>();

    private final KeyedBackoff backoff = new KeyedBackoff(BACKOFF_FIRST, BACKOFF_MOST);

    /**
     * An ensurer without back-offs.
     *
     * @param queue of the node's pulls
     * @param whenPulled hears of every pull that has succeeded
     * @param times hears of the pulls of each pod
     */
    public ImageEnsurer(
            Context context,
            CriClient cri,
            PodEvents events,
            KubernetesVersion version,
            PullQueue queue,
            Runnable whenPulled,
            PullTimes times) {
        this.times = times;
        this.whenPulled = whenPulled;
        this.context = context;
        this.cri = cri;
        this.events = events;
        this.version = version;
        this.names = new ImageNames(version);
        this.queue = queue;
    }

    /**
     * An image that a pod needs.
     *
     * @param container that runs it; null when it is mounted as a volume
     * @param image its name, as the pod gives it
     * @param policy when it is pulled; null for the default
     */
    public record Wanted(
            @Nullable Container container,
            String image,
            @Nullable String policy) {

        /** The image that a container runs. */
        public static Wanted by(Container container) {
            return new Wanted(container, container.image(), container.imagePullPolicy());
        }
    }

    /**
     * Ends with why the container has to wait; empty when its image is on the node.
     *
     * @param keyring what the pull secrets of the pod open
     */
    public Completion<Optional<WaitingReason>> ensure(Pod pod, Wanted container, PullKeyring keyring) {
        String image = ImageReference.of(container.image());
        Optional<String> invalid = names.error(container.image());
        if (invalid.isPresent()) {
            events.warning(pod, container.container(), "InspectFailed", invalid.get());
            return waiting("InvalidImageName", invalid.get());
        }
        return cri.call(new CriRequest.ImageStatus(image)).then(status -> {
            if (status instanceof CriResponse.Failed failed) {
                String message = "Failed to inspect image \"" + container.image() + "\": " + failed.message();
                events.warning(pod, container.container(), "InspectFailed", message);
                return waiting("ImageInspectError", message);
            }
            boolean present = status instanceof CriResponse.Image found && found.present();
            String policy = policy(container);
            if (present && !policy.equals("Always")) {
                String message = "Container image \"" + container.image() + "\" already present on machine";
                events.normal(pod, container.container(), "Pulled", message);
                return Completion.of(Optional.empty());
            }
            if (policy.equals("Never")) {
                String message =
                        "Container image \"" + container.image() + "\" is not present with pull policy of Never";
                events.warning(pod, container.container(), "ErrImageNeverPull", message);
                return waiting("ErrImageNeverPull", message);
            }
            return pull(pod, container, new CriRequest.PullImage(image, keyring.opens(image)));
        });
    }

    /** The policy, or its default: always for the latest image. */
    private static String policy(Wanted container) {
        if (container.policy() != null) {
            return container.policy();
        }
        return ImageReference.isLatest(container.image()) ? "Always" : "IfNotPresent";
    }

    private Completion<Optional<WaitingReason>> pull(Pod pod, Wanted container, CriRequest.PullImage request) {
        String key = pod.uid() + "_" + container.image();
        if (backoff.isWaiting(key, context.now())) {
            String message = "Back-off pulling image \"" + container.image() + "\"";
            events.normal(pod, container.container(), "BackOff", message);
            String last = errors.get(key);
            return waiting("ImagePullBackOff", last == null ? message : message + ": ErrImagePull: " + last);
        }
        String pulling = version.has(Feature.EVENTS_NAME_CONTAINERS) ? "Pulling" : "pulling";
        events.normal(pod, container.container(), "Pulling", pulling + " image \"" + container.image() + "\"");
        long asked = context.now();
        times.began(pod.uid());
        return queue.pull(request).then(pulled -> {
            if (pulled.response() instanceof CriResponse.Failed failed) {
                String error = withoutUnknown(failed.message());
                events.warning(
                        pod,
                        container.container(),
                        "Failed",
                        "Failed to pull image \"" + container.image() + "\": " + error);
                backoff.next(key, context.now(), context.now());
                if (version.has(Feature.BACKOFF_NAMES_PULL_ERROR)) {
                    errors.put(key, error);
                }
                return waiting("ErrImagePull", error);
            }
            whenPulled.run();
            times.ended(pod.uid());
            events.normal(pod, container.container(), "Pulled", pulledText(container, context.now() - asked, pulled));
            return Completion.of(Optional.empty());
        });
    }

    /** Without a code that says nothing ({@code PullImage}, pkg/kubelet/cri/remote/remote_image.go v1.28). */
    private String withoutUnknown(String error) {
        return version.has(Feature.PULL_ERRORS_WITHOUT_UNKNOWN) && error.startsWith(UNKNOWN)
                ? error.substring(UNKNOWN.length())
                : error;
    }

    /**
     * The duration in v1.20 includes the wait in the queue. A size that no setting gives is left out: the real kubelet
     * asks its runtime, and has it nearly always ({@code pkg/kubelet/images/image_manager.go}, v1.32).
     */
    private String pulledText(Wanted container, long all, PullQueue.Pulled pulled) {
        long own = pulled.nanos();
        boolean tellsSize = version.has(Feature.PULLED_IMAGE_SIZE)
                && pulled.response() instanceof CriResponse.Image image
                && image.size().isPresent();
        String size = tellsSize
                ? ". Image size: "
                        + ((CriResponse.Image) pulled.response()).size().getAsLong() + " bytes."
                : "";
        String done = "Successfully pulled image \"" + container.image() + "\"";
        if (!version.has(Feature.EVENTS_TELL_PULL_TIMES)) {
            return done;
        }
        String text = done + " in ";
        return version.has(Feature.PULL_TIME_WITHOUT_QUEUE)
                ? text + millis(own) + " (" + millis(all) + " including waiting)" + size
                : text + GoDuration.text(all);
    }

    private static String millis(long nanos) {
        return GoDuration.text(nanos / VirtualTime.MILLISECOND * VirtualTime.MILLISECOND);
    }

    private static Completion<Optional<WaitingReason>> waiting(String reason, String message) {
        return Completion.of(Optional.of(new WaitingReason(reason, message)));
    }

    /** Forgets the back-offs of a pod. */
    public void forget(String uid) {
        backoff.forget(uid + "_");
        errors.keySet().removeIf(key -> key.startsWith(uid + "_"));
    }
}
