package dev.wavetank.cli.inspect;

import dev.wavetank.model.kubelet.cgroup.Cgroup;
import dev.wavetank.model.kubelet.cgroup.CgroupVersion;
import java.util.ArrayList;
import java.util.List;

/** Control groups as a tree, in the manner of {@code systemd-cgls}, each with its values. */
final class CgroupText {

    private CgroupText() {}

    /** @param groups each after the one that it is in */
    static List<String> lines(List<Cgroup> groups, CgroupVersion version) {
        List<String> lines = new ArrayList<>();
        if (!groups.isEmpty()) {
            lines.add("  " + groups.get(0).path() + values(groups.get(0), version));
            children(lines, "  ", groups.get(0), groups, version);
        }
        return lines;
    }

    private static void children(
            List<String> lines, String indent, Cgroup parent, List<Cgroup> groups, CgroupVersion version) {
        List<Cgroup> own = groups.stream()
                .filter(one -> one != parent && parentOf(one.path()).equals(parent.path()))
                .toList();
        for (int i = 0; i < own.size(); i++) {
            Cgroup one = own.get(i);
            boolean last = i == own.size() - 1;
            String owner = one.owner().isEmpty() ? "" : " " + one.owner();
            lines.add(indent
                    + (last ? "└─" : "├─")
                    + one.path().substring(parent.path().length() + 1)
                    + owner
                    + values(one, version));
            children(lines, indent + (last ? "  " : "│ "), one, groups, version);
        }
    }

    private static String parentOf(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private static String values(Cgroup group, CgroupVersion version) {
        StringBuilder text = new StringBuilder();
        group.config()
                .files(version)
                .forEach((name, value) -> text.append(' ')
                        .append(name)
                        .append('=')
                        .append(value.contains(" ") ? "\"" + value + "\"" : value));
        if (group.oomScoreAdj() != null) {
            text.append(" oom_score_adj=").append(group.oomScoreAdj());
        }
        return text.toString();
    }
}
