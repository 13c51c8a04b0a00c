package dev.wavetank.model.apiserver.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Who is asked again, compared with the plain reading of the documentation. */
class ReinvocationProperties {

    /**
     * A webhook of the test.
     *
     * @param changes whether it changes the object whenever it is asked
     * @param ifNeeded whether it wants to be asked again
     */
    record Hook(boolean changes, boolean ifNeeded) {}

    @Property(tries = 500)
    void those_who_want_to_are_asked_again_when_the_object_changes_after_them(
            @ForAll @Size(max = 5) List<Boolean> changes,
            @ForAll @Size(max = 5) List<Boolean> wishes,
            @ForAll boolean otherPluginChanges) {
        List<Hook> hooks = new ArrayList<>();
        for (int i = 0; i < Math.min(changes.size(), wishes.size()); i++) {
            hooks.add(new Hook(changes.get(i), wishes.get(i)));
        }
        assertThat(asked(hooks, otherPluginChanges)).isEqualTo(naive(hooks, otherPluginChanges));
    }

    private static List<Integer> asked(List<Hook> hooks, boolean otherPluginChanges) {
        Reinvocation reinvocation = new Reinvocation();
        List<Integer> asked = new ArrayList<>();
        int version = round(hooks, reinvocation, 0, asked);
        if (reinvocation.isNeeded()) {
            reinvocation.beginSecondRound();
            round(hooks, reinvocation, otherPluginChanges ? version + 100 : version, asked);
        }
        return asked;
    }

    private static int round(List<Hook> hooks, Reinvocation reinvocation, int before, List<Integer> asked) {
        int version = before;
        reinvocation.begin(object(version));
        for (int i = 0; i < hooks.size(); i++) {
            if (reinvocation.asks("hook" + i)) {
                asked.add(i);
                if (hooks.get(i).changes()) {
                    version++;
                    reinvocation.changed();
                }
                if (hooks.get(i).ifNeeded()) {
                    reinvocation.askedReinvocable("hook" + i);
                }
            }
        }
        reinvocation.end(object(version));
        return version;
    }

    private static KubernetesObject object(int version) {
        return new Namespace(ObjectMeta.named(null, "n").withLabels(Map.of("version", "" + version)), null, null);
    }

    /**
     * First everybody. If somebody changed the object, everybody again who wants to be and whose view is outdated: a
     * hook after it has changed the object, in the first round or in the second, or another plugin has in between.
     */
    private static List<Integer> naive(List<Hook> hooks, boolean otherPluginChanges) {
        List<Integer> asked = new ArrayList<>();
        int last = -1;
        for (int i = 0; i < hooks.size(); i++) {
            asked.add(i);
            if (hooks.get(i).changes()) {
                last = i;
            }
        }
        if (last < 0) {
            return asked;
        }
        boolean changedInSecondRound = false;
        for (int i = 0; i < hooks.size(); i++) {
            boolean outdated = otherPluginChanges || last > i || changedInSecondRound;
            if (hooks.get(i).ifNeeded() && outdated) {
                asked.add(i);
                changedInSecondRound |= hooks.get(i).changes();
            }
        }
        return asked;
    }
}
