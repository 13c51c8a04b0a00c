package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;

/** {@code get --raw PATH}: prints the answer as it is. */
public final class RawCommand implements Command {

    private final Session session;
    private final String path;

    /** Checks the command line. */
    public RawCommand(Session session) {
        this.session = session;
        this.path = session.line().value(Flag.RAW).orElse("");
        if (!session.line().arguments().isEmpty()) {
            throw new UsageException("arguments may not be passed when --raw is specified");
        }
        if (!session.format().isEmpty()) {
            throw new UsageException("--raw and --output are mutually exclusive");
        }
        if (!path.startsWith("/") && !path.contains("://")) {
            throw new UsageException(
                    "--raw must be a valid URL path: parse " + GoText.quoted(path) + ": invalid URI for request");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return new Reads(session).text(path).map(text -> {
            text.ifPresent(session::printText);
            return text.isPresent();
        });
    }
}
