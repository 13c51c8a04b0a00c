package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Configurations of webhooks of {@code admissionregistration.k8s.io/v1beta1}: of the shape of {@code v1}, but what they
 * leave out means something else.
 */
final class WebhookShape implements Conversion.Shape {

    private static final String WEBHOOKS = "webhooks";

    /** Parts of objects, such as patches, leave out what they do not change: only whole objects are completed. */
    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        boolean isWhole = tree.containsKey("kind") && tree.containsKey("apiVersion");
        if (!isWhole || !(tree.get(WEBHOOKS) instanceof List<?> list)) {
            return tree;
        }
        List<Object> webhooks = new ArrayList<>();
        for (Object item : list) {
            Map<String, Object> webhook = Conversion.map(item);
            complete(webhook, "failurePolicy", "Ignore");
            complete(webhook, "matchPolicy", "Exact");
            complete(webhook, "sideEffects", "Unknown");
            complete(webhook, "timeoutSeconds", 30L);
            complete(webhook, "admissionReviewVersions", new ArrayList<Object>(List.of("v1beta1")));
            webhooks.add(webhook);
        }
        Map<String, Object> configuration = new LinkedHashMap<>(tree);
        configuration.put(WEBHOOKS, webhooks);
        return configuration;
    }

    private static void complete(Map<String, Object> webhook, String field, Object value) {
        if (webhook.get(field) == null) {
            webhook.put(field, value);
        }
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        return tree;
    }
}
