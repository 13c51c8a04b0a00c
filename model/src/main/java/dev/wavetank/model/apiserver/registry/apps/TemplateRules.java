package dev.wavetank.model.apiserver.registry.apps;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.pod.PodValidation;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Mistakes in templates of pods, and in the selectors that belong to them. */
public final class TemplateRules {

    static final List<String> ALWAYS = List.of("Always");

    private static final String MISMATCH = "`selector` does not match template `labels`";
    private static final LabelSelector NONE = new LabelSelector(null, null);

    private TemplateRules() {}

    /** The labels of a template; none when it has no metadata. */
    public static Map<String, String> labels(PodTemplateSpec template) {
        return template == null || template.metadata() == null
                ? Collections.emptyMap()
                : template.metadata().labels();
    }

    /** Checks the labels and the pod of a template. */
    public static void template(PodTemplateSpec template, String path, FieldErrors errors) {
        metadata(template, path, errors);
        PodValidation.validate(template == null ? null : template.spec(), path + ".spec", errors);
    }

    /** Checks the labels of a template, which the real server names without {@code metadata}. */
    static void metadata(PodTemplateSpec template, String path, FieldErrors errors) {
        MetadataRules.validateLabels(labels(template), path + ".labels", errors);
    }

    /**
     * Checks that a selector, if there is one, selects the pods of the template.
     *
     * @param path of the spec that has both
     */
    public static void matches(LabelSelector selector, PodTemplateSpec template, String path, FieldErrors errors) {
        if (selector == null) {
            return;
        }
        if (!SelectorRules.isUsable(selector, errors.version())) {
            errors.invalid(path + ".selector", GoSyntax.of(selector), "");
        } else if (!selector.isEmpty() && !selector.matches(labels(template))) {
            mismatch(template, path, errors);
        }
    }

    static void mismatch(PodTemplateSpec template, String path, FieldErrors errors) {
        errors.invalid(path + ".template.metadata.labels", GoSyntax.of(labels(template)), MISMATCH);
    }

    /** Checks that a selector is the same as before. */
    public static void sameSelector(LabelSelector changed, LabelSelector before, FieldErrors errors) {
        LabelSelector selector = changed == null ? NONE : changed;
        if (!selector.equals(before == null ? NONE : before)) {
            errors.invalid("spec.selector", GoSyntax.of(selector), "field is immutable");
        }
    }

    /** Checks that the pods are always restarted, and live without a limit. */
    static void always(PodTemplateSpec template, String path, String kind, FieldErrors errors) {
        policy(template, path, ALWAYS, errors);
        if (deadline(template) != null) {
            errors.forbidden(
                    path + ".spec.activeDeadlineSeconds", "activeDeadlineSeconds in " + kind + " is not Supported");
        }
    }

    static Long deadline(PodTemplateSpec template) {
        return template == null || template.spec() == null
                ? null
                : template.spec().activeDeadlineSeconds();
    }

    /** Checks the restart policy of the pods; an absent one counts as {@code Always}. */
    public static void policy(PodTemplateSpec template, String path, List<String> policies, FieldErrors errors) {
        String policy = restartPolicy(template);
        errors.oneOf(path + ".spec.restartPolicy", policy.isEmpty() ? "Always" : policy, policies);
    }

    /** The restart policy of the pods; the empty text when it is absent. */
    public static String restartPolicy(PodTemplateSpec template) {
        PodSpec spec = template == null ? null : template.spec();
        return spec == null ? "" : Objects.requireNonNullElse(spec.restartPolicy(), "");
    }
}
