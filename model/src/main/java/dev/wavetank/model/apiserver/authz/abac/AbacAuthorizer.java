package dev.wavetank.model.apiserver.authz.abac;

import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.apiserver.authz.Authorizer;
import dev.wavetank.model.apiserver.authz.Decision;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Permits what a line of a policy file permits ({@code --authorization-mode=ABAC}, {@code
 * --authorization-policy-file}). The file is read once: changes need another start.
 */
public final class AbacAuthorizer implements Authorizer {

    private static final String VERSION = "abac.authorization.kubernetes.io/";

    private final List<Line> policies;

    /**
     * A policy, and what is said where it permits.
     *
     * @param policy who may do what
     * @param allowed names the line
     */
    private record Line(AbacPolicy policy, Decision allowed) {}

    private AbacAuthorizer(List<Line> policies) {
        this.policies = policies;
    }

    /**
     * Reads a policy file: JSON Lines, one policy a line; empty lines and lines that begin with {@code #} are skipped.
     *
     * @param source name of the file, for messages
     * @throws IllegalArgumentException when a line is no policy
     */
    public static AbacAuthorizer parse(String source, String text) {
        ObjectCodec codec = new ObjectCodec();
        List<Line> policies = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isBlank() && !line.strip().startsWith("#")) {
                try {
                    policies.add(new Line(
                            policy(codec.tree(line)),
                            Decision.allowed("ABAC, by line " + number + " of its policy file")));
                } catch (IllegalArgumentException wrong) {
                    throw new IllegalArgumentException(
                            "error reading policy file " + source + ", line " + number + ": " + line + ": "
                                    + wrong.getMessage(),
                            wrong);
                }
            }
        }
        return new AbacAuthorizer(List.copyOf(policies));
    }

    private static AbacPolicy policy(Map<String, Object> line) {
        if (!line.containsKey("apiVersion") && !line.containsKey("kind")) {
            return AbacPolicy.ofUnversioned(line);
        }
        boolean known = String.valueOf(line.get("apiVersion")).startsWith(VERSION) && "Policy".equals(line.get("kind"));
        if (!known || !(line.get("spec") instanceof Map<?, ?> spec)) {
            throw new IllegalArgumentException("a policy has the apiVersion " + VERSION
                    + "v1beta1, the kind Policy and a spec; write these three, or none of them");
        }
        return AbacPolicy.of(spec);
    }

    @Override
    public Completion<Decision> authorize(Attributes attributes) {
        for (Line line : policies) {
            if (line.policy().permits(attributes)) {
                return line.allowed().now();
            }
        }
        return Decision.noOpinion("No policy matched.").now();
    }
}
