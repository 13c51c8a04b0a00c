package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.AdmissionWorld.FIRST;
import static dev.wavetank.model.apiserver.AdmissionWorld.SECOND;
import static dev.wavetank.model.apiserver.AdmissionWorld.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.apiserver.allocation.ServiceRanges;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Two servers in front of one etcd give services addresses and ports from small ranges, and crash. */
class ServiceRaceProperties {

    private static final ResourceType SERVICES = AdmissionWorld.core("Service", "services");
    private static final ApiServerConfig SMALL =
            ApiServerConfig.DEFAULT.withServices(new ServiceRanges("10.0.0.0/28", "30000-30009"));

    /** Each number says what is next: which server, which service, and whether it comes, goes or a server crashes. */
    @Property(tries = 60)
    void no_address_and_no_port_is_given_out_twice(
            @ForAll long seed, @ForAll @Size(min = 10, max = 40) List<@IntRange(max = 999) Integer> steps) {
        AdmissionWorld world = new AdmissionWorld(seed, SMALL, KubernetesVersion.V1_32, FIRST, SECOND).start();
        for (int step : steps) {
            String server = step % 2 == 0 ? FIRST : SECOND;
            String name = "s" + step / 2 % 8;
            int kind = step / 16 % 16;
            if (kind == 0) {
                world.components.crash(server);
                world.components.restart(server);
            } else if (kind < 6) {
                world.begin(server, "", delete(name));
            } else {
                world.begin(server, "", ApiRequest.Create.of(SERVICES, service(name)));
            }
            world.runFor(step * 10 * VirtualTime.MICROSECOND);
            assertThat(taken(world)).doesNotHaveDuplicates();
        }
    }

    /** Without crashes everything that no service has can be had again. */
    @Property(tries = 40)
    void what_is_given_back_can_be_had_again(
            @ForAll long seed, @ForAll @Size(max = 40) List<@IntRange(max = 999) Integer> steps) {
        AdmissionWorld world = new AdmissionWorld(seed, SMALL, KubernetesVersion.V1_32, FIRST, SECOND).start();
        for (int step : steps) {
            String server = step % 2 == 0 ? FIRST : SECOND;
            String name = "s" + step / 2 % 8;
            ApiRequest request = step / 16 % 2 == 0 ? delete(name) : ApiRequest.Create.of(SERVICES, service(name));
            world.begin(server, "", request);
            world.runFor(step * 10 * VirtualTime.MICROSECOND);
        }
        world.runFor(10 * VirtualTime.SECOND);
        for (int i = 0; i < 8; i++) {
            world.send("", delete("s" + i));
        }
        List<ApiResponse> answers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            answers.add(world.send("", ApiRequest.Create.of(SERVICES, service("new-" + i))));
        }
        assertThat(answers).allMatch(ApiResponse::isSuccess);
        assertThat(world.refusal(ApiRequest.Create.of(SERVICES, service("more"))))
                .isEqualTo("500 Internal error occurred: failed to allocate a nodePort: range is full");
    }

    private static ApiRequest delete(String name) {
        return new ApiRequest.Delete(SERVICES, "default", name, ApiRequest.DeleteOptions.DEFAULT);
    }

    private static KubernetesObject service(String name) {
        return object(SERVICES, "default", name, "{\"spec\":{\"type\":\"NodePort\",\"ports\":[{\"port\":80}]}}");
    }

    private static List<String> taken(AdmissionWorld world) {
        List<String> taken = new ArrayList<>();
        for (EtcdEntry entry : world.store.range("/registry/services/specs/")) {
            Service.Spec spec = ((Service) entry.value()).spec();
            taken.add(spec.clusterIP());
            spec.ports().forEach(port -> taken.add(String.valueOf(port.nodePort())));
        }
        return taken;
    }
}
