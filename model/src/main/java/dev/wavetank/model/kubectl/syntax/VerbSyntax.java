package dev.wavetank.model.kubectl.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The commands that are simulated and the flags of each. */
public enum VerbSyntax {
    APPLY("apply", Flag.FILENAME),
    CORDON("cordon"),
    CREATE("create", Flag.FILENAME),
    CREATE_DEPLOYMENT("create deployment", Flag.IMAGE, Flag.REPLICAS, Flag.PORT),
    DELETE("delete", Flag.FILENAME, Flag.CASCADE, Flag.GRACE_PERIOD, Flag.IGNORE_NOT_FOUND),
    DRAIN(
            "drain",
            Flag.IGNORE_DAEMONSETS,
            Flag.DELETE_EMPTYDIR_DATA,
            Flag.DELETE_LOCAL_DATA,
            Flag.FORCE,
            Flag.GRACE_PERIOD),
    RUN("run", Flag.IMAGE, Flag.RESTART, Flag.PORT, Flag.LABELS, Flag.COMMAND),
    SCALE("scale", Flag.REPLICAS),
    UNCORDON("uncordon");

    private static final String SIMULATED =
            "apply, cordon, create, create deployment, delete, drain," + " run, scale, uncordon";

    /** Verbs of the real command that the model does not support. */
    private static final String NOT_SIMULATED = " annotate api-resources api-versions attach auth autoscale certificate"
            + " cluster-info completion config cp debug describe diff edit events exec explain expose get"
            + " kustomize label logs options patch plugin port-forward proxy replace rollout set taint top"
            + " version wait ";

    private final String words;
    private final List<Flag> flags;

    VerbSyntax(String words, Flag... own) {
        this.words = words;
        this.flags = new ArrayList<>(List.of(own));
        this.flags.addAll(List.of(Flag.NAMESPACE, Flag.OUTPUT, Flag.DRY_RUN));
    }

    /** The command as it is typed, without flags. */
    public String words() {
        return words;
    }

    /** Its first word. */
    public String verb() {
        return words.split(" ")[0];
    }

    public List<Flag> flags() {
        return flags;
    }

    /** The command of the first word after {@code kubectl}. */
    public static VerbSyntax of(String verb) {
        for (VerbSyntax syntax : values()) {
            if (syntax.words.equals(verb)) {
                return syntax;
            }
        }
        if (NOT_SIMULATED.contains(" " + verb + " ")) {
            throw new UsageException("kubectl " + verb + " is not simulated; these are: " + SIMULATED);
        }
        throw new UsageException("unknown command \"" + verb + "\" for \"kubectl\"; these are simulated: " + SIMULATED);
    }

    /** The command that a further word makes of this one. */
    public Optional<VerbSyntax> followedBy(String word) {
        boolean deployment = List.of("deployment", "deploy", "dep").contains(word);
        return this == CREATE && deployment ? Optional.of(CREATE_DEPLOYMENT) : Optional.empty();
    }
}
