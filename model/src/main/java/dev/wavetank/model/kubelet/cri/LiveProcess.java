package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubelet.cri.process.Commands;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A process of a container: what others find when they reach it. */
final class LiveProcess {

    private final ContainerProcess process;
    private final ContainerView view;
    private final Map<String, String> files = new TreeMap<>();
    private final Set<String> ports = new TreeSet<>();
    private long startedAt;
    private long stoppingSince = -1;
    private boolean ended;
    private final List<Runnable> waiters = new ArrayList<>(1);

    LiveProcess(ContainerProcess process, ContainerView view) {
        this.process = process;
        this.view = view;
    }

    ContainerProcess process() {
        return process;
    }

    void started(long now) {
        startedAt = now;
    }

    /** It has got SIGTERM, and heeds it. */
    void stopping(long now) {
        stoppingSince = now;
    }

    /** It changes nothing any more, and neither do the commands that were executed beside it. */
    void ended() {
        ended = true;
    }

    /** Does something when it has ended, also when it ends before it would be killed. */
    void whenEnded(Runnable action) {
        waiters.add(action);
    }

    /** Does what waits for the end. */
    void notifyWaiters() {
        waiters.forEach(Runnable::run);
        waiters.clear();
    }

    boolean isStopping() {
        return stoppingSince >= 0;
    }

    /** Virtual time of its SIGTERM, when it {@link #isStopping}. */
    long stoppingSince() {
        return stoppingSince;
    }

    /** Whether it takes a connection to a port now. A process that is not ready for probes takes none either. */
    boolean accepts(int port, long now) {
        boolean fails = process.windows().stream().anyMatch(window -> window.covers("readiness", now - startedAt));
        return !isStopping() && isOpen(port, fails);
    }

    void apply(Step step, long now) {
        if (ended) {
            return;
        }
        switch (step.change()) {
            case FILE_MADE -> {
                if (!view.write(step.name(), step.content(), now)) {
                    files.put(step.name(), step.content());
                }
            }
            case FILE_REMOVED -> {
                if (!view.write(step.name(), null, now)) {
                    files.remove(step.name());
                }
            }
            case LISTENS -> ports.add(step.name());
        }
    }

    /**
     * What a command does in the container from now on; empty when it is not understood.
     *
     * @param longest nanoseconds after which it is killed
     */
    Optional<Commands.Executed> execute(List<String> command, long longest, Context context) {
        Optional<Commands.Executed> executed = Commands.execute(command, files, view);
        executed.ifPresent(begun -> begun.steps().stream()
                .filter(step -> step.at() <= longest)
                .forEach(step -> {
                    if (step.at() == 0) {
                        apply(step, context.now());
                    } else {
                        context.after(step.at(), () -> apply(step, context.now()));
                    }
                }));
        return executed;
    }

    /**
     * What a handler finds.
     *
     * @param answer the result
     * @param nanos how long it takes
     * @param understood whether the model knows what the handler does
     */
    record Reached(CriResponse.Handled answer, long nanos, boolean understood) {

        private static Reached at(int code, String text) {
            return new Reached(new CriResponse.Handled(code, text, true), 0, true);
        }
    }

    /** What a handler finds now; {@code refuses} means that the pod takes no connections at present. */
    Reached reach(CriRequest.Handle request, String ip, boolean refuses, Context context) {
        long age = context.now() - startedAt;
        boolean fails = refuses || process.windows().stream().anyMatch(window -> window.covers(request.kind(), age));
        Map<String, Object> handler = request.handler();
        if (handler.get("exec") instanceof Map<?, ?> exec) {
            return fails ? Reached.at(1, "") : run(words(exec.get("command")), request.timeout(), context);
        }
        if (handler.get("httpGet") instanceof Map<?, ?> get) {
            return http(get, ip, fails, request.kind());
        }
        if (handler.get("tcpSocket") instanceof Map<?, ?> socket) {
            String address = ip + ":" + socket.get("port");
            return isOpen(socket.get("port"), fails) ? Reached.at(0, "") : Reached.at(1, refused(address));
        }
        if (handler.get("grpc") instanceof Map<?, ?> grpc) {
            String address = ip + ":" + grpc.get("port");
            return isOpen(grpc.get("port"), fails) ? Reached.at(0, "") : unanswered(address, request.timeout());
        }
        if (handler.get("sleep") instanceof Map<?, ?> sleep && sleep.get("seconds") instanceof Number seconds) {
            long nanos = seconds.longValue() * VirtualTime.SECOND;
            return new Reached(new CriResponse.Handled(0, "", true), Math.min(nanos, request.timeout()), true);
        }
        return new Reached(new CriResponse.Handled(0, "", true), 0, false);
    }

    /** A gRPC probe tries to connect for as long as it may (pkg/probe/grpc/grpc.go v1.24). */
    private static Reached unanswered(String address, long timeout) {
        String text = "timeout: failed to connect service \"" + address + "\" within " + GoDuration.seconds(timeout)
                + ": context deadline exceeded";
        return new Reached(new CriResponse.Handled(1, text, true), timeout, true);
    }

    private Reached run(List<String> command, long timeout, Context context) {
        Optional<Commands.Executed> executed = execute(command, timeout, context);
        if (executed.isEmpty()) {
            return new Reached(new CriResponse.Handled(0, "", true), 0, false);
        }
        Commands.Executed result = executed.get();
        return result.nanos() > timeout
                ? new Reached(new CriResponse.Handled(ContainerRuntime.KILLED, "", false), timeout, true)
                : new Reached(new CriResponse.Handled(result.code(), result.output(), true), result.nanos(), true);
    }

    private Reached http(Map<?, ?> get, String ip, boolean fails, String kind) {
        String address = ip + ":" + get.get("port");
        String path = get.get("path") == null ? "/" : String.valueOf(get.get("path"));
        if (!isOpen(get.get("port"), fails)) {
            // The URL of a hook has one slash too many (handlers.go of v1.20).
            String url = "http://" + address + (kind.equals("hook") ? "/" : "") + path;
            return Reached.at(1, "Get \"" + url + "\": " + refused(address));
        }
        boolean found = process.listensOnAll() || path.equals("/");
        return found ? Reached.at(0, "") : Reached.at(1, "HTTP probe failed with statuscode: 404");
    }

    private boolean isOpen(@Nullable Object port, boolean fails) {
        return !fails && (process.listensOnAll() || ports.contains(String.valueOf(port)));
    }

    private static String refused(String address) {
        return "dial tcp " + address + ": connect: connection refused";
    }

    static List<String> words(@Nullable Object command) {
        return command instanceof List<?> words
                ? words.stream().map(String::valueOf).toList()
                : List.of();
    }
}
