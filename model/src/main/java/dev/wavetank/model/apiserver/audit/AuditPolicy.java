package dev.wavetank.model.apiserver.audit;

import dev.wavetank.model.apiserver.authz.Attributes;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which requests the audit log records, and in what detail ({@code --audit-policy-file}): the first rule that is
 * about a request decides.
 */
public final class AuditPolicy {

    /** Nothing is written. */
    public static final AuditPolicy NOTHING = new AuditPolicy(List.of());

    /** All requests with everything that was sent and answered, reads too. */
    public static final AuditPolicy EVERYTHING =
            new AuditPolicy(List.of(AuditRule.everything(AuditLevel.REQUEST_RESPONSE)));

    private final List<AuditRule> rules;

    AuditPolicy(List<AuditRule> rules) {
        this.rules = List.copyOf(rules);
    }

    /**
     * Reads a policy.
     *
     * @param tree JSON tree of a {@code Policy} of {@code audit.k8s.io/v1}
     * @throws IllegalArgumentException when it is none; the message says what is wrong where
     */
    public static AuditPolicy of(Map<?, ?> tree) {
        return new AuditPolicy(new PolicyReader().rules(tree));
    }

    /** The rule for a request, or null when nothing is to be written of it. */
    @Nullable
    AuditRule ruleFor(Attributes attributes) {
        for (AuditRule rule : rules) {
            if (rule.covers(attributes)) {
                return rule.level() == AuditLevel.NONE ? null : rule;
            }
        }
        return null;
    }
}
