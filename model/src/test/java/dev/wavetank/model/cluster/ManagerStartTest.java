package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** What a controller manager asks for before its controllers work: it is killed after ten seconds. */
class ManagerStartTest {

    private static final Duration CRASH = Duration.ofSeconds(10);

    private final List<Asked> all = new ArrayList<>();

    /**
     * A request, as the audit log has it.
     *
     * @param at since the beginning of the run
     * @param name of the object, with a subresource behind a slash
     */
    private record Asked(Duration at, String user, String verb, String resource, String name, int code) {

        /** About an account of a controller: those with the name default are for pods. */
        private boolean isAboutAccount() {
            return user.equals("system:kube-controller-manager")
                    && resource.equals("serviceaccounts")
                    && !name.equals("null")
                    && !name.equals("default");
        }

        private boolean isToken() {
            return isAboutAccount() && name.endsWith("/token");
        }
    }

    private void play(KubernetesVersion version, Map<String, String> settings) {
        ClusterSpec standard = ClusterSpec.DEFAULT;
        ClusterSpec spec = new ClusterSpec(3, standard.nodeCapacity(), version, settings);
        String crash = "faults:\n- {kind: componentCrash, component: kube-controller-manager, at: 10s, for: 1s}\n";
        Command command = new Command(12 * VirtualTime.SECOND, List.of("create", "deployment", "web", "--image=nginx"));
        Scenario scenario = new Scenario(
                "start",
                spec,
                List.of(command),
                new LinkedHashMap<>(),
                ScenarioCodec.readPlan("plan.yaml", crash, spec),
                VirtualTime.HOUR);
        ApiServerParts parts = ApiServerParts.NONE.withAudit(AuditPolicy.EVERYTHING, this::observe);
        Cluster.of(scenario, 1, ClusterParts.DEFAULT.withApiServer(parts)).run(RunLimits.until(VirtualTime.MINUTE));
    }

    private void observe(Map<String, Object> event) {
        if (event.get("stage").equals("ResponseComplete") && event.get("objectRef") instanceof Map<?, ?> about) {
            Object subresource = about.get("subresource");
            all.add(new Asked(
                    Duration.between(VirtualTime.EPOCH, Instant.parse((String) event.get("requestReceivedTimestamp"))),
                    (String) ((Map<?, ?>) event.get("user")).get("username"),
                    (String) event.get("verb"),
                    (String) about.get("resource"),
                    about.get("name") + (subresource == null ? "" : "/" + subresource),
                    ((Number) ((Map<?, ?>) event.get("responseStatus")).get("code")).intValue()));
        }
    }

    private List<Asked> later(Predicate<Asked> which) {
        return all.stream()
                .filter(asked -> asked.at().compareTo(CRASH) > 0)
                .filter(which)
                .toList();
    }

    private List<Asked> earlier(Predicate<Asked> which) {
        return all.stream()
                .filter(asked -> asked.at().compareTo(CRASH) < 0)
                .filter(which)
                .toList();
    }

    /** From the lease to the first ReplicaSet. */
    private Duration firstEffect() {
        Asked lease = later(asked -> asked.resource().equals("leases")
                        && asked.name().equals("kube-controller-manager")
                        && asked.verb().equals("update"))
                .get(0);
        Asked first = later(asked ->
                        asked.resource().equals("replicasets") && asked.verb().equals("create"))
                .get(0);
        return first.at().minus(lease.at());
    }

    private static Map<String, String> settings(String mode, String ownAccounts) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("kube-apiserver.authorization-mode", mode);
        settings.put("kube-controller-manager.use-service-account-credentials", ownAccounts);
        return settings;
    }

    @Test
    void the_manager_that_leads_when_a_run_begins_has_its_tokens() {
        play(KubernetesVersion.V1_20, settings("Node,RBAC", "true"));
        assertThat(earlier(Asked::isAboutAccount)).isEmpty();
        assertThat(later(Asked::isAboutAccount)).isNotEmpty();
    }

    @Test
    void each_client_costs_a_request_and_the_first_request_of_an_account_a_token() {
        play(KubernetesVersion.V1_20, settings("Node,RBAC", "true"));
        List<Asked> accounts = later(Asked::isAboutAccount);
        List<String> tokens = later(Asked::isToken).stream().map(Asked::name).toList();
        assertThat(tokens)
                .doesNotHaveDuplicates()
                .contains("resourcequota-controller/token", "namespace-controller/token", "node-controller/token");
        // 35 clients in a cluster of v1.20; an account is read once more before its token.
        assertThat(accounts).hasSize(35 + 2 * tokens.size());
        // After thirty requests they come 20 a second: more than a second for the last thirty.
        Duration lasting =
                accounts.get(accounts.size() - 1).at().minus(accounts.get(0).at());
        assertThat(lasting).isGreaterThan(Duration.ofMillis(50L * (accounts.size() - 30)));
        assertThat(firstEffect()).isBetween(Duration.ofMillis(1100), Duration.ofMillis(1700));
        assertThat(later(asked -> asked.code() == 401 || asked.code() == 403)).isEmpty();
        assertThat(later(asked -> asked.user().equals("system:serviceaccount:kube-system:deployment-controller")
                        && asked.verb().equals("create")
                        && asked.resource().equals("replicasets")))
                .hasSize(1);
    }

    @Test
    void without_accounts_of_their_own_controllers_wait_for_discovery_alone() {
        play(KubernetesVersion.V1_20, settings("AlwaysAllow", "false"));
        assertThat(later(Asked::isAboutAccount)).isEmpty();
        // Of 39 documents 30 come at once and the others 20 a second: for the manager, and for quotas.
        assertThat(firstEffect()).isBetween(Duration.ofMillis(900), Duration.ofMillis(1100));
    }

    @Test
    void discovery_takes_no_time_since_it_has_a_burst_of_its_own() {
        play(KubernetesVersion.V1_21, settings("AlwaysAllow", "false"));
        assertThat(firstEffect()).isLessThan(Duration.ofMillis(200));
    }

    @Test
    void tokens_were_not_asked_for_before_1_15() {
        play(KubernetesVersion.V1_14, settings("Node,RBAC", "true"));
        assertThat(later(Asked::isToken)).isEmpty();
    }

    @Test
    void with_rbac_each_controller_is_an_account_unless_a_setting_says_otherwise() {
        play(KubernetesVersion.V1_32, Map.of("kube-apiserver.authorization-mode", "Node,RBAC"));
        assertThat(later(Asked::isToken)).isNotEmpty();
    }
}
