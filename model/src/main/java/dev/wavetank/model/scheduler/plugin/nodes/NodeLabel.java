package dev.wavetank.model.scheduler.plugin.nodes;

import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.ScorePlugin;
import dev.wavetank.model.scheduler.framework.SelectorReader;
import dev.wavetank.model.scheduler.framework.Status;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.scheduler.plugin.helper.Reasons;
import dev.wavetank.model.scheduler.plugin.helper.Scores;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;

/**
 * Admits nodes that have, or do not have, certain labels, and prefers them; until v1.22. The labels are its arguments:
 * {@code presentLabels}, {@code absentLabels}, {@code presentLabelsPreference}, {@code absentLabelsPreference}.
 */
public final class NodeLabel implements FilterPlugin, ScorePlugin {

    /** Its name. */
    public static final String NAME = "NodeLabel";

    private final List<String> present;
    private final List<String> absent;
    private final List<String> presentPreferred;
    private final List<String> absentPreferred;
    private final long most;
    private final Status refusal;

    /** The plug-in of a version. */
    public NodeLabel(Map<String, Object> arguments, KubernetesVersion version) {
        Arguments reader = new Arguments(NAME, arguments);
        this.present = SelectorReader.texts(reader.list("presentLabels"));
        this.absent = SelectorReader.texts(reader.list("absentLabels"));
        this.presentPreferred = SelectorReader.texts(reader.list("presentLabelsPreference"));
        this.absentPreferred = SelectorReader.texts(reader.list("absentLabelsPreference"));
        refuseBoth(reader, present, absent, "presentLabels");
        refuseBoth(reader, presentPreferred, absentPreferred, "presentLabelsPreference");
        this.most = Scores.most(version);
        this.refusal = Status.unresolvable(
                Reasons.of(version, "node(s) didn't have the requested labels", "CheckNodeLabelPresence"));
    }

    private static void refuseBoth(Arguments reader, List<String> present, List<String> absent, String field) {
        for (String label : present) {
            if (absent.contains(label)) {
                throw reader.wrong(field, "without labels that are to be absent", label);
            }
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Status filter(CycleState state, PodInfo pod, NodeInfo node) {
        return held(present, node, true) == present.size() && held(absent, node, false) == absent.size()
                ? Status.SUCCESS
                : refusal;
    }

    @Override
    public long score(CycleState state, PodInfo pod, NodeInfo node) {
        int preferences = presentPreferred.size() + absentPreferred.size();
        long held = held(presentPreferred, node, true) + held(absentPreferred, node, false);
        return preferences == 0 ? 0 : most * held / preferences;
    }

    private static int held(List<String> labels, NodeInfo node, boolean isPresent) {
        Map<String, String> given = node.node().metadata().labels();
        int held = 0;
        for (int i = 0; i < labels.size(); i++) {
            held += given.containsKey(labels.get(i)) == isPresent ? 1 : 0;
        }
        return held;
    }
}
