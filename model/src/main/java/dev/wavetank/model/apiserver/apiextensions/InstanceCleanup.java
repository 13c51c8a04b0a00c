package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Deletes all objects of a definition that is to go, waits until they are gone, and lets the definition go. */
final class InstanceCleanup {

    /** How often is looked whether objects are left. */
    private static final long POLL = 5 * VirtualTime.SECOND;

    private final Context context;
    private final CustomResources resources;
    private final Loopback server;
    private final Set<String> underWay = new LinkedHashSet<>();

    InstanceCleanup(Context context, CustomResources resources, Loopback server) {
        this.context = context;
        this.resources = resources;
        this.server = server;
    }

    void forget(String name) {
        underWay.remove(name);
    }

    void consider(Definition definition) {
        boolean due = definition.metadata().isDeleting()
                && definition.metadata().finalizers().contains(Definition.CLEANUP);
        if (due && underWay.add(definition.name())) {
            begin(definition.name());
        }
    }

    private void begin(String name) {
        Definition definition = resources.definitions().get(name);
        if (definition == null) {
            return;
        }
        if (!definition.isServed()) {
            finish(name, "NeverEstablished", "resource was never established");
            return;
        }
        GenericObject said = said(
                definition, Definition.TRUE, "InstanceDeletionInProgress", "CustomResource deletion is in progress");
        server.updateStatus(said).whenDone(response -> {
            if (response.isSuccess()) {
                deleteAll(name);
            } else {
                context.after(VirtualTime.SECOND, () -> begin(name));
            }
        });
    }

    private GenericObject said(Definition definition, String status, String reason, String message) {
        return Conditions.with(
                definition,
                new Conditions.Said(Definition.TERMINATING, status, reason, message),
                Timestamps.seconds(context.clock()));
    }

    /** Deletes what there is, again and again, because a finalizer may keep an object for any time. */
    private void deleteAll(String name) {
        Definition definition = resources.definitions().get(name);
        if (definition == null) {
            return;
        }
        ResourceType resource = definition.type(servedVersion(definition));
        server.send(new ApiRequest.List(resource, "", ApiRequest.Selection.ALL)).whenDone(response -> {
            if (response instanceof ApiResponse.Many many && many.items().isEmpty()) {
                finish(name, "InstanceDeletionCompleted", "removed all instances");
            } else if (response instanceof ApiResponse.Many many) {
                Completion.all(deletions(resource, many.items())).whenDone(done -> lookAgain(name, resource));
            } else {
                context.after(POLL, () -> deleteAll(name));
            }
        });
    }

    private void lookAgain(String name, ResourceType resource) {
        server.send(new ApiRequest.List(resource, "", ApiRequest.Selection.ALL)).whenDone(response -> {
            if (response instanceof ApiResponse.Many many && many.items().isEmpty()) {
                finish(name, "InstanceDeletionCompleted", "removed all instances");
            } else {
                context.after(POLL, () -> deleteAll(name));
            }
        });
    }

    private static DefinedVersion servedVersion(Definition definition) {
        return definition.versions().stream()
                .filter(DefinedVersion::isServed)
                .findFirst()
                .orElseGet(definition::storageVersion);
    }

    private List<Completion<ApiResponse>> deletions(ResourceType resource, List<KubernetesObject> objects) {
        List<Completion<ApiResponse>> deletions = new ArrayList<>(objects.size());
        for (KubernetesObject object : objects) {
            deletions.add(server.send(new ApiRequest.Delete(
                    resource, object.key().namespace(), object.key().name(), ApiRequest.DeleteOptions.DEFAULT)));
        }
        return deletions;
    }

    private void finish(String name, String reason, String message) {
        Definition definition = resources.definitions().get(name);
        if (definition == null) {
            return;
        }
        GenericObject said = said(definition, Definition.FALSE, reason, message);
        List<String> finalizers = new ArrayList<>(said.metadata().finalizers());
        finalizers.remove(Definition.CLEANUP);
        server.updateStatus(said.withMetadata(said.metadata().withFinalizers(finalizers)))
                .whenDone(response -> {
                    if (!response.isSuccess() && !response.failedWith(StatusReason.NOT_FOUND)) {
                        context.after(VirtualTime.SECOND, () -> finish(name, reason, message));
                    }
                });
    }
}
