package dev.wavetank.model.kubectl.logs;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.kubectl.info.Reads;
import dev.wavetank.model.kubectl.pods.PodOrder;
import dev.wavetank.model.kubectl.pods.WorkloadPods;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.ResourceArguments;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code logs}: what containers have written (kubectl, pkg/cmd/logs/logs.go, v1.32). Those of the simulation write
 * nothing, so the command prints nothing, or why there is no log.
 */
public final class LogsCommand implements Command {

    private static final String USAGE = "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\n"
            + "POD or TYPE/NAME is a required argument for the logs command";

    private static final int STREAMS = 5;

    /** {@code defaultPodLogsTimeout}. */
    private static final long WAIT = 20 * VirtualTime.SECOND;

    private final Session session;
    private final Reads reads;
    private final LogOptions options;
    private final String selector;
    private final WorkloadPods workloads;
    /** A workload; null when it is a pod that was named, or none. */
    private final ResourceArguments.@Nullable Target workload;

    private final String name;
    private final String wanted;

    /** Checks the command line. */
    public LogsCommand(Session session) {
        this.session = session;
        this.reads = new Reads(session);
        Invocation line = session.line();
        List<String> words = line.arguments();
        this.selector = line.value(Flag.SELECTOR).orElse("");
        if (words.size() > 2 || words.isEmpty() && selector.isEmpty()) {
            throw UsageException.withManual(line.verb(), USAGE);
        }
        if (words.size() == 1 && !selector.isEmpty()) {
            throw UsageException.withManual(line.verb(), "only a selector (-l) or a POD name is allowed");
        }
        if (words.size() == 2 && line.value(Flag.CONTAINER).isPresent()) {
            throw UsageException.withManual(line.verb(), "only one of -c or an inline [CONTAINER] arg is allowed");
        }
        this.options = LogOptions.of(line);
        this.wanted =
                words.size() == 2 ? words.get(1) : line.value(Flag.CONTAINER).orElse("");
        this.workloads = new WorkloadPods(session, PodOrder.BY_LOGGING, "cannot get the logs from", WAIT);
        if (!words.isEmpty() && words.get(0).contains("/")) {
            ResourceArguments.Target target =
                    session.targets(words.subList(0, 1)).get(0);
            this.workload = target.resource().equals(Resources.PODS) ? null : target;
            this.name = target.name();
        } else {
            this.workload = null;
            this.name = words.isEmpty() ? "" : words.get(0);
        }
    }

    @Override
    public Completion<Boolean> run() {
        String pods = "/api/v1/namespaces/" + session.namespace() + "/pods";
        if (name.isEmpty()) {
            return reads.get(pods + "?labelSelector=" + encoded(selector)).then(found -> {
                if (found.isEmpty()) {
                    return Completion.of(false);
                }
                List<ObjectFields> chosen = found.get().list("items");
                if (chosen.isEmpty()) {
                    session.note("No resources found in " + session.namespace() + " namespace.");
                }
                return each(chosen);
            });
        }
        if (workload != null) {
            return workloads.of(workload).then(this::ofWorkload);
        }
        return reads.get(pods + "/" + name, "pods " + name)
                .then(found -> found.isEmpty() ? Completion.of(false) : each(List.of(found.get())));
    }

    /** The most telling pod of a workload, which is the first. */
    private Completion<Boolean> ofWorkload(List<ObjectFields> pods) {
        if (pods.size() < 2 || session.line().isOn(Flag.ALL_PODS)) {
            return each(pods);
        }
        session.note("Found " + pods.size() + " pods, using pod/" + pods.get(0).text("metadata.name"));
        return each(pods.subList(0, 1));
    }

    private Completion<Boolean> each(List<ObjectFields> pods) {
        List<String> logs = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        for (ObjectFields pod : pods) {
            String path = "/api/v1/namespaces/" + pod.text("metadata.namespace") + "/pods/" + pod.text("metadata.name");
            for (String container : containers(pod)) {
                logs.add(path + "/log?" + options.of(container));
                prefixes.add("[pod/" + pod.text("metadata.name") + "/" + container + "] ");
            }
        }
        int most = session.line().number(Flag.MAX_LOG_REQUESTS).orElse(STREAMS);
        if (session.line().isOn(Flag.FOLLOW) && logs.size() > most) {
            session.fail("error: you are attempting to follow " + logs.size() + " log streams, but maximum allowed"
                    + " concurrency is " + most + ", use --max-log-requests to increase the limit");
            return Completion.of(true);
        }
        boolean prefixed =
                session.line().isOn(Flag.LOG_PREFIX) || session.line().isOn(Flag.ALL_PODS);
        return Command.inOrder(
                logs,
                log -> reads.text(log).map(text -> {
                    String prefix = prefixed ? prefixes.get(logs.indexOf(log)) : "";
                    text.ifPresent(all -> all.lines().forEach(one -> session.print(prefix + one)));
                    return text.isPresent() || session.line().isOn(Flag.IGNORE_ERRORS);
                }));
    }

    /** The containers of a pod whose logs are wanted; none when that is not clear. */
    private List<String> containers(ObjectFields pod) {
        List<String> names = names(pod, "spec.containers");
        List<String> init = names(pod, "spec.initContainers");
        List<String> ephemeral = names(pod, "spec.ephemeralContainers");
        if (session.line().isOn(Flag.ALL_CONTAINERS)) {
            List<String> all = new ArrayList<>(init);
            all.addAll(names);
            all.addAll(ephemeral);
            return all;
        }
        if (!wanted.isEmpty()) {
            return List.of(wanted);
        }
        Object chosen = pod.map("metadata.annotations").get("kubectl.kubernetes.io/default-container");
        if (chosen instanceof String container && names.contains(container)) {
            return List.of(container);
        }
        List<String> shown = new ArrayList<>(names);
        ephemeral.forEach(container -> shown.add(container + " (ephem)"));
        init.forEach(container -> shown.add(container + " (init)"));
        if (shown.size() > 1 && !session.has(Feature.KUBECTL_DEFAULTED_CONTAINER) && names.size() > 1) {
            session.fail("error: a container name must be specified for pod " + pod.text("metadata.name")
                    + ", choose one of: [" + String.join(" ", names) + "]");
            return List.of();
        }
        if (shown.size() > 1 && session.has(Feature.KUBECTL_DEFAULTED_CONTAINER)) {
            session.note("Defaulted container \"" + names.get(0) + "\" out of: " + String.join(", ", shown));
        }
        return names.subList(0, 1);
    }

    private static List<String> names(ObjectFields pod, String path) {
        return pod.list(path).stream().map(container -> container.text("name")).toList();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
