package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes.Resource;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Lets users act as others, where they have the verb {@code impersonate} for every name, group, uid and extra value
 * that they ask for.
 */
public final class Impersonation {

    private static final String AUTHENTICATION = "authentication.k8s.io";

    private final Authorizer authorizer;
    private final boolean namesGroups;

    /**
     * The user that sent the request.
     *
     * @param user null when it is refused
     * @param refusal null when it is not refused
     */
    public record Result(User user, Status refusal) {}

    /**
     * Asks this authorizer.
     *
     * @param namesGroups whether refusals name resource and API group apart
     */
    public Impersonation(Authorizer authorizer, boolean namesGroups) {
        this.authorizer = authorizer;
        this.namesGroups = namesGroups;
    }

    /** The user that a request impersonates. The wish must have no {@link ImpersonationConfig#mistake}. */
    public Completion<Result> apply(User requester, ImpersonationConfig wish) {
        if (wish.isNone()) {
            return Completion.of(new Result(requester, null));
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
                        : Completion.of(new Result(null, question.forbidden(decision.reason(), namesGroups))));
    }

    private static List<Attributes> questions(User requester, ImpersonationConfig wish) {
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
        wish.extra().forEach((key, values) -> values.forEach(value -> questions.add(extra(requester, key, value))));
        if (!wish.uid().isEmpty()) {
            questions.add(question(requester, AUTHENTICATION, "uids", "", wish.uid()));
        }
        return questions;
    }

    private static Attributes question(User requester, String group, String plural, String namespace, String name) {
        Resource target = new Resource(group, "v1", plural, "", namespace, name, Collections.emptyMap());
        return new Attributes(requester, "impersonate", target);
    }

    private static Attributes extra(User requester, String key, String value) {
        Resource target = new Resource(AUTHENTICATION, "v1", "userextras", key, "", value, Collections.emptyMap());
        return new Attributes(requester, "impersonate", target);
    }

    private static User impersonated(ImpersonationConfig wish) {
        List<String> groups = wish.groups();
        if (groups.isEmpty() && User.isServiceAccount(wish.user())) {
            String[] parts = wish.user().split(":", 4);
            groups = User.serviceAccount(parts[2], parts[3], "").groups();
        }
        User user = new User(wish.user(), wish.uid(), List.copyOf(groups), wish.extra());
        if (user.name().equals(User.ANONYMOUS.name())) {
            return user.with(User.UNAUTHENTICATED);
        }
        return user.isIn(User.UNAUTHENTICATED) ? user : user.with(User.AUTHENTICATED);
    }
}
