package dev.wavetank.model.apiserver.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.apiserver.AuthorizationConfig;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;

/** Nobody does what no rule permits, while roles and bindings change and servers crash; who may, is not refused. */
class AuthorizationProperties {

    /** How much later than etcd a server may know of a rule: its watch travels over a slow link at most. */
    private static final long LAG = 100 * VirtualTime.MILLISECOND;

    private static final long SETTLED = 15 * VirtualTime.SECOND;
    private static final List<User> USERS = List.of(
            new User("alice", List.of(User.AUTHENTICATED)), new User("bob", List.of("devs", User.AUTHENTICATED)));

    /** Changes of rules, and clients that try what they may. */
    record Unrest(long seed, int servers, List<RoleChange> changes, List<List<Operation>> programs, FaultPlan faults) {

        @Override
        public String toString() {
            StringBuilder story = new StringBuilder(new Storm(seed, 1, servers, programs, faults).toString());
            changes.forEach(change -> story.append("\n  ").append(change));
            return story.toString();
        }
    }

    @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
    void what_is_stored_was_permitted_and_what_is_always_permitted_is_not_refused(@ForAll("unrest") Unrest unrest) {
        assertThat(flaw(unrest)).as(unrest.toString()).isEmpty();
    }

    private static Optional<String> flaw(Unrest unrest) {
        Map<String, User> tokens = new LinkedHashMap<>();
        tokens.put("master", User.master("root"));
        USERS.forEach(user -> tokens.put(user.name(), user));
        ApiServerConfig config =
                ApiServerConfig.DEFAULT.withTokens(tokens).withAuthorization(AuthorizationConfig.of("RBAC"));
        InvariantWorld world = new InvariantWorld(unrest.seed(), 1, unrest.servers(), config, List.of());
        List<Worker> workers = new ArrayList<>();
        for (int number = 0; number < unrest.programs().size(); number++) {
            List<Operation> program = unrest.programs().get(number);
            String token = user(number).name();
            world.addClient(number, token, (context, door) -> {
                Worker worker = new Worker(context, door, program);
                workers.add(worker);
                return worker;
            });
        }
        world.add("administrator", (context, endpoint) -> new Administrator(context, endpoint, unrest.changes()));
        world.start(unrest.faults());
        world.run(Math.max(unrest.faults().healedBy(), 0) + 15 * Door.DEADLINE + SETTLED);
        RuleHistory rules = new RuleHistory(world.entries());
        for (int number = 0; number < workers.size(); number++) {
            for (Call call : workers.get(number).calls) {
                Optional<String> flaw = flaw(call, question(user(number), call), rules, committed(world, call));
                if (flaw.isPresent()) {
                    return flaw.map(text -> text + ": " + call);
                }
            }
        }
        return Optional.empty();
    }

    private static User user(int client) {
        return USERS.get(client / 2 % USERS.size());
    }

    private static Optional<String> flaw(Call call, Attributes question, RuleHistory rules, long committed) {
        Outcome.Kind kind = call.outcome.kind();
        boolean forbidden = kind == Outcome.Kind.FORBIDDEN;
        if (committed >= 0) {
            if (forbidden) {
                return Optional.of("stored although refused");
            }
            return rules.allowsSometime(question, call.asked - LAG, committed)
                    ? Optional.empty()
                    : Optional.of("stored although nothing permitted it");
        }
        if (kind == Outcome.Kind.UNKNOWN || kind == Outcome.Kind.REFUSED) {
            return Optional.empty();
        }
        if (forbidden && rules.allowsAlways(question, call.asked - LAG, call.heard)) {
            return Optional.of("refused although permitted all the time");
        }
        return forbidden || rules.allowsSometime(question, call.asked - LAG, call.heard)
                ? Optional.empty()
                : Optional.of("answered although nothing permitted it");
    }

    /** When the value of a call was stored; -1 when it never was. */
    private static long committed(InvariantWorld world, Call call) {
        for (TraceEntry entry : world.entries()) {
            if (call.what.isWrite()
                    && entry.record() instanceof StoreTrace commit
                    && commit.resource().equals(Door.CONFIG_MAPS)
                    && Door.valueOf(commit.object()).equals(call.value)) {
                return entry.time();
            }
        }
        return -1;
    }

    private static Attributes question(User user, Call call) {
        String verb = switch (call.what) {
            case GET -> "get";
            case CREATE -> "create";
            case UPDATE -> "update";
            case PATCH -> "patch";
            case DELETE, DELETE_SEEN -> "delete";
        };
        String name = call.what == Operation.What.CREATE ? "" : call.key;
        return new Attributes(user, verb, Attributes.Resource.of(Door.CONFIG_MAPS, "", "default", name));
    }

    /** Changes roles and bindings, one after the other. */
    private record Administrator(Context context, Endpoint endpoint, List<RoleChange> changes) implements Component {

        @Override
        public void start() {
            next(0);
        }

        private void next(int number) {
            if (number < changes.size()) {
                RoleChange change = changes.get(number);
                context.after(
                        change.pause(),
                        () -> endpoint.call(
                                        ApiCall.requests(InvariantWorld.serverName(1)),
                                        new ApiCall("master", "administrator", request(change)),
                                        Door.DEADLINE)
                                .whenDone(reply -> next(number + 1)));
            }
        }

        private static ApiRequest request(RoleChange change) {
            ResourceType resource = SystemRoles.resources().stream()
                    .filter(type -> type.kind().equals(change.object().kind()))
                    .findFirst()
                    .orElseThrow();
            return change.stores()
                    ? ApiRequest.Create.of(resource, change.object())
                    : new ApiRequest.Delete(
                            resource,
                            change.object().key().namespace(),
                            change.object().key().name(),
                            ApiRequest.DeleteOptions.DEFAULT);
        }
    }

    @Provide
    Arbitrary<Unrest> unrest() {
        return Arbitraries.of(1, 2).flatMap(servers -> {
            Arbitrary<String> server =
                    Arbitraries.integers().between(1, servers).map(InvariantWorld::serverName);
            Arbitrary<Fault> faults = Arbitraries.oneOf(
                    server.map(ComponentFault.Crash::new),
                    server.map(name -> new LinkFault.Partition(new LinkSelector("client-*", name))),
                    server.map(name -> new LinkFault.Delay(
                            new LinkSelector("client-*", name), VirtualTime.SECOND, VirtualTime.SECOND)));
            Arbitrary<FaultPlan> plans = Combinators.combine(faults, Storms.millis(0, 3_000), Storms.millis(1, 2_000))
                    .as((fault, opens, duration) -> FaultClause.at(opens, duration, fault))
                    .list()
                    .ofMaxSize(3)
                    .map(FaultPlan::new);
            return Combinators.combine(
                            Arbitraries.longs().between(1, 1_000_000),
                            Arbitraries.just(servers),
                            RoleChange.any().list().ofMaxSize(14).withSizeDistribution(RandomDistribution.uniform()),
                            Storms.programs().list().ofMinSize(1).ofMaxSize(4),
                            plans)
                    .as(Unrest::new);
        });
    }
}
