package dev.wavetank.model.kubectl.discovery;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import java.util.List;

/**
 * How often a command asks what the server serves before it gives up: each way to name objects asks on its own
 * (observed with kubectl v1.27 and v1.32 and a server that was gone).
 */
public final class Lookups {

    private static final int TYPE_AND_NAME = 5;
    private static final int TYPE_SLASH_NAME = 4;

    private Lookups() {}

    /** The number of attempts; 0 for commands that need to know nothing. */
    public static int of(Invocation line) {
        if (line.verb().words().startsWith("create ")) {
            return line.verb() == VerbSyntax.CREATE_JOB && line.value(Flag.FROM).isPresent() ? TYPE_SLASH_NAME : 0;
        }
        if (!line.list(Flag.FILENAME).isEmpty()) {
            return 1;
        }
        return switch (line.verb()) {
            case API_RESOURCES, API_VERSIONS, AUTH_WHO_AM_I, TOP_NODE, TOP_POD, VERSION -> 0;
            case EVENTS -> line.value(Flag.FOR).isPresent() ? TYPE_SLASH_NAME : 0;
            case CLUSTER_INFO -> TYPE_AND_NAME;
            case EXPLAIN -> 2;
            case RUN -> 1;
            case TAINT -> 2;
            case AUTH_CAN_I -> line.isOn(Flag.LIST) ? 0 : 2;
            case CORDON, DEBUG, DRAIN, EXEC, LOGS, UNCORDON -> TYPE_SLASH_NAME;
            case GET -> line.value(Flag.RAW).isPresent() ? 0 : named(line.arguments());
            default -> named(line.arguments());
        };
    }

    /**
     * Whether a command checks its files by the server's schema first, which it asks for before it asks what the server
     * serves.
     */
    static boolean validatesFiles(Invocation line) {
        boolean checks =
                List.of(VerbSyntax.APPLY, VerbSyntax.CREATE, VerbSyntax.REPLACE).contains(line.verb());
        String directive = line.value(Flag.VALIDATE).orElse("true");
        return checks
                && !line.list(Flag.FILENAME).isEmpty()
                && !List.of("false", "ignore").contains(directive);
    }

    /** Objects in files are looked up once. */
    private static int named(List<String> arguments) {
        if (arguments.isEmpty()) {
            return 1;
        }
        return arguments.get(0).contains("/") ? TYPE_SLASH_NAME : TYPE_AND_NAME;
    }
}
