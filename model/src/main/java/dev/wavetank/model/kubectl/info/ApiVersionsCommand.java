package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.sim.Completion;

/** {@code api-versions}: the group versions that the server serves, sorted. */
public final class ApiVersionsCommand implements Command {

    private final Session session;

    /** Checks the command line. */
    public ApiVersionsCommand(Session session) {
        this.session = session;
        ApiResourcesCommand.refuseArguments(session);
    }

    @Override
    public Completion<Boolean> run() {
        return new ApiDiscovery(new Reads(session), this::failed)
                .groupVersions()
                .map(versions -> {
                    versions.ifPresent(list -> list.stream().sorted().forEach(session::print));
                    return versions.isPresent();
                });
    }

    private void failed(String cause, ApiResponse failure) {
        session.fail("error: couldn't get available api versions from server: " + cause);
    }
}
