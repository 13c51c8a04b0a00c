package dev.wavetank.model.controller.serviceaccount;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;

/** Gives every active namespace its ServiceAccount {@code default}. */
public final class ServiceAccountController implements Controller {

    /** User agent. */
    public static final String NAME = "service-account-controller";

    private static final String DEFAULT = "default";

    private final NamespaceFurnishing<ServiceAccount> accounts;

    /** A controller. */
    public ServiceAccountController(ControllerEnvironment environment) {
        this.accounts = new NamespaceFurnishing<>(
                environment,
                environment.client(NAME),
                new NamespaceFurnishing.Piece<>(Resources.SERVICE_ACCOUNTS, ServiceAccount.class, DEFAULT),
                key -> new ServiceAccount(ObjectMeta.named(key.namespace(), key.name()), null, null));
    }

    @Override
    public void start() {
        accounts.start();
    }
}
