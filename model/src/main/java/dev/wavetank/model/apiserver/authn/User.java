package dev.wavetank.model.apiserver.authn;

import java.util.List;

/**
 * Who sends a request.
 *
 * @param name name of the user
 * @param groups groups of the user
 */
public record User(String name, List<String> groups) {

    /** The group whose members may do everything. */
    public static final String MASTERS = "system:masters";

    /** Who sends no credentials. */
    public static final User ANONYMOUS = new User("system:anonymous", List.of("system:unauthenticated"));

    /** A user who may do everything. */
    public static User master(String name) {
        return new User(name, List.of(MASTERS, "system:authenticated"));
    }
}
