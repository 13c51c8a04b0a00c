package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.apiserver.registry.apps.TemplateRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.SelectorRules;
import dev.wavetank.model.version.Feature;
import java.util.List;

/** Mistakes in the specs of Jobs, also within CronJobs. */
final class JobSpecRules {

    private JobSpecRules() {}

    /** Checks a spec that stands at a path. */
    static void validate(JobSpec spec, String path, FieldErrors errors) {
        errors.notNegative(path + ".parallelism", spec.parallelism());
        errors.notNegative(path + ".completions", spec.completions());
        errors.notNegative(path + ".activeDeadlineSeconds", spec.activeDeadlineSeconds());
        errors.notNegative(path + ".backoffLimit", spec.backoffLimit());
        errors.notNegative(path + ".ttlSecondsAfterFinished", spec.ttlSecondsAfterFinished());
        boolean hasModes = errors.version().has(Feature.INDEXED_AND_SUSPENDED_JOBS);
        if (hasModes) {
            JobModeRules.check(spec, path, errors);
        }
        if (spec.selector() != null) {
            SelectorRules.check(spec.selector(), path + ".selector", errors);
            if (JobStrategy.isManual(spec)) {
                TemplateRules.matches(spec.selector(), spec.template(), path, errors);
            }
        } else if (JobStrategy.isManual(spec)) {
            errors.required(path + ".selector", "");
        }
        TemplateRules.template(spec.template(), path + ".template", errors);
        restartPolicy(spec, path + ".template", hasModes, errors);
    }

    private static void restartPolicy(JobSpec spec, String path, boolean hasModes, FieldErrors errors) {
        String policy = TemplateRules.restartPolicy(spec.template());
        String field = path + ".spec.restartPolicy";
        if (hasModes && (policy.isEmpty() || policy.equals("Always"))) {
            errors.required(field, "valid values: \"OnFailure\", \"Never\"");
            return;
        }
        TemplateRules.policy(spec.template(), path, List.of("OnFailure", "Never"), errors);
        if (hasModes && spec.podFailurePolicy() != null && policy.equals("OnFailure")) {
            errors.invalid(field, "\"OnFailure\"", "only \"Never\" is supported when podFailurePolicy is specified");
        }
    }
}
