package dev.wavetank.model.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Service that names the class of another controller gets no address from the cloud. */
class LoadBalancerClassTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'' | true", "'loadBalancerClass: example.com/lb, ' | false"})
    void the_cloud_serves_services_without_a_class(String field, boolean isServed) {
        Cluster cluster = Cluster.of(ScenarioCodec.read("lb.yaml", """
                        cluster: {nodes: 1, addOns: [{kind: loadBalancer}]}
                        timeline:
                        - {at: 0s, kubectl: apply -f web.yaml}
                        files:
                          web.yaml: |
                            apiVersion: v1
                            kind: Service
                            metadata: {name: web}
                            spec: {%stype: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
                        """.formatted(field)), 1, ClusterParts.DEFAULT);
        List<String> agents = new ArrayList<>();
        cluster.simulation().trace().addSink(entry -> {
            if (entry.record() instanceof RequestTrace request
                    && request.call().request().resource().kind().equals(Service.KIND)
                    && request.call().request().subresource().equals("status")) {
                agents.add(request.call().userAgent());
            }
        });
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));

        assertThat(!agents.isEmpty()).isEqualTo(isServed);
    }
}
