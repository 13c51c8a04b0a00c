package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;

/**
 * A user's command failed, wholly or in part: the cluster may lack what the user asked for.
 *
 * @param arguments the words after {@code kubectl}
 * @param exitCode not 0
 * @param stderr its errors and warnings, each line ended
 */
public record FailedCommandTrace(List<String> arguments, int exitCode, String stderr) implements TraceRecord {

    @Override
    public String type() {
        return "command.failed";
    }

    /** The command as it was typed. */
    @Override
    public String subject() {
        return "kubectl " + String.join(" ", arguments);
    }

    @Override
    public void describe(Fields out) {
        out.text("command", subject()).number("exitCode", exitCode).text("stderr", stderr);
    }
}
