package dev.wavetank.properties.invariant;

import static dev.wavetank.properties.invariant.Objects.node;
import static dev.wavetank.properties.invariant.Objects.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.component.ComponentTrace;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ObserversTest {

    private static final TraceRecord OF_POD = stored(pod("web-1"));
    private static final TraceRecord OF_NODE = stored(node("node-1", Map.of()));
    private static final TraceRecord DELETION =
            asked(new ApiRequest.Delete(Resources.PODS, "default", "web-1", ApiRequest.DeleteOptions.DEFAULT));
    private static final TraceRecord FAULT = new FaultTrace.Opened(new ComponentFault.Crash("kubelet/node-1"));
    private static final TraceRecord START = new ComponentTrace.Started(1);

    @Test
    void a_type_of_objects_stands_for_their_changes() {
        assertThat(observed(Pod.class)).containsExactly(OF_POD);
        assertThat(observed(Pod.class, Node.class)).containsExactly(OF_POD, OF_NODE);
        assertThat(observed(KubernetesObject.class)).containsExactly(OF_POD, OF_NODE);
    }

    @Test
    void a_type_of_requests_stands_for_such_requests() {
        assertThat(observed(ApiRequest.Delete.class)).containsExactly(DELETION);
        assertThat(observed(ApiRequest.Create.class)).isEmpty();
        assertThat(observed(RequestTrace.class)).containsExactly(DELETION);
    }

    @Test
    void a_type_of_records_stands_for_all_of_it() {
        assertThat(observed(StoreTrace.class)).containsExactly(OF_POD, OF_NODE);
        assertThat(observed(FaultTrace.class, Node.class)).containsExactly(OF_NODE, FAULT);
        assertThat(observed(TraceRecord.class)).containsExactly(OF_POD, OF_NODE, DELETION, FAULT, START);
        assertThat(observed()).isEmpty();
    }

    private static List<TraceRecord> observed(Class<?>... types) {
        Listing invariant = new Listing(List.of(types));
        Observers observers = new Observers(List.of(invariant));
        Observation outcomes = new Observation(invariant);
        for (TraceRecord record : List.of(OF_POD, OF_NODE, DELETION, FAULT, START)) {
            observers.accept(new TraceEntry(1, 0, "hand", 0, record), outcomes);
        }
        return invariant.observed;
    }

    private static TraceRecord stored(KubernetesObject object) {
        return new StoreTrace(WatchEvent.Type.ADDED, Resources.PODS, object, null, 1);
    }

    private static TraceRecord asked(ApiRequest request) {
        return new RequestTrace(
                "hand", new ApiCall("hand", "hand", request), new ApiResponse.One(200, pod("web-1")), 0);
    }

    private record Listing(List<Class<?>> records, List<TraceRecord> observed) implements Invariant {

        Listing(List<Class<?>> records) {
            this(records, new ArrayList<>());
        }

        @Override
        public String name() {
            return "Listing";
        }

        @Override
        public String statement() {
            return "Keeps what it observes.";
        }

        @Override
        public void observe(TraceEntry entry, Outcomes outcomes) {
            observed.add(entry.record());
        }
    }
}
