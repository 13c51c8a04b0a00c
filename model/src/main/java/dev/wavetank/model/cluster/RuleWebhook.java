package dev.wavetank.model.cluster;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionReview;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionWebhook;
import dev.wavetank.model.scenario.AddOn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Answers reviews by the rules of a scenario: the first that matches; without one the write goes on. */
record RuleWebhook(List<AddOn.AdmissionWebhook.Rule> rules) implements AdmissionWebhook {

    @Override
    public AdmissionReview.Answer review(AdmissionReview review) {
        for (AddOn.AdmissionWebhook.Rule rule : rules) {
            if (rule.match().entrySet().stream().allMatch(field -> matches(field.getKey(), field.getValue(), review))) {
                if (rule.denies()) {
                    return AdmissionReview.Answer.denied(rule.code(), rule.reason());
                }
                return rule.patch().isEmpty()
                        ? AdmissionReview.Answer.ALLOWED
                        : AdmissionReview.Answer.patched(new ArrayList<>(rule.patch()));
            }
        }
        return AdmissionReview.Answer.ALLOWED;
    }

    private static boolean matches(String field, String value, AdmissionReview review) {
        return switch (field) {
            case "operation" -> value.equalsIgnoreCase(review.operation());
            case "apiGroup" -> value.equals(review.resource().group());
            case "resource" -> value.equals(review.resource().plural());
            case "subresource" -> value.equals(review.subresource());
            case "namespace" -> value.equals(review.namespace());
            case "name" -> value.equals(review.name());
            case "path" -> value.equals(review.path());
            case "user" -> value.equals(review.user().name());
            case "group" -> review.user().isIn(value);
            default -> isMarked(field, value, review);
        };
    }

    /** Whether the new object, or the old one where there is no new one, has a label or an annotation. */
    private static boolean isMarked(String field, String value, AdmissionReview review) {
        KubernetesObject object = review.object() == null ? review.oldObject() : review.object();
        if (object == null) {
            return false;
        }
        Map<String, String> marks = field.equals("label")
                ? object.metadata().labels()
                : object.metadata().annotations();
        int equals = value.indexOf('=');
        return equals < 0
                ? marks.containsKey(value)
                : value.substring(equals + 1).equals(marks.get(value.substring(0, equals)));
    }
}
