package dev.wavetank.properties.oracle;

import dev.wavetank.properties.oracle.StoredObjects.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tokens that were made for an account and never entered in it, because the controller died in between. Kubernetes up
 * to v1.23 leaves them behind too: the next incarnation finds an account without a token and makes another one.
 */
final class LostTokens {

    /** The type of the Secrets that hold tokens. */
    static final String TYPE = "kubernetes.io/service-account-token";

    private static final String ACCOUNT = "kubernetes.io/service-account.name";

    private LostTokens() {}

    static List<Stored> among(Map<Stored, Map<String, Object>> trees) {
        Set<String> entered = new TreeSet<>();
        trees.forEach((stored, tree) -> {
            if (stored.resource().plural().equals("serviceaccounts")
                    && tree.get("secrets") instanceof List<?> secrets) {
                secrets.forEach(
                        each -> entered.add(stored.object().key().namespace() + "/" + ((Map<?, ?>) each).get("name")));
            }
        });
        List<Stored> lost = new ArrayList<>();
        trees.forEach((stored, tree) -> {
            String account = stored.object().metadata().annotations().get(ACCOUNT);
            boolean isGenerated = TYPE.equals(tree.get("type"))
                    && stored.object().metadata().name().startsWith(account + "-token-");
            if (isGenerated && !entered.contains(stored.object().key().toString())) {
                lost.add(stored);
            }
        });
        return lost;
    }
}
