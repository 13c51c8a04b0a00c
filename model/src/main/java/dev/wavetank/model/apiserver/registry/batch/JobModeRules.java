package dev.wavetank.model.apiserver.registry.batch;

import dev.wavetank.model.api.batch.JobSpec;
import dev.wavetank.model.api.naming.NameRules;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;

/** Mistakes in what Jobs say about indexes, replacement of pods and other controllers (v1.32; v1.20 has none of it). */
final class JobModeRules {

    static final String INDEXED = "Indexed";

    private static final String NOT_INDEXED = "requires indexed completion mode";
    private static final int MANAGED_BY_MAX = 63;
    private static final int MANY = 100_000;
    private static final int FEW_OF_MANY = 10_000;

    private final JobSpec spec;
    private final String path;
    private final FieldErrors errors;

    private JobModeRules(JobSpec spec, String path, FieldErrors errors) {
        this.spec = spec;
        this.path = path;
        this.errors = errors;
    }

    static void check(JobSpec spec, String path, FieldErrors errors) {
        new JobModeRules(spec, path, errors).check();
    }

    static boolean isIndexed(JobSpec spec) {
        return INDEXED.equals(spec.completionMode());
    }

    private void check() {
        String perIndex = at("backoffLimitPerIndex");
        errors.notNegative(perIndex, spec.backoffLimitPerIndex());
        errors.notNegative(at("maxFailedIndexes"), spec.maxFailedIndexes());
        if (spec.maxFailedIndexes() != null && spec.backoffLimitPerIndex() == null) {
            errors.required(perIndex, "when maxFailedIndexes is specified");
        }
        managedBy();
        errors.oneOfIfSet(at("completionMode"), spec.completionMode(), List.of("NonIndexed", INDEXED));
        if (isIndexed(spec)) {
            indexed();
        } else {
            notIndexed(perIndex, spec.backoffLimitPerIndex());
            notIndexed(at("maxFailedIndexes"), spec.maxFailedIndexes());
        }
        if (spec.podFailurePolicy() != null) {
            FailurePolicyRules.check(spec, path, errors);
        }
        if (spec.successPolicy() != null && !isIndexed(spec)) {
            errors.invalid(at("successPolicy"), "batch.SuccessPolicy{}", NOT_INDEXED);
        } else if (spec.successPolicy() != null) {
            int completions = spec.completions() == null ? 0 : spec.completions();
            SuccessPolicyRules.check(spec.successPolicy(), at("successPolicy"), completions, errors);
        }
        errors.oneOfIfSet(
                at("podReplacementPolicy"),
                spec.podReplacementPolicy(),
                spec.podFailurePolicy() != null ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed"));
    }

    private String at(String field) {
        return path + "." + field;
    }

    private void notIndexed(String field, Integer value) {
        if (value != null) {
            errors.invalid(field, value.toString(), NOT_INDEXED);
        }
    }

    private void managedBy() {
        String name = spec.managedBy();
        if (name == null) {
            return;
        }
        int slash = name.indexOf('/');
        if (name.isEmpty()) {
            errors.required(at("managedBy"), "");
        } else if (slash <= 0 || slash == name.length() - 1) {
            errors.invalid(
                    at("managedBy"), GoSyntax.of(name), "must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else {
            errors.named(at("managedBy"), name.substring(0, slash), NameRules::subdomain);
        }
        if (name.length() > MANAGED_BY_MAX) {
            errors.tooLong(at("managedBy"), MANAGED_BY_MAX);
        }
    }

    private void indexed() {
        if (spec.completions() == null) {
            errors.required(at("completions"), "when completion mode is Indexed");
        }
        atMost("parallelism", spec.parallelism(), MANY, " when completion mode is Indexed");
        int failed = spec.maxFailedIndexes() == null ? 0 : spec.maxFailedIndexes();
        if (spec.completions() != null && failed > spec.completions()) {
            errors.invalid(
                    at("maxFailedIndexes"), Integer.toString(failed), "must be less than or equal to completions");
        }
        atMost("maxFailedIndexes", spec.maxFailedIndexes(), MANY, "");
        if (spec.completions() != null && spec.completions() > MANY && spec.backoffLimitPerIndex() != null) {
            if (spec.maxFailedIndexes() == null) {
                errors.required(at("maxFailedIndexes"), "must be specified when completions is above " + MANY);
            }
            String when = " when completions are above " + MANY + " and used with backoff limit per index";
            atMost("parallelism", spec.parallelism(), FEW_OF_MANY, when);
            atMost("maxFailedIndexes", spec.maxFailedIndexes(), FEW_OF_MANY, when);
        }
    }

    private void atMost(String field, Integer value, int max, String when) {
        if (value != null && value > max) {
            errors.invalid(at(field), value.toString(), "must be less than or equal to " + max + when);
        }
    }
}
