package dev.wavetank.model.apiserver.authz;

import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Short ways to ask, for tests. */
final class Questions {

    private Questions() {}

    static User user(String name, String... groups) {
        return new User(name, List.of(groups));
    }

    /** Such as {@code get}, {@code apps/deployments/scale}, {@code default/web}; the group of core is empty. */
    static Attributes may(User user, String verb, String resource, String object) {
        String[] path = resource.split("/", -1);
        String[] place = object.split("/", -1);
        String subresource = path.length > 2 ? path[2] : "";
        return new Attributes(
                user, verb, new Attributes.Resource(path[0], "v1", path[1], subresource, place[0], place[1], Map.of()));
    }

    static Attributes may(User user, String verb, String path) {
        return new Attributes(user, verb, new Attributes.Path(path));
    }

    /** The answer, which must be there. */
    static <T> T answer(Completion<T> completion) {
        List<T> answers = new ArrayList<>(1);
        completion.whenDone(answers::add);
        return answers.get(0);
    }

    static boolean allows(Authorizer authorizer, Attributes attributes) {
        return answer(authorizer.authorize(attributes)).isAllowed();
    }

    static String reason(Authorizer authorizer, Attributes attributes) {
        return answer(authorizer.authorize(attributes)).reason();
    }
}
