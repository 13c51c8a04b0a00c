package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Exit;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Question;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Stop;
import dev.wavetank.model.trace.NotSimulatedTrace;
import dev.wavetank.sim.component.Context;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Schedules what the processes of containers do by themselves: their steps, their questions and their ends. */
final class OwnActions {

    private final Context context;
    private final Machine machine;
    private final RuntimeWork work;
    private final ListeningPorts ports;
    private final Map<String, Sandbox> byContainer;
    private final Consumer<Sandbox> changed;
    private final BiConsumer<String, Exit> exit;

    /**
     * Of the containers of a runtime.
     *
     * @param byContainer their sandboxes
     * @param changed reports that a probe may find something else in a sandbox
     * @param exit ends the process of a container
     */
    OwnActions(
            Context context,
            Machine machine,
            RuntimeWork work,
            ListeningPorts ports,
            Map<String, Sandbox> byContainer,
            Consumer<Sandbox> changed,
            BiConsumer<String, Exit> exit) {
        this.context = context;
        this.machine = machine;
        this.work = work;
        this.ports = ports;
        this.byContainer = byContainer;
        this.changed = changed;
        this.exit = exit;
    }

    /** What the process of a container does that has just been started. */
    void run(String id, LiveProcess live) {
        live.whenTerminated(() -> terminate(id, live));
        for (ContainerProcess.Window window : live.process().windows()) {
            visibly(id, window.from(), () -> {});
            visibly(id, window.to(), () -> {});
        }
        goOn(id, live);
    }

    /** SIGTERM comes from a command in the container, as with {@code kill 1}. */
    private void terminate(String id, LiveProcess live) {
        Stop stop = live.process().stop();
        if (!stop.ignored() && !live.isStopping()) {
            live.stopping(context.now());
            long needed =
                    stop.nanos() < 0 ? work.draw("stop", machine.latencies().stop()) : stop.nanos();
            context.after(needed, () -> exit.accept(id, Exit.of(stop.code())));
        }
    }

    private void goOn(String id, LiveProcess live) {
        ContainerProcess process = live.process();
        long age = live.age(context.now());
        for (Step step : process.steps()) {
            if (step.at() == 0 && step.change() == Change.LISTENS) {
                ports.take(step, byContainer.get(id), id, live);
            } else {
                visibly(id, Math.max(0, step.at() - age), () -> ports.take(step, byContainer.get(id), id, live));
            }
        }
        long rest = Math.max(0, process.nanos() - age);
        switch (process.kind()) {
            case INIT -> work.await("init", machine.latencies().initRun(), () -> exit.accept(id, process.exit()));
            case TASK -> work.await("task", machine.latencies().taskRun(), () -> exit.accept(id, process.exit()));
            case TIMED -> context.after(rest, () -> exit.accept(id, process.exit()));
            case ASKING -> context.after(rest, () -> ask(id, live, Objects.requireNonNull(process.question())));
            case SERVER -> {
                // It ends when it is stopped.
            }
        }
    }

    private void ask(String id, LiveProcess live, Question question) {
        Sandbox sandbox = byContainer.get(id);
        RuntimeContainer container = sandbox == null ? null : sandbox.byId(id);
        if (sandbox == null || container == null || live.hasEnded()) {
            return;
        }
        Optional<ContainerProcess> next = question.next().apply(live.answer(question.asked()));
        if (next.isPresent()) {
            live.goesOn(next.get());
            sandbox.put(container.withLog(next.get().log()));
            goOn(id, live);
        } else {
            context.trace(new NotSimulatedTrace(
                    "pod/" + sandbox.identity().pod(),
                    "how the command of container " + container.name() + " goes on after it "
                            + question.asked().deed() + "; it runs until it is stopped"));
        }
    }

    /** Schedules something that probes may notice. */
    private void visibly(String id, long at, Runnable action) {
        if (at != Long.MAX_VALUE) {
            context.after(at, () -> {
                action.run();
                if (byContainer.get(id) != null) {
                    changed.accept(byContainer.get(id));
                }
            });
        }
    }
}
