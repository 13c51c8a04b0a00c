package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.apiserver.registry.apps.TemplateRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import java.util.Objects;

/** What of a Job cannot change. */
final class JobChanges {

    private static final String FROZEN = "field is immutable";
    private static final String COMPLETIONS = "spec.completions";
    private static final String NULL = "\"null\"";

    private JobChanges() {}

    static void validate(JobSpec spec, JobSpec before, FieldErrors errors) {
        completions(spec, before, errors);
        TemplateRules.sameSelector(spec.selector(), before.selector(), errors);
        if (!Objects.equals(spec.template(), before.template())) {
            errors.invalid("spec.template", "core.PodTemplateSpec{}", FROZEN);
        }
        if (!errors.version().has(Feature.INDEXED_AND_SUSPENDED_JOBS)) {
            return;
        }
        String mode = spec.completionMode();
        same("completionMode", mode, before.completionMode(), GoSyntax.of(mode), errors);
        same(
                "podFailurePolicy",
                spec.podFailurePolicy(),
                before.podFailurePolicy(),
                "batch.PodFailurePolicy{}",
                errors);
        Integer perIndex = spec.backoffLimitPerIndex();
        same("backoffLimitPerIndex", perIndex, before.backoffLimitPerIndex(), String.valueOf(perIndex), errors);
        same("managedBy", spec.managedBy(), before.managedBy(), GoSyntax.of(spec.managedBy()), errors);
        same("successPolicy", spec.successPolicy(), before.successPolicy(), "batch.SuccessPolicy{}", errors);
    }

    /** Completions of an indexed Job can change, when parallelism changes to the same number. */
    private static void completions(JobSpec spec, JobSpec before, FieldErrors errors) {
        Integer completions = spec.completions();
        if (Objects.equals(completions, before.completions())) {
            return;
        }
        if (!JobModeRules.isIndexed(spec)) {
            errors.invalid(COMPLETIONS, completions == null ? NULL : completions.toString(), FROZEN);
        } else if (completions != null && !completions.equals(spec.parallelism())) {
            errors.invalid(COMPLETIONS, completions.toString(), "can only be modified in tandem with spec.parallelism");
        }
    }

    private static void same(String field, Object value, Object before, String shown, FieldErrors errors) {
        if (!Objects.equals(value, before)) {
            errors.invalid("spec." + field, value == null ? NULL : shown, FROZEN);
        }
    }
}
