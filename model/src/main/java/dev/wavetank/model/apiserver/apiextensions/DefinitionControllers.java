package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.apiserver.request.Handler;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.time.Instant;

/**
 * The controllers within a server that look after definitions: one accepts names, one says that a resource is
 * established, one deletes the objects of a definition that is to go.
 */
public final class DefinitionControllers {

    private static final long RETRY = VirtualTime.SECOND;

    private final Context context;
    private final CustomResources resources;
    private final Loopback server;
    private final InstanceCleanup cleanup;

    /**
     * Controllers that follow the definitions that a server observes.
     *
     * @param handler executes their requests
     */
    public DefinitionControllers(Context context, CustomResources resources, Handler handler) {
        this.context = context;
        this.resources = resources;
        this.server = new Loopback(context, handler);
        this.cleanup = new InstanceCleanup(context, resources, server);
        resources.addObserver(this::observed);
    }

    private void observed(String name, Definition definition) {
        sync(name);
        if (definition == null) {
            cleanup.forget(name);
            // Another definition may wait for its names.
            resources.definitions().keySet().forEach(this::sync);
        } else {
            cleanup.consider(definition);
        }
    }

    private Instant now() {
        return Timestamps.seconds(context.clock());
    }

    private void sync(String name) {
        Definition definition = resources.definitions().get(name);
        if (definition == null) {
            return;
        }
        GenericObject decided =
                new NameAcceptance(definition, resources.definitions().values()).decided(now());
        if (!decided.equals(definition.object())) {
            write(name, decided);
        } else if (definition.is(Definition.NAMES_ACCEPTED)
                && !definition.isEstablished()
                && !definition.metadata().isDeleting()) {
            Conditions.Said established = new Conditions.Said(
                    Definition.ESTABLISHED,
                    Definition.TRUE,
                    "InitialNamesAccepted",
                    "the initial names have been accepted");
            write(name, Conditions.with(definition, established, now()));
        }
    }

    /** After a conflict the next observation decides; after any other failure this one is tried again. */
    private void write(String name, GenericObject decided) {
        server.updateStatus(decided).whenDone(response -> {
            if (response instanceof ApiResponse.Failed failed
                    && !failed.failedWith(StatusReason.CONFLICT)
                    && !failed.failedWith(StatusReason.NOT_FOUND)) {
                context.after(RETRY, () -> sync(name));
            }
        });
    }
}
