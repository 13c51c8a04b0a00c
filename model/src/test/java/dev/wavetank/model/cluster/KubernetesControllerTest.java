package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.controller.ControllerFlag;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.scenario.ComponentNames;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The table of controllers, against what it is about. */
class KubernetesControllerTest {

    private static final String ROLE = "system:controller:";

    @ParameterizedTest
    @EnumSource
    void its_rights_are_those_of_a_role_that_every_cluster_has(KubernetesController controller) {
        List<String> roles = SystemRoles.objects().stream()
                .filter(object -> object.kind().equals("ClusterRole"))
                .map(KubernetesObject::metadata)
                .map(metadata -> metadata.name())
                .toList();

        assertThat(roles.contains(ROLE + controller.userAgent()))
                .isEqualTo(controller.role().isPresent());
    }

    @ParameterizedTest
    @EnumSource
    void a_cluster_runs_it_and_a_fault_may_name_it(KubernetesController controller) {
        assertThat(ClusterParts.DEFAULT.controllers()).containsKey(controller.label());
        assertThat(ComponentNames.actors()).contains(controller.userAgent());
    }

    @Test
    void every_flag_for_workers_is_that_of_one_controller() {
        List<ControllerFlag> flags = Arrays.stream(KubernetesController.values())
                .map(KubernetesController::workers)
                .flatMap(Optional::stream)
                .toList();

        assertThat(flags)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ControllerFlag.values())
                        .filter(flag -> flag.name().contains("CONCURRENT"))
                        .toList());
    }

    @Test
    void no_two_have_the_same_label() {
        Set<String> labels = new LinkedHashSet<>();
        for (KubernetesController controller : KubernetesController.values()) {
            assertThat(labels.add(controller.label())).as(controller.label()).isTrue();
        }
    }
}
