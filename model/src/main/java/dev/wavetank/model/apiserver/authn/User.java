package dev.wavetank.model.apiserver.authn;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Who sends a request.
 *
 * @param name name of the user
 * @param uid identity of the user over all time; the empty string when it is not known
 * @param groups groups of the user
 * @param extra what else is known of the user: values by key, which only who acts as another can bring along
 */
public record User(String name, String uid, List<String> groups, Map<String, List<String>> extra) {

    /** The group whose members may do everything. */
    public static final String MASTERS = "system:masters";

    /** The group of everybody whose credentials were good. */
    public static final String AUTHENTICATED = "system:authenticated";

    /** The group of everybody else. */
    public static final String UNAUTHENTICATED = "system:unauthenticated";

    /** Who sends no credentials. */
    public static final User ANONYMOUS = new User("system:anonymous", List.of(UNAUTHENTICATED));

    private static final String SERVICE_ACCOUNT = "system:serviceaccount:";

    /** A user without extra attributes. */
    public User(String name, String uid, List<String> groups) {
        this(name, uid, groups, Collections.emptyMap());
    }

    /** A user without uid. */
    public User(String name, List<String> groups) {
        this(name, "", groups);
    }

    /** A user who may do everything. */
    public static User master(String name) {
        return new User(name, List.of(MASTERS, AUTHENTICATED));
    }

    /** A service account, with the groups that all service accounts and those of its namespace have. */
    public static User serviceAccount(String namespace, String name, String uid) {
        return new User(
                serviceAccountName(namespace, name),
                uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace));
    }

    /** The user name of a service account. */
    public static String serviceAccountName(String namespace, String name) {
        return SERVICE_ACCOUNT + namespace + ":" + name;
    }

    /** Whether this is the user name of a service account. */
    public static boolean isServiceAccount(String name) {
        return name.startsWith(SERVICE_ACCOUNT) && name.indexOf(':', SERVICE_ACCOUNT.length()) > 0;
    }

    /** Whether the user belongs to a group. */
    public boolean isIn(String group) {
        return groups.contains(group);
    }

    /** The same user, a member of one group more. */
    public User with(String group) {
        if (isIn(group)) {
            return this;
        }
        List<String> more = new ArrayList<>(groups);
        more.add(group);
        return new User(name, uid, List.copyOf(more), extra);
    }
}
