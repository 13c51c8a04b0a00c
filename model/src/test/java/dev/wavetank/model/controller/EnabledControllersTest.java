package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnabledControllersTest {

    private static final Map<String, Integer> KNOWN = known("deployment", "replicaset", "endpoint", "mine");

    @Test
    void all_run_unless_the_flag_says_otherwise() {
        assertThat(EnabledControllers.ALL.among(KNOWN)).isEqualTo(KNOWN);
    }

    @Test
    void a_dash_takes_one_away() {
        assertThat(names("*,-replicaset")).containsExactly("deployment", "endpoint", "mine");
    }

    @Test
    void without_a_star_only_those_run_that_are_named_in_the_order_in_which_they_start() {
        assertThat(names("mine, deployment")).containsExactly("deployment", "mine");
    }

    @Test
    void the_first_entry_of_a_controller_decides() {
        assertThat(names("-deployment,deployment,*")).containsExactly("replicaset", "endpoint", "mine");
        assertThat(names("deployment,-deployment")).containsExactly("deployment");
    }

    @Test
    void controllers_are_known_by_their_new_names_too() {
        assertThat(names("deployment-controller,-mine,*,-endpoints-controller"))
                .containsExactly("deployment", "replicaset");
    }

    @Test
    void a_name_that_nobody_knows_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> names("*,-deploymnet"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "\"deploymnet\" is not in the list of known controllers: did you mean 'deployment'? write * for all, or with or"
                                + " without a dash in front one of deployment, replicaset, endpoint, mine");
        assertThatThrownBy(() -> names("")).hasMessageStartingWith("\"\" is not in the list");
        assertThatThrownBy(() -> names("job-controller")).hasMessageStartingWith("\"job-controller\" is not");
    }

    private static List<String> names(String flag) {
        return List.copyOf(EnabledControllers.of(flag).among(KNOWN).keySet());
    }

    private static Map<String, Integer> known(String... names) {
        Map<String, Integer> known = new LinkedHashMap<>();
        for (String name : names) {
            known.put(name, known.size());
        }
        return known;
    }
}
