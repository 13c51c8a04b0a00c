package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.authz.rbac.RbacPolicy;
import dev.wavetank.model.apiserver.authz.webhook.WebhookAuthorizer;
import dev.wavetank.sim.text.Suggestion;
import java.util.List;

/**
 * The flags of an API server about what its users may do.
 *
 * @param modes some of {@link AuthorizationModes#ALL}, in the order in which they are asked
 *     ({@code --authorization-mode})
 * @param rbac roles and bindings for {@code RBAC}, besides those that are stored
 * @param abacPolicy text of the policy file for {@code ABAC}, else null ({@code --authorization-policy-file})
 * @param webhook the webhook that {@code Webhook} asks, else null ({@code --authorization-webhook-*})
 */
public record AuthorizationConfig(
        List<String> modes, RbacPolicy rbac, String abacPolicy, WebhookAuthorizer.Config webhook) {

    /** Checks that the modes exist and have what they need. */
    public AuthorizationConfig {
        modes = List.copyOf(modes);
        for (String mode : modes) {
            if (!AuthorizationModes.ALL.contains(mode)) {
                throw new IllegalArgumentException("there is no authorization mode '" + mode + "': "
                        + Suggestion.question(mode, AuthorizationModes.ALL) + "authorization-mode may name "
                        + String.join(", ", AuthorizationModes.ALL) + ", separated by commas");
            }
        }
        if (modes.contains(AuthorizationModes.ABAC) && abacPolicy == null) {
            throw new IllegalArgumentException(
                    "the authorization mode ABAC needs a policy file: give authorization-policy-file");
        }
        if (modes.contains(AuthorizationModes.WEBHOOK) && webhook == null) {
            throw new IllegalArgumentException(
                    "the authorization mode Webhook needs a webhook: give authorization-webhook-config-file");
        }
    }

    /** Modes that need nothing else, in a list such as {@code Node,RBAC}. */
    public static AuthorizationConfig of(String modes) {
        return of(modes, null, null);
    }

    /**
     * Modes in a list, the text of a policy file, and a webhook.
     *
     * @param abacPolicy for the mode {@code ABAC}; null when there is none
     * @param webhook for the mode {@code Webhook}; null when there is none
     * @throws IllegalArgumentException when there is no such mode, or one lacks what it needs
     */
    public static AuthorizationConfig of(String modes, String abacPolicy, WebhookAuthorizer.Config webhook) {
        return new AuthorizationConfig(List.of(modes.split(",")), RbacPolicy.NONE, abacPolicy, webhook);
    }

    /** The same with RBAC alone, under these rules and those that are stored. */
    public AuthorizationConfig withRbac(RbacPolicy rules) {
        return new AuthorizationConfig(List.of(AuthorizationModes.RBAC), rules, abacPolicy, webhook);
    }
}
