package dev.wavetank.model.traffic;

import dev.wavetank.model.address.ClusterDns;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.kubelet.cri.Connection;
import dev.wavetank.model.kubeproxy.ServiceRules;
import dev.wavetank.model.kubeproxy.ServiceRules.Destination;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Reply;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The resolver of a pod, as the kubelet has configured it: it asks the Service of the cluster's DNS for one name after
 * the other of its search path, waits five seconds for an answer, and asks each twice (resolv.conf(5); {@code ndots:5}
 * of the cluster).
 */
final class DnsClient {

    /** Where the kubelet has pods ask. */
    static final Destination SERVER = new Destination(ClusterDns.ADDRESS, 53);

    private static final List<String> SEARCH = ClusterDns.domains("default");

    /** {@code options timeout} and {@code attempts} of resolv.conf have these defaults. */
    private static final long TIMEOUT = 5 * VirtualTime.SECOND;

    private static final int ATTEMPTS = 2;

    /** How long a server works on a question: an estimate. */
    private static final long WORK = 200 * VirtualTime.MICROSECOND;

    private final Context context;
    private final Endpoint endpoint;
    private final PodNetworkMap network;
    private final Distribution path;
    private final RandomStream choices;
    private final RandomStream paths;

    DnsClient(Context context, Endpoint endpoint, PodNetworkMap network, Distribution path) {
        this.context = context;
        this.endpoint = endpoint;
        this.network = network;
        this.path = path;
        this.choices = context.random("dns-choices");
        this.paths = context.random("dns-paths");
    }

    /**
     * What came of a name.
     *
     * @param answer what it stands for; empty when there is none
     * @param reason why there is none; empty text when there is one
     */
    record Result(Optional<DnsServer.Answer> answer, String reason) {}

    /** A question on its way. */
    private final class Question {
        private final String node;
        private final List<String> names;
        private final Consumer<Result> done;
        private int next;
        private int tries;
        private String last = "";

        Question(String node, List<String> names, Consumer<Result> done) {
            this.node = node;
            this.names = names;
            this.done = done;
        }

        String name() {
            return names.get(next);
        }
    }

    /** Finds out what a name of a Service stands for. */
    void resolve(String node, ObjectKey service, Consumer<Result> done) {
        String name = service.name() + (service.namespace().equals("default") ? "" : "." + service.namespace());
        ask(new Question(node, names(name), done));
    }

    /** The names that a resolver tries, in order. */
    static List<String> names(String name) {
        return ClusterDns.searched(name, SEARCH, ClusterDns.NDOTS);
    }

    private void ask(Question question) {
        Optional<ServiceRules.Rule> rule = network.rulesOf(question.node).find(SERVER);
        if (rule.isEmpty()) {
            wait(question, question.node + " has no rule for " + SERVER);
            return;
        }
        List<Destination> backends = rule.get().backends();
        if (backends.isEmpty()) {
            again(question, "by the rules of " + question.node + " the Service of DNS has no endpoints");
            return;
        }
        Destination server = network.rulesOf(question.node).choose(SERVER, rule.get(), choices);
        Optional<String> node = network.nodeOf(server.address());
        Optional<String> loss = network.loss(question.node, server.address());
        long latency = node.filter(question.node::equals).isPresent() ? 0 : path.sample(paths);
        OptionalLong takes = node.isEmpty() || loss.isPresent()
                ? OptionalLong.empty()
                : network.carry(question.node, node.get(), latency);
        if (takes.isEmpty()) {
            wait(question, loss.orElse("packets to the DNS server " + server.address() + " are lost"));
            return;
        }
        long asked = context.now();
        context.after(
                takes.getAsLong(),
                () -> endpoint.call(
                                Connection.address(node.get()),
                                new Connection(server.address(), server.port(), WORK),
                                TIMEOUT)
                        .whenDone(reply -> answered(question, node.get(), latency, asked, reply)));
    }

    private void answered(Question question, String node, long latency, long asked, Reply<Connection.Answer> reply) {
        if (reply instanceof Reply.Answer<Connection.Answer> answer
                && answer.value() instanceof Connection.Answer.Served served) {
            OptionalLong back = network.carry(node, question.node, latency);
            if (back.isPresent() && network.dns().isPresent()) {
                DnsServer.Answer found = network.dns().get().ask(served.pod(), question.name());
                context.after(back.getAsLong(), () -> told(question, found));
                return;
            }
            wait(question, "the answer of the DNS server " + served.pod() + " is lost", asked);
        } else if (reply instanceof Reply.Answer<Connection.Answer> answer
                && answer.value() instanceof Connection.Answer.Refused refused) {
            again(question, "the DNS server " + refused.pod() + " does not listen: " + refused.reason());
        } else {
            wait(question, "no DNS server has the address that the rules of " + question.node + " lead to", asked);
        }
    }

    private void told(Question question, DnsServer.Answer answer) {
        if (answer.exists()) {
            question.done.accept(new Result(Optional.of(answer), ""));
        } else if (question.next + 1 < question.names.size()) {
            question.next++;
            question.tries = 0;
            ask(question);
        } else {
            question.done.accept(new Result(Optional.empty(), "the DNS knows no such name"));
        }
    }

    private void wait(Question question, String reason) {
        wait(question, reason, context.now());
    }

    /** Nothing comes: the resolver waits for its time before it asks again. */
    private void wait(Question question, String reason, long asked) {
        question.last = reason;
        context.after(Math.max(0, asked + TIMEOUT - context.now()), () -> again(question, reason));
    }

    private void again(Question question, String reason) {
        question.last = reason;
        if (++question.tries < ATTEMPTS) {
            ask(question);
        } else {
            question.done.accept(
                    new Result(Optional.empty(), "temporary failure in name resolution: " + question.last));
        }
    }
}
