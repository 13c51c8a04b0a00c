package dev.wavetank.model.apiserver.registry.generic;

import dev.wavetank.model.apiserver.registry.validation.MetadataRules;
import dev.wavetank.model.apiserver.registry.validation.NameRules;
import dev.wavetank.model.apiserver.registry.validation.Part;
import dev.wavetank.model.gotext.GoSyntax;
import java.util.List;
import java.util.Objects;

/** Mistakes in what Jobs say about indexes, replacement of pods and other controllers (v1.32; v1.20 has none of it). */
final class JobSpecRules {

    private static final String PER_INDEX = "backoffLimitPerIndex";
    private static final String MAX_FAILED = "maxFailedIndexes";
    private static final String COMPLETIONS = "completions";
    private static final String PARALLELISM = "parallelism";
    private static final String MODE = "completionMode";
    private static final String FAILURE_POLICY = "podFailurePolicy";
    private static final String SUCCESS_POLICY = "successPolicy";
    private static final String REPLACEMENT = "podReplacementPolicy";
    private static final String MANAGED_BY = "managedBy";
    private static final String NOT_INDEXED = "requires indexed completion mode";
    private static final String FROZEN = "field is immutable";
    private static final String INDEXED = "Indexed";
    private static final int MANAGED_BY_MAX = 63;
    private static final int MANY = 100_000;
    private static final int FEW_OF_MANY = 10_000;

    private JobSpecRules() {}

    static void check(Part spec) {
        spec.notNegative(PER_INDEX);
        spec.notNegative(MAX_FAILED);
        if (spec.has(MAX_FAILED) && !spec.has(PER_INDEX)) {
            spec.required(PER_INDEX, "when maxFailedIndexes is specified");
        }
        managedBy(spec);
        spec.oneOfIfSet(MODE, List.of("NonIndexed", INDEXED));
        if (spec.text(MODE).equals(INDEXED)) {
            indexed(spec);
        } else {
            for (String field : spec.present(List.of(PER_INDEX, MAX_FAILED))) {
                spec.invalidNumber(field, NOT_INDEXED);
            }
        }
        if (spec.has(FAILURE_POLICY)) {
            FailurePolicyRules.check(spec);
        }
        if (spec.has(SUCCESS_POLICY) && !spec.text(MODE).equals(INDEXED)) {
            spec.invalid(SUCCESS_POLICY, "batch.SuccessPolicy{}", NOT_INDEXED);
        } else if (spec.has(SUCCESS_POLICY)) {
            SuccessPolicyRules.check(spec.child(SUCCESS_POLICY), spec.number(COMPLETIONS));
        }
        spec.oneOfIfSet(
                REPLACEMENT, spec.has(FAILURE_POLICY) ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed"));
    }

    private static void managedBy(Part spec) {
        if (!spec.has(MANAGED_BY)) {
            return;
        }
        String name = spec.text(MANAGED_BY);
        int slash = name.indexOf('/');
        if (name.isEmpty()) {
            spec.required(MANAGED_BY, "");
        } else if (slash <= 0 || slash == name.length() - 1) {
            spec.invalid(MANAGED_BY, "must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else {
            String domain = name.substring(0, slash);
            MetadataRules.invalid(NameRules.subdomain(domain), spec.at(MANAGED_BY), domain, spec.errors());
        }
        if (name.length() > MANAGED_BY_MAX) {
            spec.errors().tooLong(spec.at(MANAGED_BY), MANAGED_BY_MAX);
        }
    }

    private static void indexed(Part spec) {
        if (!spec.has(COMPLETIONS)) {
            spec.required(COMPLETIONS, "when completion mode is Indexed");
        }
        atMost(spec, PARALLELISM, MANY, " when completion mode is Indexed");
        if (spec.has(COMPLETIONS) && spec.number(MAX_FAILED) > spec.number(COMPLETIONS)) {
            spec.invalidNumber(MAX_FAILED, "must be less than or equal to completions");
        }
        atMost(spec, MAX_FAILED, MANY, "");
        if (spec.number(COMPLETIONS) > MANY && spec.has(PER_INDEX)) {
            if (!spec.has(MAX_FAILED)) {
                spec.required(MAX_FAILED, "must be specified when completions is above " + MANY);
            }
            String when = " when completions are above " + MANY + " and used with backoff limit per index";
            atMost(spec, PARALLELISM, FEW_OF_MANY, when);
            atMost(spec, MAX_FAILED, FEW_OF_MANY, when);
        }
    }

    private static void atMost(Part spec, String field, int max, String when) {
        if (spec.number(field) > max) {
            spec.invalidNumber(field, "must be less than or equal to " + max + when);
        }
    }

    /** Completions of an indexed Job can change, when parallelism changes to the same number. */
    static void completionsUpdate(Part spec, Part old) {
        if (Objects.equals(spec.fields().get(COMPLETIONS), old.fields().get(COMPLETIONS))) {
            return;
        }
        boolean elastic = spec.text(MODE).equals(INDEXED);
        if (!elastic) {
            spec.invalid(COMPLETIONS, spec.has(COMPLETIONS) ? "" + spec.number(COMPLETIONS) : "\"null\"", FROZEN);
        } else if (spec.has(COMPLETIONS) && spec.number(COMPLETIONS) != spec.number(PARALLELISM)) {
            spec.invalidNumber(COMPLETIONS, "can only be modified in tandem with spec.parallelism");
        }
    }

    /** What can never change. */
    static void update(Part spec, Part old) {
        frozen(spec, old, MODE, GoSyntax.of(spec.text(MODE)));
        frozen(spec, old, FAILURE_POLICY, "batch.PodFailurePolicy{}");
        frozen(spec, old, PER_INDEX, Long.toString(spec.number(PER_INDEX)));
        frozen(spec, old, MANAGED_BY, GoSyntax.of(spec.text(MANAGED_BY)));
        frozen(spec, old, SUCCESS_POLICY, "batch.SuccessPolicy{}");
    }

    private static void frozen(Part spec, Part old, String field, String shown) {
        if (!Objects.equals(spec.fields().get(field), old.fields().get(field))) {
            spec.invalid(field, spec.has(field) ? shown : "\"null\"", FROZEN);
        }
    }
}
