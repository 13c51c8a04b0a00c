package dev.wavetank.model.patch.apply;

/**
 * What differs between versions of Kubernetes.
 *
 * @param minorVersion 20 for v1.20: markers of the API types that came later do not count
 * @param subresources whether a manager's writes of a subresource are an entry of their own (since v1.22)
 * @param keepsAppliedOrder whether the items of a list come in the applied order (since v1.22); otherwise new items
 *     follow those that are there
 * @param resetsFields whether nobody gets to own {@code status} by writing the object, nor {@code spec} by writing its
 *     status
 * @param namesPatch whether the refusal of an applied configuration names the object
 */
public record ApplyRules(
        int minorVersion, boolean subresources, boolean keepsAppliedOrder, boolean resetsFields, boolean namesPatch) {

    /** Whether nothing is written when only the times of owners would change (since v1.24). */
    public boolean skipsTimes() {
        return minorVersion >= 24;
    }

    /** As Kubernetes v1.20 does it. */
    public static final ApplyRules V1_20 = new ApplyRules(20, false, false, false, false);

    /** As Kubernetes v1.32 does it. */
    public static final ApplyRules V1_32 = new ApplyRules(32, true, true, true, true);
}
