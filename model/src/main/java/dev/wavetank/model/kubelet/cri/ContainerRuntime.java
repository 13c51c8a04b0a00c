package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cni.NodeNetwork;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.hop.ContainerHop;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.CallHandler.Responder;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.StreamSender;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The container runtime of one node. Its crash is the crash of the machine: it ends every process on it. */
public final class ContainerRuntime implements Component {

    /** Exit code of a process that SIGKILL ended. */
    static final int KILLED = 137;

    private final Context context;
    private final RuntimeWork work;
    private final ImagePulls pulls;
    private final RandomStream ids;
    private final Machine machine;
    private final ContainerRuntimes directory;
    private final Endpoint endpoint;
    private final PodNetwork network;
    private final Map<String, Sandbox> sandboxes = new LinkedHashMap<>();
    private final Map<String, Sandbox> byContainer = new LinkedHashMap<>();
    /** By container. */
    private final Map<String, LiveProcess> processes = new LinkedHashMap<>();

    private final HandlerCalls handlers;
    private final ExecSessions executions;
    private final PodConnections connections;
    private final OwnActions actions;
    private final List<StreamSender<PodChanged>> watchers = new ArrayList<>(1);

    /** A runtime that has not started. */
    public ContainerRuntime(Context context, Network links, Machine machine, ContainerRuntimes directory) {
        this.context = context;
        this.machine = machine;
        this.work = new RuntimeWork(context, machine.processors());
        this.pulls = new ImagePulls(context, machine, work);
        this.handlers = new HandlerCalls(context, machine, work, directory, byContainer, processes);
        this.executions = new ExecSessions(context, machine, work, processes);
        this.connections = new PodConnections(context, machine.address(), sandboxes, processes);
        ListeningPorts ports = new ListeningPorts(context, sandboxes, processes, this::exit);
        this.actions = new OwnActions(context, machine, work, ports, byContainer, this::changed, this::exit);
        this.ids = context.random("ids");
        this.directory = directory;
        this.endpoint = links.connect(context);
        this.network = new PodNetwork(machine);
    }

    /** Name of the component that is the runtime of a node. */
    public static String nameOn(String node) {
        return "runtime/" + node;
    }

    @Override
    public void start() {
        NodeDisk disk = machine.disk();
        disk.rebooted(context.now());
        disk.sandboxes().forEach((id, identity) -> sandboxes.put(id, new Sandbox(id, identity, disk.containers(id))));
        context.whenEnded(() -> directory.removeAll(this));
        endpoint.serve(CriRequest.address(machine.node()), (caller, request, responder) -> handle(request, responder));
        endpoint.serve(Connection.address(machine.node()), (caller, asked, out) -> connections.accept(asked, out));
        machine.troubles()
                .whenChanged(
                        Trouble.RUNTIME_OUT, context, () -> sandboxes.values().forEach(this::changed));
        endpoint.serveStream(PodChanged.address(machine.node()), (client, request, sender) -> {
            watchers.add(sender);
            sender.whenClosed(() -> watchers.remove(sender));
        });
    }

    private void handle(CriRequest request, Responder<CriResponse> out) {
        NodeLatencies takes = machine.latencies();
        if (machine.troubles().hits(Trouble.RUNTIME_OUT)) {
            out.respond(CriResponse.Failed.UNAVAILABLE);
        } else if (pulls.handle(request, out)) {
            return;
        } else if (request instanceof CriRequest.ListPods) {
            work.awaitIfAny("list", takes.list(), () -> out.respond(new CriResponse.Listing(pods())));
        } else if (request instanceof CriRequest.RemoveContainer remove) {
            sandboxes.values().forEach(sandbox -> sandbox.forget(remove.containerId()));
            byContainer.remove(remove.containerId());
            processes.remove(remove.containerId());
            out.respond(new CriResponse.Done());
        } else if (request instanceof CriRequest.ReadLog read) {
            RuntimeContainer container = machine.disk().logs().find(read, pods());
            out.respond(new CriResponse.Log(container == null ? null : container.written(context.now())));
        } else if (request instanceof CriRequest.RunPodSandbox run) {
            work.compute("sandbox", takes.sandbox(), () -> OciHandlers.make(run, out, machine, work, this::runSandbox));
        } else if (request instanceof CriRequest.CreateContainer create) {
            work.compute("create", takes.containerCreate(), () -> out.respond(create(create)));
        } else if (request instanceof CriRequest.StartContainer start) {
            work.compute("start", takes.containerStart(), () -> out.respond(start(start.containerId())));
        } else if (request instanceof CriRequest.UpdateContainerResources update) {
            work.compute("update", takes.containerCreate(), () -> out.respond(update(update)));
        } else if (request instanceof CriRequest.StopContainer stop) {
            stop(stop, out);
        } else if (request instanceof CriRequest.Handle handle) {
            handlers.call(handle, out);
        } else if (request instanceof CriRequest.Exec exec) {
            executions.begin(exec, of(exec.pod()), out);
        } else if (request instanceof CriRequest.StopPodSandbox stop) {
            killAll(stop.sandboxId());
            work.await("teardown", takes.teardown(), () -> out.respond(stopSandbox(stop.sandboxId())));
        } else if (request instanceof CriRequest.RemovePodSandbox remove) {
            killAll(remove.sandboxId());
            work.await("teardown", takes.teardown(), () -> out.respond(remove(remove.sandboxId())));
        } else {
            throw new AssertionError("no case for " + request);
        }
    }

    /** Its sandboxes with their containers, also dead ones, in the order in which they were made. */
    public List<RuntimePod> pods() {
        return sandboxes.values().stream().map(Sandbox::describe).toList();
    }

    /** Why a connection to a pod is refused now; empty when somebody accepts it. */
    public Optional<String> refusal(String ip, int port) {
        return connections.refusal(ip, port);
    }

    /** What becomes of a connection to a pod now. */
    public Attempt attempt(String ip, int port) {
        return connections.attempt(ip, port);
    }

    /** The devices and rules of the pod network. */
    public NodeNetwork network() {
        return network.node();
    }

    private void runSandbox(CriRequest.RunPodSandbox request, Responder<CriResponse> out) {
        boolean ofHost = request.network().ofHost();
        String id = machine.runtime().sandboxId(request, ids);
        Sandbox sandbox = new Sandbox(
                id,
                new NodeDisk.SandboxRecord(request.pod(), request.uid(), request.attempt(), ofHost, context.now()),
                machine.disk().containers(id));
        Sandbox before = Sandbox.ended(sandboxes.values(), request.uid());
        if (before != null) {
            drop(before);
            before.containers().forEach(sandbox::put);
        }
        add(sandbox);
        context.trace(new Milestone(Milestone.Point.SANDBOX_READY, "pod/" + request.pod(), null));
        Runnable connection = () -> out.respond(connect(sandbox, request.network(), before));
        if (ofHost) {
            connection.run();
        } else {
            work.compute("network", machine.latencies().network(), () -> network.slowly(context, connection));
        }
    }

    private void add(Sandbox sandbox) {
        sandboxes.put(sandbox.id(), sandbox);
        machine.disk().keep(sandbox);
        directory.put(sandbox.identity().pod(), this);
    }

    private CriResponse connect(Sandbox sandbox, SandboxNetwork wanted, @Nullable Sandbox before) {
        Optional<String> failure = network.connect(sandbox, wanted);
        if (failure.isPresent()) {
            // What is left of the network is undone, as far as that is possible, unless another has its place by now.
            boolean isThere = sandboxes.containsKey(sandbox.id());
            if (isThere
                    && (!machine.undoesSetUps()
                            || network.tearDown(sandbox, context).isEmpty())) {
                sandbox.clear();
                forget(sandbox);
                if (before != null) {
                    add(before);
                    changed(before);
                }
            }
            return new CriResponse.Failed(failure.get());
        }
        context.trace(new Milestone(
                Milestone.Point.NETWORK_READY, "pod/" + sandbox.identity().pod(), null));
        changed(sandbox);
        return new CriResponse.Created(sandbox.id(), sandbox.describe().ip());
    }

    private CriResponse create(CriRequest.CreateContainer request) {
        Sandbox sandbox = sandboxes.get(request.sandboxId());
        if (sandbox == null) {
            return new CriResponse.Failed("failed to find sandbox id \"" + request.sandboxId() + "\": not found");
        }
        if (!sandbox.isReady()) {
            return new CriResponse.Failed("failed to get sandbox container task: no running task found: task "
                    + sandbox.id() + " not found: not found");
        }
        if (machine.troubles().hits(Trouble.DISK_FULL)) {
            return CriResponse.Failed.DISK_FULL;
        }
        if (!machine.disk().images().has(request.image())) {
            return new CriResponse.Failed("failed to get image \"" + request.image() + "\": not found");
        }
        RuntimeContainer before = sandbox.container(request.name());
        if (before != null) {
            byContainer.remove(before.id());
            processes.remove(before.id());
        }
        String id = machine.runtime().containerId(sandbox.id(), request, ids);
        ContainerImage image = machine.runtime().image(request, machine.disk().images());
        RuntimeContainer container = RuntimeContainer.created(id, request, image, context.now(), before);
        sandbox.put(container);
        byContainer.put(container.id(), sandbox);
        processes.put(
                container.id(),
                new LiveProcess(
                        request.process(),
                        request.view(),
                        machine.network(),
                        port -> connections.loopback(sandbox, port),
                        sandbox.identity().hostNetwork()));
        changed(sandbox);
        return new CriResponse.Created(container.id());
    }

    private CriResponse start(String id) {
        RuntimeContainer container = container(id);
        if (container == null) {
            return new CriResponse.Failed("an error occurred when try to find container \"" + id + "\": not found");
        }
        Sandbox sandbox = Objects.requireNonNull(byContainer.get(id));
        if (!sandbox.isReady()) {
            return new CriResponse.Failed("sandbox container \"" + sandbox.id() + "\" is not running");
        }
        LiveProcess live = Objects.requireNonNull(processes.get(id));
        String error = live.process().startError();
        if (error != null) {
            sandbox.put(container.exited(context.now(), machine.runtime().notStarted(error)));
            changed(sandbox);
            return new CriResponse.Failed(machine.runtime().start(id, error));
        }
        sandbox.put(container.started(context.now()));
        live.started(context.now());
        context.trace(sandbox.started(container));
        if (context.tracesDetails()) {
            context.trace(new ContainerHop(sandbox.identity().pod().toString(), container.name()));
        }
        changed(sandbox);
        actions.run(id, live);
        return new CriResponse.Done();
    }

    private CriResponse update(CriRequest.UpdateContainerResources request) {
        Sandbox sandbox = byContainer.get(request.containerId());
        if (sandbox == null || !sandbox.update(request)) {
            return new CriResponse.Failed("failed to find container \"" + request.containerId() + "\": not found");
        }
        changed(sandbox);
        return new CriResponse.Done();
    }

    private void stop(CriRequest.StopContainer request, Responder<CriResponse> out) {
        RuntimeContainer container = container(request.containerId());
        if (container == null || !container.isRunning()) {
            out.respond(new CriResponse.Done());
            return;
        }
        LiveProcess process = Objects.requireNonNull(processes.get(container.id()));
        ContainerProcess.Stop stop = process.process().stop();
        long needed = stop.nanos() < 0 ? work.draw("stop", machine.latencies().stop()) : stop.nanos();
        boolean killed = stop.ignored() || machine.troubles().hits(Trouble.STOPS_HANG) || needed > request.timeout();
        if (!stop.ignored()) {
            process.stopping(context.now());
        }
        Timer end = context.after(
                killed ? request.timeout() : needed,
                () -> exit(request.containerId(), Exit.of(killed ? KILLED : stop.code())));
        process.whenEnded(() -> {
            end.cancel();
            out.respond(new CriResponse.Done());
        });
    }

    private void killAll(String sandboxId) {
        Sandbox sandbox = sandboxes.get(sandboxId);
        if (sandbox != null) {
            sandbox.containers().forEach(container -> exit(container.id(), Exit.of(KILLED)));
        }
    }

    private CriResponse stopSandbox(String sandboxId) {
        Sandbox sandbox = sandboxes.get(sandboxId);
        if (sandbox == null) {
            return new CriResponse.Done();
        }
        sandbox.pauseEnded();
        changed(sandbox);
        Optional<String> failure = network.tearDown(sandbox, context);
        return failure.isPresent() ? new CriResponse.Failed(failure.get()) : new CriResponse.Done();
    }

    private CriResponse remove(String sandboxId) {
        CriResponse stopped = stopSandbox(sandboxId);
        Sandbox sandbox = sandboxes.get(sandboxId);
        if (sandbox != null && stopped instanceof CriResponse.Done) {
            forget(sandbox);
        }
        return stopped;
    }

    private void forget(Sandbox sandbox) {
        machine.disk().logs().keep(sandbox.describe());
        drop(sandbox);
        directory.remove(sandbox.identity().pod(), this);
        changed(sandbox);
    }

    private void drop(Sandbox sandbox) {
        sandboxes.remove(sandbox.id());
        sandbox.containers().forEach(container -> {
            exit(container.id(), Exit.of(KILLED));
            byContainer.remove(container.id());
            processes.remove(container.id());
        });
        machine.disk().removeSandbox(sandbox.id());
    }

    /** Ends the process of a container, if it runs. */
    private void exit(String id, Exit how) {
        RuntimeContainer container = container(id);
        if (container != null && container.isRunning()) {
            Sandbox sandbox = Objects.requireNonNull(byContainer.get(id));
            sandbox.put(container.exited(context.now(), how));
            LiveProcess process = Objects.requireNonNull(processes.get(id));
            process.ended();
            context.trace(sandbox.ended(id));
            executions.containerEnded(id);
            if ("OOMKilled".equals(how.reason())) {
                machine.troubles().kernelLog().killed(container.name());
            }
            changed(sandbox);
            process.notifyWaiters();
        }
    }

    private @Nullable RuntimeContainer container(String id) {
        Sandbox sandbox = byContainer.get(id);
        return sandbox == null ? null : sandbox.byId(id);
    }

    boolean exitContainer(ObjectKey pod, Exit how) {
        Optional<RuntimeContainer> running = of(pod).stream()
                .flatMap(sandbox -> Stream.ofNullable(sandbox.firstRunning()))
                .findFirst();
        running.ifPresent(container -> exit(container.id(), how));
        return running.isPresent();
    }

    boolean exitSandbox(ObjectKey pod) {
        Optional<Sandbox> ready = of(pod).stream().filter(Sandbox::isReady).findFirst();
        ready.ifPresent(sandbox -> {
            sandbox.pauseEnded();
            changed(sandbox);
        });
        return ready.isPresent();
    }

    boolean setServing(ObjectKey pod, boolean serving) {
        List<Sandbox> found = of(pod);
        found.forEach(sandbox -> {
            sandbox.setServing(serving);
            changed(sandbox);
        });
        return !found.isEmpty();
    }

    private List<Sandbox> of(ObjectKey pod) {
        return sandboxes.values().stream().filter(one -> one.isOf(pod)).toList();
    }

    private void changed(Sandbox sandbox) {
        PodChanged notice = new PodChanged(sandbox.identity().uid());
        watchers.forEach(watcher -> watcher.send(notice));
    }
}
