package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes.Resource;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lets users act as others, where they have the verb {@code impersonate} for every name and group that they ask for.
 */
public final class Impersonation {

    private final Authorizer authorizer;

    /**
     * Whom to act as: the headers {@code Impersonate-User}, {@code Impersonate-Uid} and {@code Impersonate-Group}.
     *
     * @param user the empty string when the header is absent
     * @param uid the empty string when the header is absent
     * @param groups one for each header
     */
    public record Wish(String user, String uid, List<String> groups) {

        /** To act as oneself. */
        public static final Wish NONE = new Wish("", "", List.of());

        /** Whether nothing is asked for. */
        public boolean isNone() {
            return user.isEmpty() && uid.isEmpty() && groups.isEmpty();
        }
    }

    /**
     * Whom the request is from.
     *
     * @param user null when it is refused
     * @param refusal null when it is not refused
     */
    public record Result(User user, Status refusal) {}

    /** Asks this authorizer. */
    public Impersonation(Authorizer authorizer) {
        this.authorizer = authorizer;
    }

    /** The user whom a request is to be taken for. */
    public Completion<Result> apply(User requester, Wish wish) {
        if (wish.isNone()) {
            return Completion.of(new Result(requester, null));
        }
        if (wish.user().isEmpty()) {
            String message = "Internal error occurred: requested " + wish.groups() + " without impersonating a user";
            Status.Details details = new Status.Details(
                    null, null, null, null, List.of(new Status.Cause(null, message.substring(25), null)), null);
            return Completion.of(new Result(null, Status.failure(500, "InternalError", message, details)));
        }
        return check(questions(requester, wish), 0, impersonated(wish));
    }

    private Completion<Result> check(List<Attributes> questions, int next, User user) {
        if (next == questions.size()) {
            return Completion.of(new Result(user, null));
        }
        Attributes question = questions.get(next);
        return authorizer
                .authorize(question)
                .then(decision -> decision.isAllowed()
                        ? check(questions, next + 1, user)
                        : Completion.of(new Result(null, question.forbidden(decision.reason()))));
    }

    private static List<Attributes> questions(User requester, Wish wish) {
        List<Attributes> questions = new ArrayList<>();
        if (User.isServiceAccount(wish.user())) {
            String[] parts = wish.user().split(":", 4);
            questions.add(question(requester, "", "serviceaccounts", parts[2], parts[3]));
        } else {
            questions.add(question(requester, "", "users", "", wish.user()));
        }
        for (String group : wish.groups()) {
            questions.add(question(requester, "", "groups", "", group));
        }
        if (!wish.uid().isEmpty()) {
            questions.add(question(requester, "authentication.k8s.io", "uids", "", wish.uid()));
        }
        return questions;
    }

    private static Attributes question(User requester, String group, String plural, String namespace, String name) {
        Resource target = new Resource(group, "v1", plural, "", namespace, name, Collections.emptyMap());
        return new Attributes(requester, "impersonate", target);
    }

    private static User impersonated(Wish wish) {
        List<String> groups = wish.groups();
        if (groups.isEmpty() && User.isServiceAccount(wish.user())) {
            String[] parts = wish.user().split(":", 4);
            groups = User.serviceAccount(parts[2], parts[3], "").groups();
        }
        User user = new User(wish.user(), wish.uid(), List.copyOf(groups));
        if (user.name().equals(User.ANONYMOUS.name())) {
            return user.with(User.UNAUTHENTICATED);
        }
        return user.isIn(User.UNAUTHENTICATED) ? user : user.with(User.AUTHENTICATED);
    }
}
