package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Shows how two pod specs differ, as the real server appends it to a refusal: a struct of Go with the differing fields
 * and two fields around them.
 *
 * <p>Only numbers, texts, switches and what is empty can be shown. When anything else would have to be, there is no
 * diff.
 */
final class PodSpecDiff {

    private static final int CONTEXT = 2;
    private static final String NIL = "nil";
    private static final List<String> HOST_FIELDS =
            List.of("hostNetwork", "hostPID", "hostIPC", "shareProcessNamespace", "hostUsers");

    private final List<String> names;
    private final Map<String, String> changed;
    private final Map<String, String> before;

    private PodSpecDiff(PodSpec changed, PodSpec before) {
        this.changed = fields(changed);
        this.before = fields(before);
        this.names = new ArrayList<>(this.changed.keySet());
    }

    /** The diff, with a line end; nothing when it cannot be shown. */
    static Optional<String> of(PodSpec changed, PodSpec before) {
        return new PodSpecDiff(changed, before).text();
    }

    private boolean differs(int index) {
        return !changed.get(names.get(index)).equals(before.get(names.get(index)));
    }

    /** Whether a field is shown: near a difference, or alone between two that are. */
    private boolean isShown(int index) {
        boolean isInner = index > 0 && index < names.size() - 1;
        return nearDifference(index) || isInner && nearDifference(index - 1) && nearDifference(index + 1);
    }

    /** Whether it differs, or one at most two places away does. */
    private boolean nearDifference(int index) {
        for (int i = Math.max(0, index - CONTEXT); i <= Math.min(names.size() - 1, index + CONTEXT); i++) {
            if (differs(i)) {
                return true;
            }
        }
        return false;
    }

    private Optional<String> text() {
        StringBuilder lines = new StringBuilder("  core.PodSpec{\n");
        int width = 0;
        for (int i = 0; i < names.size(); i++) {
            width = isShown(i) ? Math.max(width, names.get(i).length() + 1) : width;
        }
        int hidden = 0;
        for (int i = 0; i < names.size(); i++) {
            if (!isShown(i)) {
                hidden++;
                continue;
            }
            count(hidden, lines);
            hidden = 0;
            String name = names.get(i);
            if (changed.get(name).isEmpty() || before.get(name).isEmpty()) {
                return Optional.empty();
            }
            String label = name + ":" + " ".repeat(width - name.length());
            if (differs(i)) {
                lines.append("- \t").append(label).append(changed.get(name)).append(",\n");
                lines.append("+ \t").append(label).append(before.get(name)).append(",\n");
            } else {
                lines.append("  \t").append(label).append(before.get(name)).append(",\n");
            }
        }
        count(hidden, lines);
        return Optional.of(lines.append("  }\n").toString());
    }

    private static void count(int hidden, StringBuilder lines) {
        if (hidden > 0) {
            lines.append("  \t... // ").append(hidden).append(" identical fields\n");
        }
    }

    /** All fields in the order of Go's struct (v1.20); the empty string for what cannot be shown. */
    private static Map<String, String> fields(PodSpec spec) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("Volumes", other(spec.volumes()));
        fields.put("InitContainers", other(spec.initContainers()));
        fields.put("Containers", other(spec.containers()));
        fields.put("EphemeralContainers", other(spec, "ephemeralContainers"));
        fields.put("RestartPolicy", text(spec.restartPolicy()));
        fields.put("TerminationGracePeriodSeconds", pointer(spec.terminationGracePeriodSeconds()));
        fields.put("ActiveDeadlineSeconds", pointer(spec.activeDeadlineSeconds()));
        fields.put("DNSPolicy", text(spec.dnsPolicy()));
        fields.put("NodeSelector", spec.nodeSelector().isEmpty() ? NIL : "");
        fields.put("ServiceAccountName", text(spec.serviceAccountName()));
        fields.put("AutomountServiceAccountToken", pointer(spec.other().get("automountServiceAccountToken")));
        fields.put("NodeName", text(spec.nodeName()));
        fields.put("SecurityContext", securityContext(spec));
        fields.put("ImagePullSecrets", other(spec, "imagePullSecrets"));
        fields.put("Hostname", text(spec.other().get("hostname")));
        fields.put("Subdomain", text(spec.other().get("subdomain")));
        fields.put("SetHostnameAsFQDN", pointer(spec.other().get("setHostnameAsFQDN")));
        fields.put("Affinity", spec.affinity() == null ? NIL : "");
        fields.put("SchedulerName", text(spec.schedulerName()));
        fields.put("Tolerations", other(spec.tolerations()));
        fields.put("HostAliases", other(spec, "hostAliases"));
        fields.put("PriorityClassName", text(spec.priorityClassName()));
        fields.put("Priority", pointer(spec.priority()));
        fields.put("PreemptionPolicy", spec.preemptionPolicy() == null ? NIL : "&" + text(spec.preemptionPolicy()));
        fields.put("DNSConfig", other(spec, "dnsConfig"));
        fields.put("ReadinessGates", other(spec, "readinessGates"));
        fields.put("RuntimeClassName", other(spec, "runtimeClassName"));
        fields.put("Overhead", other(spec, "overhead"));
        fields.put("EnableServiceLinks", pointer(spec.enableServiceLinks()));
        fields.put("TopologySpreadConstraints", other(spec, "topologySpreadConstraints"));
        return fields;
    }

    /** The server's own type has the namespaces of the host in it; types of what is the same are left out. */
    private static String securityContext(PodSpec spec) {
        boolean isEmpty = spec.securityContext() != null
                && spec.securityContext().isEmpty()
                && HOST_FIELDS.stream().allMatch(field -> spec.other().get(field) == null);
        return isEmpty ? "&{}" : "";
    }

    private static String text(Object value) {
        return GoSyntax.of(value == null ? "" : value.toString());
    }

    private static String pointer(Object value) {
        return value == null ? NIL : "&" + value;
    }

    private static String other(PodSpec spec, String field) {
        return spec.other().get(field) == null ? NIL : "";
    }

    private static String other(List<?> list) {
        return list.isEmpty() ? NIL : "";
    }
}
