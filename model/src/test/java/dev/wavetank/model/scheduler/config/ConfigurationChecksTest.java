package dev.wavetank.model.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scheduler.config.file.ConfigurationReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** What versions that nobody recorded make of mistakes in configuration files, by their source. */
class ConfigurationChecksTest {

    private static final String NONE = "accepted";

    private static SchedulerConfiguration read(String version, String api, String rest) {
        String text = "apiVersion: kubescheduler.config.k8s.io/" + api + "\nkind: KubeSchedulerConfiguration\n" + rest;
        return ConfigurationReader.read(
                new ConfigurationReader.Flags(text, null, AlgorithmProvider.DEFAULT),
                KubernetesVersion.parse(version),
                Collections.emptySet());
    }

    private static String error(String version, String api, String rest) {
        try {
            read(version, api, rest);
            return NONE;
        } catch (ConfigurationException mistake) {
            return mistake.program();
        }
    }

    private static String profile(String plugins) {
        return "profiles:\n- schedulerName: a\n  plugins: " + plugins + "\n";
    }

    private static String args(String plugin, String args) {
        return "profiles:\n- schedulerName: a\n  pluginConfig:\n  - name: " + plugin + "\n    args: " + args + "\n";
    }

    @Test
    void multiPoint_is_unknown_where_files_have_no_such_field() {
        String file = profile("{multiPoint: {enabled: [{name: CinderLimits}]}}");

        assertThat(error("v1.22", "v1beta2", file)).contains("found unknown field: multiPoint");
        assertThat(error("v1.20", "v1beta1", file)).contains("found unknown field: multiPoint");
        assertThat(error("v1.23", "v1beta3", file)).isEqualTo(NONE);
    }

    @Test
    void multiPoint_of_v1beta2_is_read_and_left_out_of_the_profile() {
        SchedulerConfiguration configuration =
                read("v1.23", "v1beta2", profile("{multiPoint: {enabled: [{name: CinderLimits}]}}"));

        assertThat(configuration.profiles().get(0).plugins().names()).doesNotContain("CinderLimits");
        assertThat(configuration.unusedFields()).containsExactly("profiles[0].plugins.multiPoint");
    }

    @Test
    void preEnqueue_of_v1beta3_changes_nothing_either() {
        String file = profile("{preEnqueue: {enabled: [{name: SchedulingGates}]}}");

        assertThat(read("v1.26", "v1beta3", file).unusedFields()).containsExactly("profiles[0].plugins.preEnqueue");
        assertThat(read("v1.26", "v1", file).unusedFields()).isEmpty();
        assertThat(error("v1.25", "v1", file))
                .isEqualTo("strict decoding error: unknown field \"profiles[0].plugins.preEnqueue\"");
    }

    @Test
    void files_of_v1beta2_know_scheduling_gates_once_they_are_on() {
        assertThat(read("v1.27", "v1beta2", "").profiles().get(0).plugins().names())
                .contains("SchedulingGates");
        assertThat(read("v1.26", "v1beta2", "").profiles().get(0).plugins().names())
                .doesNotContain("SchedulingGates");
    }

    @Test
    void fields_of_other_versions_of_the_file_are_unknown() {
        assertThat(error("v1.23", "v1beta3", "healthzBindAddress: 127.0.0.1:0\n"))
                .contains("unknown field \"healthzBindAddress\"");
        assertThat(error("v1.20", "v1beta1", "algorithmSource: {}\n")).contains("unknown field: algorithmSource");
        assertThat(error("v1.18", "v1alpha1", "leaderElection: {lockObjectName: mine}\n"))
                .isEqualTo(NONE);
        assertThat(read("v1.18", "v1alpha1", "leaderElection: {lockObjectName: mine}\n")
                        .lock())
                .isEqualTo("mine");
    }

    @Test
    void SelectorSpread_is_refused_by_name_in_v1_and_unknown_once_it_is_gone() {
        String file = profile("{score: {enabled: [{name: SelectorSpread}]}}");
        String v1 = "\"kubescheduler.config.k8s.io/v1\"";

        assertThat(error("v1.25", "v1", file))
                .isEqualTo("profiles[0].plugins.score.enabled[0]: Invalid value: \"SelectorSpread\": was invalid in"
                        + " version " + v1 + " (KubeSchedulerConfiguration is version " + v1 + ")");
        assertThat(error("v1.25", "v1beta3", file)).isEqualTo(NONE);
        assertThat(error("v1.29", "v1", file))
                .isEqualTo("initializing profiles: creating profile for scheduler name a: ScorePlugin"
                        + " \"SelectorSpread\" does not exist");
    }

    @Test
    void its_arguments_are_refused_by_name_as_well() {
        assertThat(error("v1.28", "v1", args("SelectorSpread", "{}")))
                .startsWith("profiles[0].pluginConfig[0]: Invalid value: \"SelectorSpread\": was invalid in version");
    }

    @Test
    void plugins_of_policies_are_refused_by_name_in_v1beta2_and_then_unknown() {
        String file = profile("{score: {enabled: [{name: NodeLabel}]}}");

        assertThat(error("v1.22", "v1beta2", file)).contains("\"NodeLabel\": was removed in version");
        assertThat(error("v1.22", "v1beta1", file)).isEqualTo(NONE);
        assertThat(error("v1.23", "v1beta2", file)).endsWith("ScorePlugin \"NodeLabel\" does not exist");
    }

    @Test
    void a_file_of_v1beta1_cannot_score_by_old_and_new_resource_plugins_in_v1_22() {
        assertThat(error(
                        "v1.22",
                        "v1beta1",
                        profile("{score: {enabled: [{name: NodeResourcesFit}, {name: NodeResourcesMostAllocated}]}}")))
                .isEqualTo("profiles[0].plugins.score.enabled[0]: Invalid value: \"NodeResourcesFit\": was conflict"
                        + " with [\"NodeResourcesMostAllocated\"] in version"
                        + " \"kubescheduler.config.k8s.io/v1beta1\" (KubeSchedulerConfiguration is version"
                        + " \"kubescheduler.config.k8s.io/v1beta1\")");
    }

    @Test
    void arguments_of_NodeResourcesFit_are_checked_when_it_is_made_in_every_version() {
        String start = "initializing profiles: creating profile for scheduler name a: initializing plugin"
                + " \"NodeResourcesFit\": ";

        assertThat(error("v1.32", "v1", args("NodeResourcesFit", "{scoringStrategy: {type: Most}}")))
                .isEqualTo(start + "scoringStrategy.type: Unsupported value: \"Most\": supported values:"
                        + " \"LeastAllocated\", \"MostAllocated\", \"RequestedToCapacityRatio\"");
        assertThat(error(
                        "v1.25",
                        "v1",
                        args(
                                "NodeResourcesFit",
                                "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: 101}]}}")))
                .isEqualTo(start + "scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu"
                        + " not in valid range (0, 100]");
    }

    @Test
    void a_weight_of_zero_means_one() {
        assertThat(error(
                        "v1.25",
                        "v1",
                        args(
                                "NodeResourcesFit",
                                "{scoringStrategy: {type: LeastAllocated, resources: [{name: cpu, weight: 0}]}}")))
                .isEqualTo(NONE);
        assertThat(error(
                        "v1.32",
                        "v1",
                        args(
                                "NodeResourcesBalancedAllocation",
                                "{resources: [{name: cpu, weight: 0}, {name: cpu, weight: 1}]}")))
                .isEqualTo("profiles[0].pluginConfig[0].args.resources[1].name: Duplicate value: \"cpu\"");
    }

    @Test
    void constraints_without_a_type_are_a_list_only_up_to_v1beta1() {
        String args = args(
                "PodTopologySpread",
                "{defaultConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]}");

        assertThat(error("v1.22", "v1beta1", args)).isEqualTo(NONE);
        assertThat(error("v1.25", "v1", args))
                .isEqualTo("profiles[0].pluginConfig[0].args.defaultingType: Invalid value: \"System\": when"
                        + " .defaultConstraints are not empty");
    }

    private static String affinity(String requirement) {
        return args(
                "NodeAffinity",
                "{addedAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchExpressions: [" + requirement + "]}]}}}");
    }

    @Test
    void added_affinity_is_checked_as_node_affinity_is_read() {
        String field = "profiles[0].pluginConfig[0].args.addedAffinity.requiredDuringSchedulingIgnoredDuringExecution"
                + ".nodeSelectorTerms[0].matchExpressions[0]";

        assertThat(error("v1.32", "v1", affinity("{key: a, operator: In}")))
                .isEqualTo(field + ".values: Invalid value: []string(nil): for 'in', 'notin' operators, values set"
                        + " can't be empty");
        assertThat(error("v1.32", "v1", affinity("{key: a, operator: Gt, values: [many]}")))
                .isEqualTo(field + ".values[0]: Invalid value: \"many\": for 'Gt', 'Lt' operators, the value must be an"
                        + " integer");
        assertThat(error("v1.25", "v1", affinity("{key: a b, operator: Exists}")))
                .startsWith(field + ".key: Invalid value: \"a b\": name part must consist of alphanumeric characters");
    }

    @Test
    void before_v1_22_the_whole_selector_is_shown() {
        assertThat(error("v1.20", "v1beta1", affinity("{key: a, operator: Exists, values: [b]}")))
                .endsWith("initializing plugin \"NodeAffinity\":"
                        + " addedAffinity.requiredDuringSchedulingIgnoredDuringExecution: Invalid value:"
                        + " v1.NodeSelector{NodeSelectorTerms:[]v1.NodeSelectorTerm{v1.NodeSelectorTerm{"
                        + "MatchExpressions:[]v1.NodeSelectorRequirement{v1.NodeSelectorRequirement{Key:\"a\","
                        + " Operator:\"Exists\", Values:[]string{\"b\"}}},"
                        + " MatchFields:[]v1.NodeSelectorRequirement(nil)}}}:"
                        + " values set must be empty for exists and does not exist");
    }

    @Test
    void fields_of_nodes_must_have_one_value() {
        String args = args(
                "NodeAffinity",
                "{addedAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference:"
                        + " {matchFields: [{key: metadata.name, operator: In, values: [a, b]}]}}, {weight: 0,"
                        + " preference: {matchFields: [{key: metadata.name, operator: Gt}]}}]}}");

        assertThat(error("v1.32", "v1", args))
                .isEqualTo("profiles[0].pluginConfig[0].args.addedAffinity"
                        + ".preferredDuringSchedulingIgnoredDuringExecution[0].matchFields[0].values: Invalid value:"
                        + " []string{\"a\", \"b\"}: must have one element");
        assertThat(error("v1.20", "v1beta1", args))
                .endsWith("unexpected number of value (2) for node field selector operator \"In\"");
    }

    @Test
    void a_lease_must_outlast_its_renewal() {
        String election = "leaderElection: {leaseDuration: 10s}\n";

        assertThat(error("v1.32", "v1", election))
                .isEqualTo("leaderElection.leaseDuration: Invalid value: v1.Duration{Duration:10000000000}:"
                        + " LeaseDuration must be greater than RenewDeadline");
        assertThat(error("v1.25", "v1", election))
                .isEqualTo("couldn't create leader elector: leaseDuration must be greater than renewDeadline");
        assertThat(error("v1.25", "v1", "leaderElection: {leaderElect: false, leaseDuration: 10s}\n"))
                .isEqualTo(NONE);
    }

    @Test
    void a_renewal_must_be_tried_often_enough() {
        assertThat(error("v1.32", "v1", "leaderElection: {retryPeriod: 9s}\n"))
                .isEqualTo("couldn't create leader elector: renewDeadline must be greater than"
                        + " retryPeriod*JitterFactor");
        assertThat(error("v1.32", "v1", "leaderElection: {retryPeriod: 0s}\n")).isEqualTo(NONE);
        assertThat(error("v1.32", "v1", "leaderElection: {retryPeriod: -1s}\n"))
                .startsWith("leaderElection.retryPeriod: Invalid value: v1.Duration{Duration:-1000000000}: must be");
    }

    @Test
    void locks_without_leases_went_first_and_then_all_but_leases() {
        String endpoints = "leaderElection: {resourceLock: endpoints}\n";
        String both = "leaderElection: {resourceLock: configmapsleases}\n";

        assertThat(error("v1.23", "v1beta3", endpoints)).isEqualTo(NONE);
        assertThat(error("v1.24", "v1beta3", endpoints))
                .isEqualTo("couldn't create resource lock: endpoints lock is removed, migrate to endpointsleases");
        assertThat(error("v1.26", "v1", both)).isEqualTo(NONE);
        assertThat(error("v1.27", "v1", both))
                .isEqualTo("leaderElection.resourceLock: Invalid value: \"configmapsleases\": resourceLock value must"
                        + " be \"leases\"");
        assertThat(error("v1.20", "v1beta1", "leaderElection: {resourceLock: nodes}\n"))
                .isEqualTo("couldn't create resource lock: Invalid lock-type nodes");
    }

    @Test
    void an_open_port_is_checked_until_there_is_none() {
        assertThat(error("v1.20", "v1beta1", "healthzBindAddress: 0.0.0.0:0\n"))
                .isEqualTo("healthzBindAddress: Invalid value: \"0.0.0.0:0\": must be between 1 and 65535, inclusive");
        assertThat(error("v1.20", "v1beta1", "metricsBindAddress: host:10251\n"))
                .startsWith("metricsBindAddress: Invalid value: \"host:10251\": must be a valid IP address");
        assertThat(error("v1.23", "v1beta2", "healthzBindAddress: 127.0.0.1:10251\n"))
                .isEqualTo("healthzBindAddress: Invalid value: \"127.0.0.1:10251\": must be empty or with an explicit"
                        + " 0 port");
    }

    @Test
    void one_queue_has_one_sort() {
        String two =
                "profiles:\n- {schedulerName: a}\n- {schedulerName: b, plugins: {queueSort: {disabled: [{name: x}]}}}\n";

        assertThat(error("v1.29", "v1", two)).endsWith("has to match for all profiles");
        assertThat(error("v1.30", "v1", two)).endsWith("queueSort must be the same for all profiles");
    }

    @Test
    void arguments_in_v1_21_are_checked_by_plug_ins_in_the_words_of_later_versions() {
        String start = "couldn't create scheduler using provider \"DefaultProvider\": initializing profiles: creating"
                + " profile for scheduler name a: initializing plugin ";

        assertThat(error("v1.21", "v1beta1", args("InterPodAffinity", "{hardPodAffinityWeight: 101}")))
                .isEqualTo(start + "\"InterPodAffinity\": hardPodAffinityWeight: Invalid value: 101: not in valid range"
                        + " [0, 100]");
        assertThat(error(
                        "v1.21",
                        "v1beta1",
                        args(
                                "PodTopologySpread",
                                "{defaultConstraints: [{maxSkew: 0, topologyKey: z, whenUnsatisfiable:"
                                        + " ScheduleAnyway}]}")))
                .isEqualTo(start + "\"PodTopologySpread\": defaultConstraints[0].maxSkew: Invalid value: 0: not in"
                        + " valid range (0, inf)");
        assertThat(error("v1.21", "v1beta1", args("VolumeBinding", "{bindTimeoutSeconds: -1}")))
                .isEqualTo(start + "\"VolumeBinding\": bindTimeoutSeconds: Invalid value: -1: invalid"
                        + " BindTimeoutSeconds, should not be a negative value");
        assertThat(error("v1.20", "v1beta1", args("InterPodAffinity", "{hardPodAffinityWeight: 101}")))
                .endsWith("not in valid range [0-100]");
    }

    @Test
    void a_shape_belongs_to_the_strategy_that_has_one() {
        String shape = "requestedToCapacityRatio: {shape: [{utilization: 0, score: %s}]}";
        String ratio = "{scoringStrategy: {type: RequestedToCapacityRatio, " + shape + "}}";
        String fit = "NodeResourcesFit";

        assertThat(error("v1.32", "v1", args(fit, ratio.formatted("11"))))
                .endsWith("scoringStrategy.shape[0].score: Invalid value: 11: not in valid range [0, 10]");
        assertThat(error("v1.32", "v1", args(fit, "{scoringStrategy: {type: RequestedToCapacityRatio}}")))
                .startsWith("panic: runtime error");
        assertThat(read(
                                "v1.32",
                                "v1",
                                args(fit, "{scoringStrategy: {type: LeastAllocated, " + shape.formatted("1") + "}}"))
                        .unusedFields())
                .containsExactly("profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio");
    }

    @Test
    void unknown_fields_are_passed_over_and_reported_up_to_v1_16() {
        assertThat(read("v1.16", "v1alpha1", "parallelity: 3\n").unusedFields()).containsExactly("parallelity");
        assertThat(error("v1.17", "v1alpha1", "parallelity: 3\n")).contains("unknown field: parallelity");
    }
}
