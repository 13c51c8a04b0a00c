package dev.wavetank.model.controller.serviceaccount;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.sim.Completion;

/** Creates the ServiceAccount {@code default} in every active namespace, and creates it again when it is deleted. */
public final class ServiceAccountController implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.SERVICE_ACCOUNT.userAgent();

    private static final String DEFAULT = "default";

    private final ApiClient client;
    private final Informer<Namespace> namespaces;
    private final Informer<ServiceAccount> accounts;
    private final WorkQueue<String> queue;

    /** A controller. */
    public ServiceAccountController(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.namespaces = environment.informer(Resources.NAMESPACES, Namespace.class);
        this.accounts = environment.informer(Resources.SERVICE_ACCOUNTS, ServiceAccount.class);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
    }

    @Override
    public void start() {
        namespaces.addHandler(Informer.Handler.whilePresent(
                namespace -> queue.add(namespace.metadata().name())));
        accounts.addHandler(Informer.Handler.always(account -> {
            if (account.metadata().name().equals(DEFAULT)) {
                queue.add(account.key().namespace());
            }
        }));
    }

    private Completion<SyncResult> sync(String name) {
        Namespace namespace = namespaces.cached(new ObjectKey("", name));
        boolean isActive = namespace != null
                && namespace.status() != null
                && "Active".equals(namespace.status().phase());
        if (!isActive || accounts.cached(new ObjectKey(name, DEFAULT)) != null) {
            return Completion.of(SyncResult.DONE);
        }
        ServiceAccount account = new ServiceAccount(ObjectMeta.named(name, DEFAULT), null, null);
        return client.send(ApiRequest.Create.of(Resources.SERVICE_ACCOUNTS, account))
                .map(response ->
                        response.failedWith(StatusReason.ALREADY_EXISTS) || FailureText.isNamespaceTerminating(response)
                                ? SyncResult.DONE
                                : SyncResult.of(response));
    }
}
