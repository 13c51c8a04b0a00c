package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/**
 * A flag of a command.
 *
 * @param name without the dashes
 * @param shorthand one letter, or empty
 * @param kind type of its value
 * @param bare its value without an argument; empty when it needs an argument
 */
public record Flag(String name, String shorthand, Kind kind, String bare) implements Option {

    /** The type of a flag's value. */
    public enum Kind {
        TEXT,
        /** Several values, by commas or by giving the flag again. */
        LIST,
        INTEGER,
        SWITCH
    }

    public static final Flag NAMESPACE = new Flag("namespace", "n", Kind.TEXT, "");
    public static final Flag OUTPUT = new Flag("output", "o", Kind.TEXT, "");
    public static final Flag DRY_RUN = new Flag("dry-run", "", Kind.TEXT, "unchanged");
    public static final Flag FILENAME = new Flag("filename", "f", Kind.LIST, "");
    public static final Flag IMAGE = new Flag("image", "", Kind.LIST, "");
    public static final Flag REPLICAS = new Flag("replicas", "", Kind.INTEGER, "");
    public static final Flag PORT = new Flag("port", "", Kind.INTEGER, "");
    public static final Flag RESTART = new Flag("restart", "", Kind.TEXT, "");
    public static final Flag LABELS = new Flag("labels", "l", Kind.TEXT, "");
    public static final Flag COMMAND = new Flag("command", "", Kind.SWITCH, "true");
    public static final Flag CASCADE = new Flag("cascade", "", Kind.TEXT, "background");
    public static final Flag GRACE_PERIOD = new Flag("grace-period", "", Kind.INTEGER, "");
    public static final Flag IGNORE_DAEMONSETS = new Flag("ignore-daemonsets", "", Kind.SWITCH, "true");
    public static final Flag DELETE_EMPTYDIR_DATA = new Flag("delete-emptydir-data", "", Kind.SWITCH, "true");
    /** The name of {@link #DELETE_EMPTYDIR_DATA} before v1.20. */
    public static final Flag DELETE_LOCAL_DATA = new Flag("delete-local-data", "", Kind.SWITCH, "true");

    public static final Flag FORCE = new Flag("force", "", Kind.SWITCH, "true");
    public static final Flag IGNORE_NOT_FOUND = new Flag("ignore-not-found", "", Kind.SWITCH, "true");

    @Override
    public Flag flag() {
        return this;
    }

    @Override
    public boolean isIn(KubernetesVersion version) {
        return true;
    }

    /** The flag as versions with this feature have it. */
    public Option since(Feature feature) {
        return new Versioned(this, feature, true);
    }

    /** The flag as versions without this feature have it. */
    public Option until(Feature feature) {
        return new Versioned(this, feature, false);
    }

    /** Rejects an invalid value of the flag. */
    public void check(String value) {
        if (kind == Kind.INTEGER && !isInteger(value)) {
            throw invalid(value, GoInteger.mistake("ParseInt", value));
        }
        if (kind == Kind.SWITCH && !List.of("true", "false").contains(value)) {
            throw invalid(value, "strconv.ParseBool: parsing \"" + value + "\": invalid syntax");
        }
    }

    private static boolean isInteger(String value) {
        return value.matches("[-+]?[0-9]{1,18}") && (int) Long.parseLong(value) == Long.parseLong(value);
    }

    private UsageException invalid(String value, String why) {
        String flag = shorthand.isEmpty() ? "--" + name : "-" + shorthand + ", --" + name;
        return new UsageException("invalid argument \"" + value + "\" for \"" + flag + "\" flag: " + why);
    }
}
