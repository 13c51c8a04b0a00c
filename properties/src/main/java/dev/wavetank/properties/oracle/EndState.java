package dev.wavetank.properties.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the store holds at the end of a run, without what no invariant decides: identities, times, versions, generated
 * names, and the choice between equals. Two runs with the same desired state have equal end states, whatever happened
 * on the way.
 *
 * <p>What is left out, and why:
 *
 * <ul>
 * <li>Events and leases: they record activity, not state.
 *   <li>{@code resourceVersion}, {@code generation}, {@code managedFields}: they count the way. What is kept of {@code
 *       observedGeneration} is whether it is the latest.
 *   <li>Instants of time, uids, container ids, tokens. A uid becomes the name of its object, or {@code nobody}.
 *   <li>Generated names. Objects with the same prefix are a set of equals, numbered in the order of what they hold;
 *       who refers to one of them refers to one of the set. So it does not matter which of equal victims goes.
 * <li>Nodes on which pods run, but for the pods of DaemonSets, and what nodes report about their pods and images;
 *       addresses that are given out become those of their owners.
 *   <li>The order of lists that are in order of arrival, such as conditions.
 *   <li>Which ReplicaSet a Deployment says has successfully progressed. When the controller dies between creating one
 * and reporting it, and no old pod is left, as with {@code Recreate}, Kubernetes too takes the roll-out for
 *       completed from the beginning and leaves the message of the last one.
 *   <li>When an autoscaler last scaled: it says so after it has scaled, and never when it dies in between.
 * <li>Since when endpoints are as they are: a restarted controller has lost its observations, and writes nothing, or
 * the creation of the Service.
 *   <li>Tokens that were made for an account and never entered in it: Kubernetes up to v1.23 leaves them behind too
 *       when the controller dies in between, and makes another one.
 * </ul>
 *
 * @param fields value of every field, by the name of its object and its path:
 *     {@code pods/default/web-5d4b-#2 status.phase}
 */
public record EndState(Map<String, String> fields) {

    private static final int MOST_DIFFERENCES = 12;

    /** Keeps a sorted copy. */
    public EndState {
        fields = Collections.unmodifiableMap(new TreeMap<>(fields));
    }

    /** The same state without some fields, by object and path. */
    public EndState without(Predicate<String> field) {
        Map<String, String> rest = new TreeMap<>(fields);
        rest.keySet().removeIf(field);
        return new EndState(rest);
    }

    /** The existing objects, such as {@code pods/default/web-5d4b-#2}, in order. */
    public List<String> objects() {
        TreeSet<String> objects = new TreeSet<>();
        fields.keySet().forEach(field -> objects.add(field.substring(0, field.indexOf(' '))));
        return new ArrayList<>(objects);
    }

    /** The differences from another state, a line for each of the first dozen fields; none when they are equal. */
    public List<String> differences(EndState other) {
        List<String> lines = new ArrayList<>();
        TreeSet<String> paths = new TreeSet<>(fields.keySet());
        paths.addAll(other.fields.keySet());
        for (String path : paths) {
            String here = fields.get(path);
            String there = other.fields.get(path);
            if (!Objects.equals(here, there)) {
                lines.add(path + ": expected " + shown(here) + ", was " + shown(there));
            }
        }
        if (lines.size() > MOST_DIFFERENCES) {
            int more = lines.size() - MOST_DIFFERENCES;
            lines.subList(MOST_DIFFERENCES, lines.size()).clear();
            lines.add("and " + more + " more");
        }
        return lines;
    }

    private static String shown(@Nullable String value) {
        return value == null ? "absent" : "'" + value + "'";
    }
}
