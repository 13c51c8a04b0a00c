import dev.wavetank.junit.Storm;
import dev.wavetank.junit.StormTest;

class WebStormTest {

    @StormTest(seeds = 100)
    void no_storm_breaks_an_invariant(Storm storm) {
        storm.scenario("""
                timeline:
                - {at: 0s, kubectl: create deployment web --image=nginx --replicas=3}
                - {at: 20s, kubectl: scale deployment/web --replicas=8}
                """).check();
    }
}
