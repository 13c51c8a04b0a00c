package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.AuthorizationConfig;
import dev.wavetank.model.apiserver.authz.abac.AbacAuthorizer;
import dev.wavetank.model.apiserver.authz.webhook.WebhookAuthorizer;
import dev.wavetank.model.kubectl.config.KubeConfig;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The flags of the API server about what its users may do ({@code pkg/kubeapiserver/options/authorization.go}). */
final class AuthorizationFlags {

    private static final String MODE = "kube-apiserver.authorization-mode";
    private static final String WEBHOOK = "kube-apiserver.authorization-webhook-";

    private AuthorizationFlags() {}

    /**
     * Takes the settings.
     *
     * @throws IllegalArgumentException when a value is impossible or a file is malformed
     */
    static AuthorizationConfig of(Settings settings, ScenarioFiles files, ClusterSpec spec) {
        String modes = settings.text(MODE, "AlwaysAllow");
        String file = settings.text(ClusterSpec.POLICY_FILE, "");
        String policy = files.text(ClusterSpec.POLICY_FILE, file);
        WebhookAuthorizer.Config webhook = webhook(settings, files, spec);
        try {
            if (policy != null) {
                AbacAuthorizer.parse(file, policy); // reports a mistake before the run
            }
            AuthorizationConfig config = AuthorizationConfig.of(modes, policy, webhook);
            if (webhook != null && !config.modes().contains("Webhook")) {
                throw new IllegalArgumentException(
                        "cannot specify --authorization-webhook-config-file without mode Webhook");
            }
            return config;
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(MODE + ": " + wrong.getMessage(), wrong);
        }
    }

    private static WebhookAuthorizer.@Nullable Config webhook(
            Settings settings, ScenarioFiles files, ClusterSpec spec) {
        String url =
                files.read(ClusterSpec.WEBHOOK_FILE, settings.text(ClusterSpec.WEBHOOK_FILE, ""), KubeConfig::server);
        String host = url == null ? "" : KubeConfig.host(url);
        WebhookAuthorizer.Config standard = WebhookAuthorizer.Config.of(ComponentNames.WEBHOOKS + host);
        long allowed = settings.span(WEBHOOK + "cache-authorized-ttl", standard.allowedFor(), 0);
        long denied = settings.span(WEBHOOK + "cache-unauthorized-ttl", standard.deniedFor(), 0);
        if (url == null) {
            return null;
        }
        List<String> served = spec.addOns().stream()
                .filter(AddOn.AuthorizationWebhook.class::isInstance)
                .map(AddOn::component)
                .toList();
        if (!served.contains(standard.component())) {
            throw new IllegalArgumentException(ClusterSpec.WEBHOOK_FILE + ": nothing serves at " + host
                    + ": add {kind: authorizationWebhook, host: " + host + "} to the addOns of the cluster");
        }
        return new WebhookAuthorizer.Config(standard.component(), url, allowed, denied);
    }
}
