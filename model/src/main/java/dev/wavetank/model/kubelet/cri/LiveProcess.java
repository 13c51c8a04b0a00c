package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.kubelet.cri.process.Commands;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.model.kubelet.cri.process.ContainerView;
import dev.wavetank.model.kubelet.cri.process.FileEntry;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer;
import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import dev.wavetank.model.kubelet.cri.process.NetworkQuestion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A process of a container: what others find when they reach it. */
final class LiveProcess {

    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost");
    private static final List<String> LOOPBACK_ADDRESSES = List.of("127.0.0.1");

    private static final Pattern ADDRESS = Pattern.compile("[0-9]+(\\.[0-9]+){3}");

    /** How long one question to the DNS takes, and one connection: an estimate. */
    private static final long QUESTION = VirtualTime.MILLISECOND;

    /** After it a kernel says that there is no host with an address: it has asked three times (RFC 1122, ARP). */
    private static final long NO_ANSWER = 3 * VirtualTime.SECOND;

    private ContainerProcess process;
    private final ContainerView view;
    private final ProcessNetwork network;
    private final IntFunction<Attempt> loopback;
    /** Whether its pod has the network of the node. */
    private final boolean isOnHost;

    private final Map<String, String> files = new TreeMap<>();
    private final Set<String> ports = new TreeSet<>();
    private long startedAt;
    private long stoppingSince = -1;
    private boolean ended;
    private final List<Runnable> waiters = new ArrayList<>(1);
    /** What SIGTERM from another process of the container does. */
    private Runnable termination = () -> {};

    /**
     * A process that has not begun.
     *
     * @param loopback what becomes of its connection to a port of its own pod
     * @param isOnHost whether its pod has the network of the node
     */
    LiveProcess(
            ContainerProcess process,
            ContainerView view,
            ProcessNetwork network,
            IntFunction<Attempt> loopback,
            boolean isOnHost) {
        this.network = network;
        this.loopback = loopback;
        this.isOnHost = isOnHost;
        this.process = process;
        this.view = view;
    }

    ContainerProcess process() {
        return process;
    }

    void started(long now) {
        startedAt = now;
    }

    /** How long ago it was started. */
    long age(long now) {
        return now - startedAt;
    }

    boolean hasEnded() {
        return ended;
    }

    /** Goes on with what it has asked for. */
    void goesOn(ContainerProcess next) {
        process = next;
    }

    /** Sets what SIGTERM from another process of the container does. */
    void whenTerminated(Runnable action) {
        termination = action;
    }

    /** The answer to what it asks for: the time at which it has started, or what it finds in the network. */
    NetworkAnswer answer(NetworkQuestion question) {
        if (question.isTime()) {
            return new NetworkAnswer("", List.of(), startedAt);
        }
        String host = question.host();
        if (question.port() > 0
                && (LOOPBACK.contains(host) || host.equals(view.variables().get("HOSTNAME")))) {
            return new NetworkAnswer(host, LOOPBACK_ADDRESSES, loopback.apply(question.port()), 0);
        }
        boolean isAddress = question.port() > 0 && ADDRESS.matcher(host).matches();
        NetworkAnswer found = isAddress ? new NetworkAnswer(host, List.of(host), 0) : resolve(host);
        if (question.port() == 0 || found.addresses().isEmpty()) {
            return found;
        }
        Attempt attempt = network.connect(found.addresses().get(0), question.port());
        return found.after(attempt, attempt == Attempt.UNREACHABLE ? NO_ANSWER : QUESTION);
    }

    /** What its resolver finds: it asks for one name of its search path after the other. */
    private NetworkAnswer resolve(String name) {
        long nanos = 0;
        for (String searched : view.searched(name)) {
            nanos += QUESTION;
            List<String> found = network.lookUp(searched);
            if (!found.isEmpty()) {
                return new NetworkAnswer(searched, found, nanos);
            }
        }
        return new NetworkAnswer("", List.of(), nanos);
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
            case FILE_EXTENDED -> {
                FileEntry there = view.find(step.name());
                String before = there == null ? files.getOrDefault(step.name(), "") : there.text();
                if (!view.write(step.name(), before + step.content(), now)) {
                    files.put(step.name(), files.getOrDefault(step.name(), "") + step.content());
                }
            }
            case FILE_REMOVED -> {
                if (!view.write(step.name(), null, now)) {
                    files.remove(step.name());
                }
            }
            case LISTENS -> ports.add(step.name());
            case TERMINATED -> termination.run();
        }
    }

    /** Whether it has a port: no other process of its network can listen there. */
    boolean has(String port) {
        return !ended && ports.contains(port);
    }

    /**
     * What a command does in the container from now on; empty when it is not understood.
     *
     * @param longest nanoseconds after which it is killed
     */
    Optional<Commands.Executed> execute(List<String> command, long longest, Context context) {
        Optional<Commands.Executed> executed = Commands.execute(command, files, view, this::answer, context.now());
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

        private static Reached unknown() {
            return new Reached(new CriResponse.Handled(0, "", true), 0, false);
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
            return isElsewhere(get, ip) ? Reached.unknown() : http(get, ip, fails, request.kind());
        }
        if (handler.get("tcpSocket") instanceof Map<?, ?> socket) {
            return isElsewhere(socket, ip) ? Reached.unknown() : connect(socket, ip, fails, request.kind());
        }
        if (handler.get("grpc") instanceof Map<?, ?> grpc) {
            String address = ip + ":" + grpc.get("port");
            return isOpen(grpc.get("port"), fails) ? Reached.at(0, "") : unanswered(address, request.timeout());
        }
        if (handler.get("sleep") instanceof Map<?, ?> sleep && sleep.get("seconds") instanceof Number seconds) {
            long nanos = seconds.longValue() * VirtualTime.SECOND;
            return new Reached(new CriResponse.Handled(0, "", true), Math.min(nanos, request.timeout()), true);
        }
        return Reached.unknown();
    }

    /**
     * Whether a handler names a host that is not known: neither the pod nor the node itself, from which the kubelet
     * connects ({@code pkg/kubelet/prober/prober.go} v1.20).
     */
    private static boolean isElsewhere(Map<?, ?> action, String ip) {
        String host = host(action, ip);
        return !host.equals(ip) && !LOOPBACK.contains(host);
    }

    private static String host(Map<?, ?> action, String ip) {
        Object host = action.get("host");
        return host == null || host.equals("") ? ip : String.valueOf(host);
    }

    /** Nothing of a pod listens on the loopback device of its node, unless the pod has the network of the node. */
    private boolean isOpenAt(Map<?, ?> action, String ip, boolean fails) {
        return (isOnHost || host(action, ip).equals(ip)) && isOpen(action.get("port"), fails);
    }

    private static String address(Map<?, ?> action, String ip) {
        String host = host(action, ip);
        return (host.equals("localhost") ? "127.0.0.1" : host) + ":" + action.get("port");
    }

    /** There are no hooks of this kind, although the API takes them (pkg/kubelet/lifecycle/handlers.go v1.20). */
    private Reached connect(Map<?, ?> socket, String ip, boolean fails, String kind) {
        if (kind.equals("hook")) {
            Object host = socket.get("host");
            return Reached.at(
                    1,
                    "invalid handler: &Handler{Exec:nil,HTTPGet:nil,TCPSocket:&TCPSocketAction{Port:{0 "
                            + socket.get("port") + " },Host:" + (host == null ? "" : host) + ",},}");
        }
        return isOpenAt(socket, ip, fails) ? Reached.at(0, "") : Reached.at(1, refused(address(socket, ip)));
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
            return Reached.unknown();
        }
        Commands.Executed result = executed.get();
        return result.nanos() > timeout
                ? new Reached(new CriResponse.Handled(ContainerRuntime.KILLED, "", false), timeout, true)
                : new Reached(new CriResponse.Handled(result.code(), result.output(), true), result.nanos(), true);
    }

    private Reached http(Map<?, ?> get, String ip, boolean fails, String kind) {
        boolean isHook = kind.equals("hook");
        // A hook does without TLS, and since v1.26 when the server has none (pkg/kubelet/lifecycle/handlers.go).
        boolean secure = "HTTPS".equals(get.get("scheme")) && !isHook;
        String path = get.get("path") == null ? "/" : String.valueOf(get.get("path"));
        // The URL of a hook has one slash too many (handlers.go of v1.20).
        String url =
                (secure ? "https://" : "http://") + host(get, ip) + ":" + get.get("port") + (isHook ? "/" : "") + path;
        if (!isOpenAt(get, ip, fails)) {
            return Reached.at(1, "Get \"" + url + "\": " + refused(address(get, ip)));
        }
        if (secure && process.listensOnAll()) {
            return Reached.unknown();
        }
        if (secure) {
            return Reached.at(1, "Get \"" + url + "\": http: server gave HTTP response to HTTPS client");
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
