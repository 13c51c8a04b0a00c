package dev.wavetank.model.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The user to impersonate: the headers {@code Impersonate-User}, {@code Impersonate-Uid}, {@code
 * Impersonate-Group} and {@code Impersonate-Extra-<key>}.
 *
 * @param user the empty string when the header is absent
 * @param uid the empty string when the header is absent
 * @param groups one for each header
 * @param extra values by key, in the order in which they are asked for
 */
public record ImpersonationConfig(String user, String uid, List<String> groups, Map<String, List<String>> extra) {

    private static final String GROUP = "authentication.k8s.io";

    /** To act as oneself. */
    public static final ImpersonationConfig NONE = new ImpersonationConfig("", "", List.of());

    /** Nothing is asked for beyond name, uid and groups. */
    public ImpersonationConfig(String user, String uid, List<String> groups) {
        this(user, uid, groups, new LinkedHashMap<>());
    }

    /** Whether nothing is asked for. */
    public boolean isNone() {
        return user.isEmpty() && isOfNobody();
    }

    private boolean isOfNobody() {
        return uid.isEmpty() && groups.isEmpty() && extra.isEmpty();
    }

    /** What is wrong with it, as the real server says it; nothing when nothing is. */
    public Optional<String> mistake() {
        return !user.isEmpty() || isOfNobody()
                ? Optional.empty()
                : Optional.of("requested " + references() + " without impersonating a user");
    }

    /** Groups, extra values and uid as Go prints references to objects. */
    private List<String> references() {
        List<String> references = new ArrayList<>();
        groups.forEach(group -> references.add("{Group  " + group + "    }"));
        extra.forEach((key, values) ->
                values.forEach(value -> references.add("{UserExtra  " + value + "  " + GROUP + "/v1  " + key + "}")));
        if (!uid.isEmpty()) {
            references.add("{UID  " + uid + "  " + GROUP + "/v1  }");
        }
        // Go separates the items of a list by spaces.
        return references.isEmpty() ? references : List.of(String.join(" ", references));
    }
}
