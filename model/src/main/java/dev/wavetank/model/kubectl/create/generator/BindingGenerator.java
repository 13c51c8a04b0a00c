package dev.wavetank.model.kubectl.create.generator;

import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.Subjects;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.util.List;
import java.util.Map;

/**
 * What {@code create rolebinding} and {@code create clusterrolebinding} make (kubectl/pkg/cmd/create,
 * create_rolebinding.go, v1.32).
 */
public final class BindingGenerator {

    private static final String GROUP = "rbac.authorization.k8s.io";

    private final Session session;
    private final Invocation line;

    public BindingGenerator(Session session) {
        this.session = session;
        this.line = session.line();
    }

    /** Gives users a Role, or a ClusterRole within the namespace. */
    public Map<String, Object> roleBinding() {
        Map<String, Object> binding = Trees.namespaced(session, GROUP + "/v1", "RoleBinding");
        String role = line.value(Flag.ROLE).orElse("");
        String clusterRole = line.value(Flag.CLUSTER_ROLE).orElse("");
        if (role.isEmpty() == clusterRole.isEmpty()) {
            throw new UsageException("exactly one of clusterrole or role must be specified");
        }
        return with(binding, role.isEmpty() ? "ClusterRole" : "Role", role.isEmpty() ? clusterRole : role);
    }

    /** Gives users a ClusterRole everywhere. */
    public Map<String, Object> clusterRoleBinding() {
        line.require(Flag.CLUSTER_ROLE);
        Map<String, Object> binding = Trees.clusterWide(session, GROUP + "/v1", "ClusterRoleBinding");
        return with(binding, "ClusterRole", line.value(Flag.CLUSTER_ROLE).orElse(""));
    }

    private Map<String, Object> with(Map<String, Object> binding, String kind, String name) {
        binding.put("roleRef", Trees.of("apiGroup", GROUP, "kind", kind, "name", name));
        List<Object> subjects = Subjects.of(line);
        if (!subjects.isEmpty()) {
            binding.put("subjects", subjects);
        }
        return binding;
    }
}
