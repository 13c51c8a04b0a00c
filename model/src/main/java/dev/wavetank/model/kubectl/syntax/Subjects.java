package dev.wavetank.model.kubectl.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The subjects of a binding, from the flags {@code --user}, {@code --group} and {@code --serviceaccount}. */
public final class Subjects {

    private static final String GROUP = "rbac.authorization.k8s.io";

    private Subjects() {}

    /**
     * The subjects as trees: users, then groups, then service accounts.
     *
     * @throws UsageException for a service account without its namespace
     */
    public static List<Object> of(Invocation line) {
        List<Object> subjects = new ArrayList<>();
        line.each(Flag.USER).forEach(name -> subjects.add(tree("User", "apiGroup", GROUP, name)));
        line.each(Flag.GROUP).forEach(name -> subjects.add(tree("Group", "apiGroup", GROUP, name)));
        for (String account : line.each(Flag.SERVICE_ACCOUNTS)) {
            String[] parts = account.split(":", -1);
            if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
                throw new UsageException("serviceaccount must be <namespace>:<name>");
            }
            subjects.add(tree("ServiceAccount", "namespace", parts[0], parts[1]));
        }
        return subjects;
    }

    private static Map<String, Object> tree(String kind, String field, String value, String name) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("kind", kind);
        tree.put(field, value);
        tree.put("name", name);
        return tree;
    }
}
