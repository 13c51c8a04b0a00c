package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.CriRequest;
import dev.wavetank.model.kubelet.cri.CriResponse;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import dev.wavetank.model.kubelet.event.PodEvents;
import dev.wavetank.model.kubelet.image.ImageEnsurer;
import dev.wavetank.model.kubelet.image.ImageReference;
import dev.wavetank.model.kubelet.image.PullKeyring;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.runtime.CriClient;
import dev.wavetank.model.kubelet.status.ContainerUsers;
import dev.wavetank.model.kubelet.status.WaitingReason;
import dev.wavetank.model.kubelet.volume.ApiObjects;
import dev.wavetank.model.kubelet.volume.VolumeContents;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Starts one container: image, configuration, creation, start, post-start hook ({@code startContainer},
 * pkg/kubelet/kuberuntime/kuberuntime_container.go v1.20).
 */
public final class ContainerStarter {

    private final CriClient cri;
    private final PodEvents events;
    private final ImageEnsurer images;
    private final ApiObjects objects;
    private final Environment environment;
    private final VolumeContents contents;
    private final String hostAddress;
    private final String hostname;
    private final ContainerCommand commands;
    private final ContainerKiller killer;
    private final Hooks hooks;
    private final Predicate<String> runsAsRoot;
    private final boolean hidesErrors;
    private final ContainerTexts texts;
    private final PullSecrets secrets;
    private final ContainerUsers users;

    /**
     * What containers of a node are started with.
     *
     * @param events where Events are recorded
     * @param images the node's images
     * @param objects Secrets and ConfigMaps
     * @param links the Services that the kubelet knows
     * @param killer stops containers whose hook has failed
     * @param runsAsRoot whether an image's own user is root
     * @param contents what is in the volumes of pods
     * @param node the node
     */
    public record Means(
            PodEvents events,
            ImageEnsurer images,
            ApiObjects objects,
            ServiceLinks links,
            ContainerKiller killer,
            Predicate<String> runsAsRoot,
            VolumeContents contents,
            NodeConfig node) {}

    /** A starter of containers. */
    public ContainerStarter(Context context, CriClient cri, Means means, KubernetesVersion version) {
        this.cri = cri;
        this.events = means.events();
        this.images = means.images();
        this.objects = means.objects();
        this.environment = new Environment(
                means.objects(), events, means.links(), means.node().allocatable(), version);
        this.contents = means.contents();
        this.hostAddress = means.node().address();
        this.hostname = means.node().name();
        this.commands = new ContainerCommand(context);
        this.killer = means.killer();
        this.hooks = new Hooks(cri, version);
        this.runsAsRoot = means.runsAsRoot();
        this.hidesErrors = version.has(Feature.HOOK_ERRORS_HIDDEN);
        this.texts = ContainerTexts.of(version);
        this.secrets = new PullSecrets(means.objects(), means.events(), version);
        boolean areReported = version.has(Feature.SUPPLEMENTAL_GROUPS_POLICY)
                && means.node().system().knowsGroupPolicies();
        this.users = new ContainerUsers(areReported, image -> runsAsRoot.test(ImageReference.of(image)));
    }

    /**
     * A container to start.
     *
     * @param pod its pod
     * @param spec the container
     * @param attempt how many of that name there were before
     */
    public record Start(Pod pod, Container spec, int attempt) {}

    /** Ends with whether the image of the container is there; if not, with why it waits. */
    public Completion<Optional<WaitingReason>> image(Start start) {
        return secrets.keyring(start.pod())
                .then(keyring -> volumes(start, keyring)
                        .then(reason -> reason.isPresent()
                                ? Completion.of(reason)
                                : images.ensure(start.pod(), ImageEnsurer.Wanted.by(start.spec()), keyring)))
                .map(reason -> {
                    reason.ifPresent(found -> failed(start, found.reason()));
                    return reason;
                });
    }

    /** The images that a container mounts as volumes come before its own ({@code getImageVolumes}, KEP-4639). */
    private Completion<Optional<WaitingReason>> volumes(Start start, PullKeyring keyring) {
        Completion<Optional<WaitingReason>> all = Completion.of(Optional.empty());
        for (Map<String, Object> volume : start.pod().spec().volumes()) {
            boolean mounted = start.spec().volumeMounts().stream()
                    .anyMatch(mount -> Objects.equals(mount.get("name"), volume.get("name")));
            if (mounted && volume.get("image") instanceof Map<?, ?> image) {
                ImageEnsurer.Wanted wanted = new ImageEnsurer.Wanted(
                        null, String.valueOf(image.get("reference")), (String) image.get("pullPolicy"));
                all = all.then(reason ->
                        reason.isPresent() ? Completion.of(reason) : images.ensure(start.pod(), wanted, keyring));
            }
        }
        return all;
    }

    /** The users of the processes of containers. */
    public ContainerUsers users() {
        return users;
    }

    /** The pull secrets of pods. */
    public PullSecrets secrets() {
        return secrets;
    }

    /**
     * Starts a container whose image is there. Ends with why it waits, or empty when it runs.
     *
     * @param address of the pod, or null
     */
    public Completion<Optional<WaitingReason>> start(Start start, String sandboxId, @Nullable String address) {
        Environment.Addresses addresses = new Environment.Addresses(address, hostAddress);
        return environment.resolve(start.pod(), start.spec(), addresses).then(resolved -> {
            Optional<String> error = Optional.ofNullable(resolved.error())
                    .or(() -> MountedContainer.unexpanded(start.spec(), resolved))
                    .or(() -> refusedMount(start))
                    .or(() -> refusedUser(start));
            if (error.isPresent()) {
                failed(start, error.get());
                return Completion.of(Optional.of(new WaitingReason("CreateContainerConfigError", error.get())));
            }
            boolean ofHost = Boolean.TRUE.equals(start.pod().spec().other().get("hostNetwork"));
            return create(
                    start,
                    sandboxId,
                    new MountedContainer(
                            start.pod(),
                            start.spec(),
                            contents,
                            resolved,
                            new MountedContainer.Host(ofHost ? null : address, ofHost ? hostname : null)));
        });
    }

    /**
     * No handler of the runtime supports mounts that are read-only all the way down ({@code resolveRecursiveReadOnly}
     * of pkg/kubelet/kubelet_pods.go, v1.32).
     */
    private static Optional<String> refusedMount(Start start) {
        return start.spec().volumeMounts().stream()
                .filter(mount -> "Enabled".equals(mount.get("recursiveReadOnly")))
                .findFirst()
                .map(mount -> "failed to resolve recursive read-only mode: volume \"" + mount.get("name")
                        + "\" requested recursive read-only mode, but it is not supported by the runtime");
    }

    /** {@code verifyRunAsNonRoot}. */
    private Optional<String> refusedUser(Start start) {
        Object nonRoot = security(start, "runAsNonRoot");
        Object user = security(start, "runAsUser");
        boolean root = user instanceof Number id
                ? id.longValue() == 0
                : runsAsRoot.test(ImageReference.of(start.spec().image()));
        if (!Boolean.TRUE.equals(nonRoot) || !root) {
            return Optional.empty();
        }
        String where = " (pod: \"" + start.pod().key().name() + "_"
                + start.pod().key().namespace() + "(" + start.pod().uid() + ")\", container: "
                + start.spec().name() + ")";
        return Optional.of(
                user == null
                        ? "container has runAsNonRoot and image will run as root" + where
                        : "container's runAsUser breaks non-root policy" + where);
    }

    private static @Nullable Object security(Start start, String field) {
        Object own =
                start.spec().other().get("securityContext") instanceof Map<?, ?> context ? context.get(field) : null;
        Map<String, Object> pods = start.pod().spec().securityContext();
        return own == null && pods != null ? pods.get(field) : own;
    }

    private Completion<Optional<WaitingReason>> create(Start start, String sandboxId, ContainerView view) {
        Container spec = start.spec();
        return cri.call(new CriRequest.CreateContainer(
                        sandboxId,
                        spec.name(),
                        ImageReference.of(spec.image()),
                        spec.image(),
                        start.attempt(),
                        commands.process(start.pod(), spec, view),
                        view,
                        spec.resources()))
                .then(response -> {
                    if (!(response instanceof CriResponse.Created container)) {
                        return waiting(start, "CreateContainerError", response);
                    }
                    events.normal(start.pod(), spec, "Created", texts.created(spec.name()));
                    return run(start, container.id());
                });
    }

    private Completion<Optional<WaitingReason>> run(Start start, String id) {
        return cri.call(new CriRequest.StartContainer(id)).then(response -> {
            if (response instanceof CriResponse.Failed) {
                return waiting(start, "RunContainerError", response);
            }
            events.normal(
                    start.pod(),
                    start.spec(),
                    "Started",
                    texts.started(start.spec().name()));
            Map<String, Object> hook = Handlers.hook(start.spec(), "postStart");
            return hook == null ? Completion.of(Optional.empty()) : hook(start, id, hook);
        });
    }

    private Completion<Optional<WaitingReason>> hook(Start start, String id, Map<String, Object> hook) {
        return hooks.run(start.pod(), start.spec(), id, hook).then(failure -> {
            if (failure.isEmpty()) {
                return Completion.of(Optional.empty());
            }
            Hooks.Failure found = failure.get();
            String text = hidesErrors ? "PostStartHook failed" : found.message();
            events.warning(start.pod(), start.spec(), "FailedPostStartHook", text);
            String reason = "PostStartHookError" + (hidesErrors ? "" : ": " + found.error());
            return killer.kill(start.pod(), start.spec(), id, "FailedPostStartHook")
                    .map(done -> Optional.of(new WaitingReason(reason, hidesErrors ? found.error() : found.message())));
        });
    }

    private Completion<Optional<WaitingReason>> waiting(Start start, String reason, CriResponse response) {
        String message = response instanceof CriResponse.Failed failed ? failed.message() : reason;
        failed(start, message);
        return Completion.of(Optional.of(new WaitingReason(reason, message)));
    }

    private void failed(Start start, String message) {
        events.warning(start.pod(), start.spec(), "Failed", "Error: " + message);
    }
}
