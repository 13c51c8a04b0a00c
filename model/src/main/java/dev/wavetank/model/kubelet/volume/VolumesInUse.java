package dev.wavetank.model.kubelet.volume;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The attachable volumes that pods of the node use, which the kubelet writes into the status of its node: a volume is
 * not waited for before that is done, and not detached before it is taken back.
 */
public final class VolumesInUse {

    private final Map<String, Set<String>> podsByVolume = new LinkedHashMap<>();
    private Set<String> reported = Collections.emptySet();

    /** No pod uses any. */
    public VolumesInUse() {}

    void add(String volume, String uid) {
        podsByVolume.computeIfAbsent(volume, name -> new TreeSet<>()).add(uid);
    }

    void removeAll(String uid) {
        podsByVolume.values().forEach(pods -> pods.remove(uid));
        podsByVolume.values().removeIf(Set::isEmpty);
    }

    boolean isReported(String volume) {
        return reported.contains(volume);
    }

    /** Unique names, in their order. */
    public List<String> names() {
        return podsByVolume.isEmpty() ? List.of() : List.copyOf(new TreeSet<>(podsByVolume.keySet()));
    }

    /** The status of the node has these names now. */
    public void written(List<String> names) {
        reported = new TreeSet<>(names);
    }
}
