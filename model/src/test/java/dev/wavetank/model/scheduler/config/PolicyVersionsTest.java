package dev.wavetank.model.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.scheduler.config.file.ConfigurationReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Policy files in the versions between v1.8 and v1.22, by their source. */
class PolicyVersionsTest {

    private static final String NONE = "accepted";
    private static final String RACK =
            "{\"name\": \"Rack\", \"weight\": 2, \"argument\": {\"labelPreference\": {\"label\": \"rack\", \"presence\": true}}}";
    private static final String DISK =
            "{\"name\": \"Disk\", \"weight\": 5, \"argument\": {\"labelPreference\": {\"label\": \"disk\", \"presence\": true}}}";
    private static final String RATIO = "{\"name\": \"Ratio\", \"weight\": 3, \"argument\":"
            + " {\"requestedToCapacityRatioArguments\": {\"shape\": [{\"utilization\": 0, \"score\": 0},"
            + " {\"utilization\": 100, \"score\": 10}], \"resources\": [{\"name\": \"cpu\", \"weight\": 1}]}}}";

    private static SchedulerConfiguration read(String version, String rest) {
        String policy = "{\"kind\": \"Policy\", \"apiVersion\": \"v1\", " + rest + "}";
        return ConfigurationReader.read(
                new ConfigurationReader.Flags(null, policy, AlgorithmProvider.DEFAULT),
                KubernetesVersion.parse(version),
                Collections.emptySet());
    }

    private static String error(String version, String rest) {
        try {
            read(version, rest);
            return NONE;
        } catch (ConfigurationException mistake) {
            return mistake.program();
        }
    }

    private static String priorities(String... priorities) {
        return "\"priorities\": [" + String.join(", ", priorities) + "]";
    }

    private static List<EnabledPlugin> scores(SchedulerConfiguration configuration) {
        return configuration
                .profiles()
                .get(0)
                .plugins()
                .at(ExtensionPoint.SCORE)
                .enabled();
    }

    @Test
    void each_custom_priority_has_its_own_name_and_weight_at_first() {
        SchedulerConfiguration configuration = read("v1.8", priorities(RACK, DISK));

        assertThat(scores(configuration)).containsExactly(new EnabledPlugin("Rack", 2), new EnabledPlugin("Disk", 5));
        ProfileConfig profile = configuration.profiles().get(0);
        assertThat(profile.kindOf("Rack")).isEqualTo("NodeLabel");
        assertThat(profile.argumentsOf("Disk")).containsEntry("presentLabelsPreference", List.of("disk"));
    }

    @Test
    void from_v1_17_on_they_are_one_plugin_and_need_one_weight() {
        assertThat(error("v1.17", priorities(RACK, DISK)))
                .isEqualTo("couldn't create scheduler from policy: LabelPreference  priority \"Disk\" has a different"
                        + " weight with \"Rack\"");
        assertThat(scores(read("v1.17", priorities(RACK, DISK.replace("5", "2")))))
                .containsExactly(new EnabledPlugin("NodeLabel", 4));
    }

    @Test
    void a_ratio_came_with_v1_12_and_its_resources_with_v1_16() {
        assertThat(error("v1.11", priorities(RATIO)))
                .isEqualTo("Exactly 1 priority argument is required, numArgs: 0, Priority: Ratio");
        assertThat(read("v1.12", priorities(RATIO)).unusedFields())
                .containsExactly("priorities[0].argument.requestedToCapacityRatioArguments.resources");
        assertThat(read("v1.16", priorities(RATIO)).unusedFields()).isEmpty();
        assertThat(scores(read("v1.16", priorities(RATIO)))).containsExactly(new EnabledPlugin("Ratio", 3));
        assertThat(scores(read("v1.20", priorities(RATIO))))
                .containsExactly(new EnabledPlugin("RequestedToCapacityRatio", 3));
    }

    @Test
    void a_ratio_without_arguments_prefers_empty_nodes_while_it_is_known() {
        String priority = priorities("{\"name\": \"RequestedToCapacityRatioPriority\", \"weight\": 1}");

        assertThat(scores(read("v1.14", priority)))
                .containsExactly(new EnabledPlugin("RequestedToCapacityRatioPriority", 1));
        assertThat(error("v1.11", priority))
                .isEqualTo("Invalid configuration: Priority type not found for RequestedToCapacityRatioPriority");
        assertThat(error("v1.20", priority))
                .isEqualTo("Invalid configuration: Priority type not found for \"RequestedToCapacityRatioPriority\"");
    }

    @Test
    void an_argument_takes_the_place_of_a_known_priority_up_to_v1_18() {
        String named = RACK.replace("\"Rack\"", "\"LeastRequestedPriority\"");

        assertThat(read("v1.8", priorities(named)).profiles().get(0).kindOf("LeastRequestedPriority"))
                .isEqualTo("NodeLabel");
        assertThat(scores(read("v1.18", priorities(named)))).containsExactly(new EnabledPlugin("NodeLabel", 2));
        assertThat(scores(read("v1.19", priorities(named))))
                .containsExactly(new EnabledPlugin("NodeResourcesLeastAllocated", 2));
    }

    private static List<String> filters(SchedulerConfiguration configuration) {
        return configuration.profiles().get(0).plugins().at(ExtensionPoint.FILTER).enabled().stream()
                .map(EnabledPlugin::name)
                .toList();
    }

    @Test
    void a_predicate_with_an_argument_is_tried_unless_the_order_of_predicates_lacks_its_name() {
        String predicates = "\"predicates\": [{\"name\": \"%s\", \"argument\": {\"labelsPresence\":"
                + " {\"labels\": [\"retiring\"], \"presence\": false}}},"
                + " {\"name\": \"%s\", \"argument\": {\"serviceAffinity\": {\"labels\": [\"region\"]}}}]";
        String own = predicates.formatted("NotRetiring", "InRegion");
        String standard = predicates.formatted("CheckNodeLabelPresence", "CheckServiceAffinity");

        for (String version : List.of("v1.8", "v1.9", "v1.17", "v1.18", "v1.20", "v1.22")) {
            SchedulerConfiguration read = read(version, own);
            assertThat(filters(read)).as(version).contains("NodeLabel", "ServiceAffinity");
            assertThat(read.profiles().get(0).argumentsOf("NodeLabel"))
                    .containsEntry("absentLabels", List.of("retiring"));
            assertThat(read.unusedFields()).as(version).isEmpty();
        }
        for (String version : List.of("v1.10", "v1.16")) {
            assertThat(filters(read(version, own))).as(version).doesNotContain("NodeLabel", "ServiceAffinity");
            assertThat(read(version, own).unusedFields())
                    .containsExactly(
                            "predicates[0] (no predicate named NotRetiring is ever tried)",
                            "predicates[1] (no predicate named InRegion is ever tried)");
            assertThat(filters(read(version, standard))).as(version).contains("NodeLabel", "ServiceAffinity");
        }
    }

    @Test
    void predicates_that_need_an_argument_are_not_known_without_it_up_to_v1_17() {
        String bare = "\"predicates\": [{\"name\": \"CheckServiceAffinity\"}]";

        for (String version : List.of("v1.8", "v1.12", "v1.17")) {
            assertThat(error(version, bare))
                    .isEqualTo("Invalid configuration: Predicate type not found for CheckServiceAffinity");
        }
        assertThat(error("v1.18", bare)).isEqualTo(NONE);
    }

    @Test
    void what_extenders_can_be_asked_came_with_versions() {
        String extender = "\"extenders\": [{\"urlPrefix\": \"http://a\", \"weight\": 1, \"preemptVerb\": \"preempt\","
                + " \"ignorable\": true, \"managedResources\": [{\"name\": \"example.com/gpu\"}]}]";

        SchedulerConfiguration old = read("v1.8", extender);
        assertThat(old.unusedFields())
                .containsExactlyInAnyOrder(
                        "extenders[0].preemptVerb", "extenders[0].ignorable", "extenders[0].managedResources");
        assertThat(old.extenders().get(0).ignorable()).isFalse();
        assertThat(old.extenders().get(0).managedResources()).isEmpty();
        assertThat(read("v1.10", extender).unusedFields())
                .containsExactlyInAnyOrder("extenders[0].preemptVerb", "extenders[0].ignorable");
        assertThat(read("v1.11", extender).unusedFields()).isEmpty();
        assertThat(read("v1.11", extender).extenders().get(0).ignorable()).isTrue();
        assertThat(read("v1.20", extender).unusedFields()).containsExactly("extenders[0].preemptVerb");
    }

    @Test
    void ignorable_extenders_are_asked_last_from_v1_16_on() {
        String two = "\"extenders\": [{\"urlPrefix\": \"http://a\", \"filterVerb\": \"f\", \"ignorable\": true},"
                + " {\"urlPrefix\": \"http://b\", \"filterVerb\": \"f\"}]";

        assertThat(read("v1.15", two).extenders())
                .extracting(ExtenderConfig::urlPrefix)
                .containsExactly("http://a", "http://b");
        assertThat(read("v1.16", two).extenders())
                .extracting(ExtenderConfig::urlPrefix)
                .containsExactly("http://b", "http://a");
    }

    @Test
    void unknown_names_are_told_in_the_words_of_the_version() {
        String unknown = "\"predicates\": [{\"name\": \"Nope\"}]";

        assertThat(error("v1.8", unknown)).isEqualTo("Invalid configuration: Predicate type not found for Nope");
        assertThat(error("v1.18", unknown)).isEqualTo("Invalid configuration: Predicate type not found for Nope");
        assertThat(error("v1.20", unknown)).isEqualTo("Invalid configuration: Predicate type not found for \"Nope\"");
        assertThat(error("v1.22", unknown))
                .isEqualTo("couldn't create scheduler from policy: predicate type not found for \"Nope\"");
    }

    @Test
    void names_with_arguments_must_be_names_while_they_are_registered() {
        assertThat(error("v1.16", priorities(RACK.replace("\"Rack\"", "\"my rack\""))))
                .isEqualTo("Algorithm name my rack does not match the name validation regexp"
                        + " \"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\".");
        assertThat(error("v1.17", priorities(RACK.replace("\"Rack\"", "\"my rack\""))))
                .isEqualTo(NONE);
    }

    @Test
    void weights_are_missed_in_the_words_of_the_version() {
        String priority = priorities("{\"name\": \"LeastRequestedPriority\"}");
        String end = " LeastRequestedPriority should have a positive weight applied to it or it has overflown";

        assertThat(error("v1.8", priority)).isEqualTo("error creating scheduler: Priority" + end);
        assertThat(error("v1.18", priority)).isEqualTo("couldn't create scheduler from policy: Priority" + end);
        assertThat(error("v1.19", priority)).isEqualTo("couldn't create scheduler from policy: priority" + end);
    }

    @Test
    void extenders_are_checked_in_the_words_of_the_version() {
        String filtering = "\"extenders\": [{\"urlPrefix\": \"http://a\", \"filterVerb\": \"filter\"}]";
        String two = "\"extenders\": [{\"urlPrefix\": \"http://a\", \"bindVerb\": \"b\", \"weight\": 1},"
                + " {\"urlPrefix\": \"http://b\", \"bindVerb\": \"b\", \"weight\": 1}]";

        assertThat(error("v1.8", filtering))
                .isEqualTo("error creating scheduler: Priority for extender http://a should have a positive weight"
                        + " applied to it");
        assertThat(error("v1.10", filtering)).isEqualTo(NONE);
        assertThat(error("v1.17", two))
                .isEqualTo("couldn't create scheduler from policy: Only one extender can implement bind, found 2");
        assertThat(error("v1.18", two))
                .isEqualTo("couldn't create scheduler from policy: extenders: Invalid value: \"found 2 extenders"
                        + " implementing bind\": only one extender can implement bind");
    }

    @Test
    void the_weight_of_required_affinity_has_its_range() {
        String weight = "\"hardPodAffinitySymmetricWeight\": 101";

        assertThat(error("v1.17", weight))
                .isEqualTo("couldn't create scheduler from policy: invalid hardPodAffinitySymmetricWeight: 101, must be"
                        + " in the range 1-100");
        assertThat(error("v1.18", weight))
                .isEqualTo("couldn't create scheduler from policy: hardPodAffinitySymmetricWeight: Invalid value: 101:"
                        + " not in valid range [0-100]");
    }

    @Test
    void a_shape_is_checked_by_whoever_reads_it() {
        String falling = priorities(RATIO.replace("\"utilization\": 100", "\"utilization\": 0"));
        String mistake = "utilization values must be sorted. Utilization[0]==0 >= Utilization[1]==0";

        assertThat(error("v1.16", falling)).isEqualTo("invalid RequestedToCapacityRatioPriority arguments: " + mistake);
        assertThat(error("v1.20", falling))
                .isEqualTo("couldn't create scheduler from policy: initializing profiles: creating profile for"
                        + " scheduler name default-scheduler: initializing plugin \"RequestedToCapacityRatio\": "
                        + mistake);
    }

    @Test
    void an_empty_argument_is_missed() {
        String empty = priorities("{\"name\": \"X\", \"weight\": 1, \"argument\": {}}");

        assertThat(error("v1.20", empty))
                .isEqualTo("couldn't create scheduler from policy: no priority arguments set for priority X");
        assertThat(error("v1.16", empty)).isEqualTo("Exactly 1 priority argument is required, numArgs: 0, Priority: X");
    }
}
