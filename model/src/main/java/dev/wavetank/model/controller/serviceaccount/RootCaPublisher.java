package dev.wavetank.model.controller.serviceaccount;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.RootCertificate;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import java.util.Collections;

/**
 * Gives every active namespace the ConfigMap {@code kube-root-ca.crt}, by which pods know the API server ({@code
 * root-ca-cert-publisher}, v1.20).
 */
public final class RootCaPublisher implements Controller {

    /** User agent. */
    public static final String NAME = "root-ca-cert-publisher";

    private final NamespaceFurnishing<ConfigMap> certificates;

    /** A controller. */
    public RootCaPublisher(ControllerEnvironment environment) {
        this.certificates = new NamespaceFurnishing<>(
                environment,
                environment.client(NAME),
                new NamespaceFurnishing.Piece<>(Resources.CONFIG_MAPS, ConfigMap.class, RootCertificate.CONFIG_MAP),
                key -> new ConfigMap(
                        ObjectMeta.named(key.namespace(), key.name()),
                        Collections.singletonMap(RootCertificate.FILE, RootCertificate.TEXT),
                        null));
    }

    @Override
    public void start() {
        certificates.start();
    }
}
