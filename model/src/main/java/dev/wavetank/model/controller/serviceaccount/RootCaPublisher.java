package dev.wavetank.model.controller.serviceaccount;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.RootCertificate;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.cache.Informer;
import dev.wavetank.model.client.workqueue.FailureText;
import dev.wavetank.model.client.workqueue.SyncResult;
import dev.wavetank.model.client.workqueue.WorkQueue;
import dev.wavetank.model.controller.Controller;
import dev.wavetank.model.controller.ControllerEnvironment;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Creates the ConfigMap {@code kube-root-ca.crt} in every namespace, with which pods verify the API server, and
 * restores it when it is deleted or changed ({@code rootcacertpublisher/publisher.go}).
 *
 * <p>It does not check whether the namespace is being deleted: when the namespace controller has deleted the
 * ConfigMap, it tries to create it again, and the server rejects that.
 */
public final class RootCaPublisher implements Controller {

    /** User agent. */
    public static final String NAME = KubernetesController.ROOT_CA_PUBLISHER.userAgent();

    private final ApiClient client;
    private final Informer<Namespace> namespaces;
    private final Informer<ConfigMap> certificates;
    private final WorkQueue<String> queue;
    private final Map<String, String> annotations;

    /** A controller. */
    public RootCaPublisher(ControllerEnvironment environment) {
        this.client = environment.client(NAME);
        this.namespaces = environment.informer(Resources.NAMESPACES, Namespace.class);
        this.certificates = environment.informer(Resources.CONFIG_MAPS, ConfigMap.class);
        this.queue = environment.queue(1, WorkQueue.UNLIMITED, this::sync);
        this.annotations = RootCertificate.annotations(environment.version().has(Feature.ROOT_CERTIFICATE_DESCRIPTION));
    }

    @Override
    public void start() {
        namespaces.addHandler(new NamespaceEvents());
        certificates.addHandler(Informer.Handler.always(certificate -> {
            if (certificate.metadata().name().equals(RootCertificate.CONFIG_MAP)) {
                queue.add(certificate.key().namespace());
            }
        }));
    }

    private Completion<SyncResult> sync(String namespace) {
        ConfigMap present = certificates.cached(new ObjectKey(namespace, RootCertificate.CONFIG_MAP));
        if (present == null) {
            return create(namespace);
        }
        boolean isRight = present.data().equals(data())
                && present.metadata().annotations().keySet().containsAll(annotations.keySet());
        if (isRight) {
            return Completion.of(SyncResult.DONE);
        }
        Map<String, String> all = new LinkedHashMap<>(present.metadata().annotations());
        all.putAll(annotations);
        ConfigMap right =
                present.withData(data()).withMetadata(present.metadata().withAnnotations(all));
        return client.send(new ApiRequest.Update(Resources.CONFIG_MAPS, "", right))
                .map(SyncResult::of);
    }

    private Completion<SyncResult> create(String namespace) {
        ObjectMeta metadata =
                ObjectMeta.named(namespace, RootCertificate.CONFIG_MAP).withAnnotations(annotations);
        return client.send(ApiRequest.Create.of(Resources.CONFIG_MAPS, new ConfigMap(metadata, data(), null)))
                .map(response ->
                        FailureText.isNamespaceTerminating(response) ? SyncResult.DONE : SyncResult.orGone(response));
    }

    private static Map<String, String> data() {
        return Collections.singletonMap(RootCertificate.FILE, RootCertificate.TEXT);
    }

    /** A changed namespace triggers a sync only while it is active; a new one always. */
    private final class NamespaceEvents implements Informer.Handler<Namespace> {

        @Override
        public void added(Namespace namespace) {
            queue.add(namespace.metadata().name());
        }

        @Override
        public void updated(Namespace before, Namespace after) {
            if (after.status() != null && "Active".equals(after.status().phase())) {
                added(after);
            }
        }

        @Override
        public void deleted(Namespace last) {
            // The content of a namespace is deleted before the namespace.
        }
    }
}
