package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.trace.ContainerTrace;
import java.util.ArrayList;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sandbox of the runtime and the latest container of each name in it. */
final class Sandbox {

    private final String id;
    private final NodeDisk.SandboxRecord identity;
    private final Map<String, RuntimeContainer> containers;
    private boolean ready;
    private boolean tornDown;
    private boolean serving = true;
    private @Nullable String ip;
    /** The last reported state; null when something has changed since. */
    private @Nullable RuntimePod reported;

    /**
     * Without a network.
     *
     * @param containers that are in it, to which others are added
     */
    Sandbox(String id, NodeDisk.SandboxRecord identity, Map<String, RuntimeContainer> containers) {
        this.id = id;
        this.identity = identity;
        this.containers = containers;
    }

    /** The latest sandbox of a pod that is not ready, or null: its containers are seen until the next has others. */
    static @Nullable Sandbox ended(Iterable<Sandbox> all, String uid) {
        Sandbox latest = null;
        for (Sandbox one : all) {
            latest = one.identity.uid().equals(uid) && !one.ready ? one : latest;
        }
        return latest;
    }

    String id() {
        return id;
    }

    NodeDisk.SandboxRecord identity() {
        return identity;
    }

    void connected(@Nullable String address) {
        ip = address;
        ready = true;
        reported = null;
    }

    boolean isReady() {
        return ready;
    }

    /** Its pause container has ended: it has no network and no address any more. */
    void pauseEnded() {
        ready = false;
        reported = null;
    }

    /** Whether its network has been taken back. */
    boolean isTornDown() {
        return tornDown;
    }

    void tornDown() {
        tornDown = true;
    }

    void setServing(boolean answers) {
        serving = answers;
        reported = null;
    }

    /** The latest container of each name, as the disk keeps them. */
    Map<String, RuntimeContainer> records() {
        return containers;
    }

    Iterable<RuntimeContainer> containers() {
        return new ArrayList<>(containers.values());
    }

    @Nullable
    RuntimeContainer container(String name) {
        return containers.get(name);
    }

    /** The container with that identity, or null. */
    @Nullable
    RuntimeContainer byId(String containerId) {
        return containers.values().stream()
                .filter(one -> one.id().equals(containerId))
                .findFirst()
                .orElse(null);
    }

    /** Whether it is one of that pod. */
    boolean isOf(ObjectKey pod) {
        return identity.pod().equals(pod);
    }

    /** Gives a container other resources; whether it runs. */
    boolean update(CriRequest.UpdateContainerResources request) {
        RuntimeContainer container = byId(request.containerId());
        if (container == null || !container.isRunning()) {
            return false;
        }
        put(container.withResources(request.resources()));
        return true;
    }

    /** The first container that runs, or null. */
    @Nullable
    RuntimeContainer firstRunning() {
        return containers.values().stream()
                .filter(RuntimeContainer::isRunning)
                .findFirst()
                .orElse(null);
    }

    ContainerTrace started(RuntimeContainer container) {
        return new ContainerTrace.Started(identity.pod().toString(), identity.uid(), container.name(), container.id());
    }

    ContainerTrace ended(String containerId) {
        return new ContainerTrace.Ended(identity.uid(), containerId);
    }

    /** Removes a container that has ended. */
    void forget(String containerId) {
        containers.values().removeIf(one -> one.hasExited() && one.id().equals(containerId));
        reported = null;
        for (RuntimeContainer latest : containers()) {
            RuntimeContainer before = latest.previous();
            if (before != null && before.id().equals(containerId)) {
                put(latest.withPrevious(null));
            }
        }
    }

    /** Has no containers any more. */
    void clear() {
        containers.clear();
        reported = null;
    }

    void put(RuntimeContainer container) {
        containers.put(container.name(), container);
        reported = null;
    }

    /** Its present state: the same object as long as nothing changed. */
    RuntimePod describe() {
        if (reported == null) {
            reported = new RuntimePod(
                    id,
                    identity.pod(),
                    identity.uid(),
                    identity.attempt(),
                    identity.createdAt(),
                    ready,
                    ip,
                    serving,
                    new ArrayList<>(containers.values()));
        }
        return reported;
    }
}
