package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cni.BridgePlugin;
import dev.wavetank.model.kubelet.cni.CniRequest;
import dev.wavetank.model.kubelet.cni.CniResult;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.hop.ContainerHop;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The container runtime of one node. Its crash is the crash of the machine: it ends every process on it. */
public final class ContainerRuntime implements Component {

    /** Exit code of a process that SIGTERM ended. */
    private static final int TERMINATED = 143;

    /** Exit code of a process that SIGKILL ended. */
    private static final int KILLED = 137;

    private final Context context;
    private final RandomStream latencies;
    private final RandomStream ids;
    private final Machine machine;
    private final ContainerRuntimes directory;
    private final Endpoint endpoint;
    private final BridgePlugin bridge;
    private final Map<String, Sandbox> sandboxes = new LinkedHashMap<>();
    private final Map<String, Sandbox> byContainer = new LinkedHashMap<>();
    /** Of containers that were not started yet. */
    private final Map<String, ContainerProcess> processes = new LinkedHashMap<>();

    private final List<StreamSender<PodChanged>> watchers = new ArrayList<>(1);

    /**
     * The machine that a runtime works on.
     *
     * @param node name of the node
     * @param podCidr addresses of its pods
     * @param latencies durations of its work
     * @param disk the state that survives a crash
     */
    public record Machine(String node, String podCidr, NodeLatencies latencies, NodeDisk disk) {}

    /** A runtime that has not started. */
    public ContainerRuntime(Context context, Network network, Machine machine, ContainerRuntimes directory) {
        this.context = context;
        this.machine = machine;
        this.latencies = context.random("latency");
        this.ids = context.random("ids");
        this.directory = directory;
        this.endpoint = network.connect(context);
        this.bridge = new BridgePlugin(machine.disk().addresses());
    }

    /** Name of the component that is the runtime of a node. */
    public static String nameOn(String node) {
        return "runtime/" + node;
    }

    @Override
    public void start() {
        machine.disk().sandboxes().forEach((id, identity) -> sandboxes.put(id, new Sandbox(id, identity)));
        context.whenEnded(() -> directory.removeAll(this));
        endpoint.serve(CriRequest.address(machine.node()), (caller, request, responder) -> handle(request, responder));
        endpoint.serveStream(PodChanged.address(machine.node()), (client, request, sender) -> {
            watchers.add(sender);
            sender.whenClosed(() -> watchers.remove(sender));
        });
    }

    private void handle(CriRequest request, Responder<CriResponse> out) {
        NodeLatencies takes = machine.latencies();
        if (request instanceof CriRequest.ListPods) {
            out.respond(list());
        } else if (request instanceof CriRequest.ImageStatus status) {
            out.respond(new CriResponse.Image(machine.disk().hasImage(status.image())));
        } else if (request instanceof CriRequest.RunPodSandbox run) {
            after(takes.sandbox(), () -> runSandbox(run, out));
        } else if (request instanceof CriRequest.PullImage pull) {
            boolean present = machine.disk().hasImage(pull.image());
            after(present ? takes.imageCheck() : takes.imagePull(), () -> {
                machine.disk().addImage(pull.image());
                out.respond(new CriResponse.Image(true));
            });
        } else if (request instanceof CriRequest.CreateContainer create) {
            after(takes.containerCreate(), () -> out.respond(create(create)));
        } else if (request instanceof CriRequest.StartContainer start) {
            after(takes.containerStart(), () -> out.respond(start(start.containerId())));
        } else if (request instanceof CriRequest.StopContainer stop) {
            stop(stop, out);
        } else if (request instanceof CriRequest.RemovePodSandbox remove) {
            killAll(remove.sandboxId());
            after(takes.teardown(), () -> out.respond(remove(remove.sandboxId())));
        } else {
            throw new AssertionError("no case for " + request);
        }
    }

    private void after(Distribution latency, Runnable action) {
        context.spend(latency.sample(latencies), action::run);
    }

    private CriResponse list() {
        List<RuntimePod> pods = new ArrayList<>(sandboxes.size());
        sandboxes.values().forEach(sandbox -> pods.add(sandbox.describe()));
        return new CriResponse.Listing(pods);
    }

    private void runSandbox(CriRequest.RunPodSandbox request, Responder<CriResponse> out) {
        Sandbox sandbox =
                new Sandbox(newId(), new NodeDisk.SandboxRecord(request.pod(), request.uid(), request.attempt()));
        sandboxes.put(sandbox.id(), sandbox);
        machine.disk().sandboxes().put(sandbox.id(), sandbox.identity());
        directory.put(request.pod(), this);
        context.trace(new Milestone(Milestone.Point.SANDBOX_READY, "pod/" + request.pod(), null));
        after(machine.latencies().network(), () -> out.respond(connect(sandbox)));
    }

    private CriResponse connect(Sandbox sandbox) {
        CniResult result = bridge.execute(cniRequest(CniRequest.Command.ADD, sandbox));
        if (result instanceof CniResult.Success success) {
            sandbox.connected(success.podIp());
            context.trace(new Milestone(
                    Milestone.Point.NETWORK_READY, "pod/" + sandbox.identity().pod(), null));
            changed(sandbox);
            return new CriResponse.Created(sandbox.id());
        }
        remove(sandbox.id());
        return new CriResponse.Failed("failed to setup network for sandbox \"" + sandbox.id()
                + "\": plugin type=\"bridge\" failed (add): " + ((CniResult.Failure) result).msg());
    }

    private CniRequest cniRequest(CniRequest.Command command, Sandbox sandbox) {
        NodeDisk.SandboxRecord identity = sandbox.identity();
        String arguments = "IgnoreUnknown=1;K8S_POD_NAMESPACE=" + identity.pod().namespace() + ";K8S_POD_NAME="
                + identity.pod().name() + ";K8S_POD_INFRA_CONTAINER_ID=" + sandbox.id() + ";K8S_POD_UID="
                + identity.uid();
        return new CniRequest(
                command,
                sandbox.id(),
                "/var/run/netns/cni-" + sandbox.id(),
                "eth0",
                arguments,
                CniRequest.NetworkConfig.bridge(machine.podCidr()));
    }

    private CriResponse create(CriRequest.CreateContainer request) {
        Sandbox sandbox = sandboxes.get(request.sandboxId());
        if (sandbox == null) {
            return new CriResponse.Failed("failed to find sandbox id \"" + request.sandboxId() + "\": not found");
        }
        if (!machine.disk().hasImage(request.image())) {
            return new CriResponse.Failed("failed to get image \"" + request.image() + "\": not found");
        }
        RuntimeContainer before = sandbox.container(request.name());
        if (before != null) {
            byContainer.remove(before.id());
        }
        RuntimeContainer container = new RuntimeContainer(
                newId(),
                request.name(),
                request.image(),
                request.attempt(),
                RuntimeContainer.State.CREATED,
                0,
                0,
                0,
                before == null ? null : before.withPrevious(null));
        sandbox.put(container);
        byContainer.put(container.id(), sandbox);
        processes.put(container.id(), request.process());
        changed(sandbox);
        return new CriResponse.Created(container.id());
    }

    private CriResponse start(String id) {
        RuntimeContainer container = container(id);
        if (container == null) {
            return new CriResponse.Failed("an error occurred when try to find container \"" + id + "\": not found");
        }
        Sandbox sandbox = Objects.requireNonNull(byContainer.get(id));
        sandbox.put(container.started(context.now()));
        if (context.tracesDetails()) {
            context.trace(new ContainerHop(sandbox.identity().pod().toString(), container.name()));
        }
        changed(sandbox);
        ContainerProcess process = processes.remove(id);
        if (process != null) {
            run(id, process);
        }
        return new CriResponse.Done();
    }

    /** Schedules the end of a container's process. */
    private void run(String id, ContainerProcess process) {
        switch (process.kind()) {
            case INIT -> after(machine.latencies().initRun(), () -> exit(id, process.exitCode()));
            case TASK -> after(machine.latencies().taskRun(), () -> exit(id, process.exitCode()));
            case TIMED -> context.after(process.nanos(), () -> exit(id, process.exitCode()));
            case SERVER -> {
                // It ends when it is stopped.
            }
        }
    }

    private void stop(CriRequest.StopContainer request, Responder<CriResponse> out) {
        RuntimeContainer container = container(request.containerId());
        if (container == null || !container.isRunning()) {
            out.respond(new CriResponse.Done());
            return;
        }
        long needed = machine.latencies().stop().sample(latencies);
        context.after(Math.min(needed, request.timeout()), () -> {
            exit(request.containerId(), needed > request.timeout() ? KILLED : TERMINATED);
            out.respond(new CriResponse.Done());
        });
    }

    private void killAll(String sandboxId) {
        Sandbox sandbox = sandboxes.get(sandboxId);
        if (sandbox != null) {
            sandbox.containers().forEach(container -> exit(container.id(), KILLED));
        }
    }

    private CriResponse remove(String sandboxId) {
        Sandbox sandbox = sandboxes.remove(sandboxId);
        if (sandbox != null) {
            bridge.execute(cniRequest(CniRequest.Command.DEL, sandbox));
            sandbox.containers().forEach(container -> byContainer.remove(container.id()));
            machine.disk().sandboxes().remove(sandboxId);
            directory.remove(sandbox.identity().pod(), this);
            changed(sandbox);
        }
        return new CriResponse.Done();
    }

    /** Ends the process of a container, if it runs. */
    private void exit(String id, int exitCode) {
        RuntimeContainer container = container(id);
        if (container != null && container.isRunning()) {
            Sandbox sandbox = Objects.requireNonNull(byContainer.get(id));
            sandbox.put(container.exited(context.now(), exitCode));
            changed(sandbox);
        }
    }

    private @Nullable RuntimeContainer container(String id) {
        Sandbox sandbox = byContainer.get(id);
        if (sandbox != null) {
            for (RuntimeContainer container : sandbox.containers()) {
                if (container.id().equals(id)) {
                    return container;
                }
            }
        }
        return null;
    }

    boolean exitContainer(ObjectKey pod, int exitCode) {
        for (Sandbox sandbox : sandboxes.values()) {
            if (sandbox.identity().pod().equals(pod)) {
                for (RuntimeContainer container : sandbox.containers()) {
                    if (container.isRunning()) {
                        exit(container.id(), exitCode);
                        return true;
                    }
                }
            }
        }
        return false;
    }

    boolean setServing(ObjectKey pod, boolean serving) {
        boolean found = false;
        for (Sandbox sandbox : sandboxes.values()) {
            if (sandbox.identity().pod().equals(pod)) {
                sandbox.setServing(serving);
                changed(sandbox);
                found = true;
            }
        }
        return found;
    }

    private void changed(Sandbox sandbox) {
        PodChanged notice = new PodChanged(sandbox.identity().uid());
        watchers.forEach(watcher -> watcher.send(notice));
    }

    private String newId() {
        String digits = Long.toHexString(ids.nextLong());
        return "0".repeat(16 - digits.length()) + digits;
    }
}
