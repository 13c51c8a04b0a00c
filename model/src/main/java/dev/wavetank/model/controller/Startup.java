package dev.wavetank.model.controller;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Starts the controllers of a new process one after another, as {@code StartControllers} does in {@code
 * cmd/kube-controller-manager/app/controllermanager.go} (v1.20). The informers start after the last of them.
 *
 * <p>Before the first controller the process learns what the server serves. With service accounts of their own, every
 * client that a controller makes costs a request for its account. All of them share the rate limit of one client: more
 * than its burst of 30, in a whole cluster, so that the rest comes 20 a second. Two controllers read the whole
 * discovery before the next may start.
 */
final class Startup {

    /**
     * Accounts of clients that controllers make which are not simulated, as often as they make one:
     * expansion of volumes, approval and cleaning of certificate requests, and the two of clouds, which make their
     * clients before they notice that there is no cloud. The signer of certificates needs files that a simulated
     * cluster lacks.
     */
    private static final List<String> ABSENT = List.of(
            "expand-controller",
            "certificate-controller",
            "certificate-controller",
            "service-controller",
            "node-controller");

    private static final int REACHED_SECONDS = 10;

    private final Context context;
    private final KubernetesVersion version;
    private final Clients clients;
    private final Optional<AccountTokens> accounts;

    /** Makes the clients that this needs. */
    interface Clients {

        /** A client of the controller manager for discovery. */
        ApiClient forContext();

        /** A client of a controller for discovery. */
        ApiClient of(KubernetesController controller);
    }

    /**
     * A controller to start.
     *
     * @param known which one it is; empty for one of the user
     * @param start starts it
     */
    record Step(Optional<KubernetesController> known, Runnable start) {

        private boolean isFirst() {
            return known.isPresent() && known.get() == KubernetesController.SERVICE_ACCOUNT_TOKEN;
        }
    }

    /**
     * Starts controllers.
     *
     * @param accounts of the controllers; empty when they use the credentials of the manager
     */
    Startup(Context context, KubernetesVersion version, Clients clients, Optional<AccountTokens> accounts) {
        this.context = context;
        this.version = version;
        this.clients = clients;
        this.accounts = accounts;
    }

    /** All service accounts of controllers, each once. */
    static List<String> accounts() {
        List<String> accounts = new ArrayList<>();
        for (KubernetesController controller : KubernetesController.values()) {
            controller.role().ifPresent(accounts::add);
        }
        accounts.addAll(ABSENT);
        return accounts.stream().distinct().toList();
    }

    /**
     * Starts all of them: the one that makes tokens first, the others in the order of a Go map.
     *
     * @param steps the controllers
     * @param withAbsent whether those start, too, that are not simulated
     * @return whether they have started; otherwise the process must end
     */
    Completion<Boolean> run(List<Step> steps, boolean withAbsent) {
        RandomStream order = context.random("start-order");
        List<Beginning> beginnings = new ArrayList<>();
        for (Step step : steps) {
            if (!step.isFirst() && isOn(step)) {
                beginnings.add(() -> begin(step));
            }
        }
        if (withAbsent) {
            ABSENT.forEach(account -> beginnings.add(() -> makesClients(account, 1)));
        }
        for (int i = beginnings.size() - 1; i > 0; i--) {
            Collections.swap(beginnings, i, (int) order.nextLong(i + 1L));
        }
        steps.stream().filter(Step::isFirst).forEach(step -> beginnings.add(0, () -> begin(step)));
        return looksUpTokens()
                .then(any -> reached(clients.forContext(), 0))
                .then(reached -> reached ? discovers() : Completion.of(false))
                .then(found -> found ? each(beginnings.iterator()) : Completion.of(false));
    }

    /** While its feature gate is off, a controller returns at once and makes no client: its place means nothing. */
    private boolean isOn(Step step) {
        return step.known()
                        .filter(KubernetesController.EPHEMERAL_VOLUME::equals)
                        .isEmpty()
                || version.has(Feature.GENERIC_EPHEMERAL_VOLUMES);
    }

    /** Looks whether the server makes tokens; the model's does ({@code shouldTurnOnDynamicClient}). */
    private Completion<Boolean> looksUpTokens() {
        return accounts.filter(any -> version.has(Feature.TOKEN_REQUESTS_LOOKED_UP))
                .map(AccountTokens::lookUp)
                .orElseGet(() -> Completion.of(true));
    }

    /** Whether the server answers within ten seconds ({@code WaitForAPIServer}). */
    private Completion<Boolean> reached(ApiClient client, int seconds) {
        return client.discover().then(response -> {
            boolean answers = !(response instanceof ApiResponse.Unreachable);
            return answers || seconds == REACHED_SECONDS
                    ? Completion.of(answers)
                    : context.pause(VirtualTime.SECOND).then(over -> reached(client, seconds + 1));
        });
    }

    /** The start of one controller: whether the next may start. */
    private interface Beginning {
        Completion<Boolean> begin();
    }

    private static Completion<Boolean> each(Iterator<Beginning> left) {
        return left.hasNext()
                ? left.next().begin().then(begun -> begun ? each(left) : Completion.of(false))
                : Completion.of(true);
    }

    private Completion<Boolean> discovers() {
        return version.has(Feature.DISCOVERY_BEFORE_CONTROLLERS)
                ? discovers(clients.forContext())
                : Completion.of(true);
    }

    private Completion<Boolean> discovers(ApiClient client) {
        return client.discover(DiscoveryDocuments.of(version, 0)).map(ApiResponse.Discovered.class::isInstance);
    }

    private Completion<Boolean> begin(Step step) {
        return step.known()
                .map(this::prepares)
                .orElseGet(() -> Completion.of(true))
                .map(prepared -> {
                    if (prepared) {
                        step.start().run();
                    }
                    return prepared;
                });
    }

    private Completion<Boolean> prepares(KubernetesController controller) {
        return controller
                .role()
                .map(account -> makesClients(account, clients(controller)))
                .orElseGet(() -> Completion.of(true))
                .then(made -> made && discovers(controller) ? discovers(clients.of(controller)) : Completion.of(made));
    }

    /** Whether all of them could be made. */
    private Completion<Boolean> makesClients(String account, int count) {
        if (accounts.isEmpty() || count == 0) {
            return Completion.of(true);
        }
        return accounts.get()
                .exists(account)
                .then(exists -> exists ? makesClients(account, count - 1) : Completion.of(false));
    }

    /** How many clients a controller makes when it starts: {@code cmd/kube-controller-manager/app/*.go}, v1.20. */
    private int clients(KubernetesController controller) {
        int forDiscovery = version.has(Feature.DISCOVERY_BURST) ? 1 : 0;
        return switch (controller) {
            case HORIZONTAL_POD_AUTOSCALER -> 4;
            case GARBAGE_COLLECTOR -> 2 + forDiscovery;
            case RESOURCE_QUOTA -> 1 + forDiscovery;
            case DISRUPTION -> 2;
            case TTL_AFTER_FINISHED -> version.has(Feature.TTL_AFTER_FINISHED) ? 1 : 0;
            case TAINT_EVICTION -> version.has(Feature.SEPARATE_TAINT_EVICTION) ? 1 : 0;
            case EXTERNAL_ATTACHER -> 0;
            default -> 1;
        };
    }

    /** Whether it reads the whole discovery before the next controller starts. */
    private static boolean discovers(KubernetesController controller) {
        return controller == KubernetesController.RESOURCE_QUOTA || controller == KubernetesController.NAMESPACE;
    }
}
