import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.*;
import dev.wavetank.properties.explore.*;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WebStormTest {
    static final Scenario GROWING = ScenarioCodec.read("growing", """
            timeline:
            - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
            - {at: 20s, kubectl: scale deployment/web --replicas=8}
            """);

    @Test
    void no_storm_breaks_an_invariant() {
        var storms = new Exploration(GROWING, ClusterParts.DEFAULT, new FaultSampler(FaultSampler.Intensity.HEAVY), 1);
        for (RunResult failure : storms.run(1, 100, 2, run -> {})) {
            throw new AssertionError(storms.saveAndReport(failure, Path.of("target", "failures")));
        }
    }
}
