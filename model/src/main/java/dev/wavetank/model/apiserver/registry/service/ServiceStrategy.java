package dev.wavetank.model.apiserver.registry.service;

import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.core.ServiceSpecBuilder;
import dev.wavetank.model.apiserver.registry.defaulting.SchemaDefaults;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Services. What the controllers of the model do not read is a JSON tree among the other fields. */
public final class ServiceStrategy implements Strategy<Service> {

    static final String TYPE = "type";

    private static final String STATUS = "status";
    private static final Service.Spec NONE = ServiceSpecBuilder.builder().build();
    private static final Map<String, Object> NEW = Collections.singletonMap("loadBalancer", Collections.emptyMap());
    private static final String CLUSTER_IP = "spec.clusterIP";
    private static final List<String> FIELDS = List.of(CLUSTER_IP, "spec.type");

    private final boolean hasFields;

    /** The rules of a version. */
    public ServiceStrategy(KubernetesVersion version) {
        this.hasFields = version.has(Feature.SERVICE_FIELD_SELECTORS);
    }

    /** {@code SelectableFields} in pkg/registry/core/service/strategy.go v1.31. */
    @Override
    public List<String> selectableFields() {
        return hasFields ? FIELDS : List.of();
    }

    @Override
    public String selectable(Service service, String field) {
        return field.equals(CLUSTER_IP) ? clusterIp(spec(service)) : type(spec(service));
    }

    @Override
    public Class<Service> kind() {
        return Service.class;
    }

    @Override
    public Service withDefaults(Service service) {
        Service.Spec spec = service.spec();
        if (spec == null) {
            return service;
        }
        List<Service.Port> ports =
                spec.ports().stream().map(ServiceStrategy::complete).toList();
        Service.Spec complete =
                spec.with(builder -> builder.ports(ports).other(SchemaDefaults.fill("ServiceSpec", spec.other())));
        return complete.equals(spec) ? service : service.withSpec(complete);
    }

    private static Service.Port complete(Service.Port port) {
        boolean hasProtocol = port.protocol() != null && !port.protocol().isEmpty();
        Object target = port.targetPort();
        boolean hasTarget = target != null && !target.equals("") && !target.equals(0L) && !target.equals(0);
        return hasProtocol && (hasTarget || port.port() == null)
                ? port
                : new Service.Port(
                        port.name(),
                        hasProtocol ? port.protocol() : "TCP",
                        port.appProtocol(),
                        port.port(),
                        hasTarget || port.port() == null ? target : Long.valueOf(port.port()),
                        port.nodePort());
    }

    static Service.Spec spec(Service service) {
        return Objects.requireNonNullElse(service.spec(), NONE);
    }

    static String type(Service.Spec spec) {
        return JsonFields.text(spec.other(), TYPE);
    }

    static String clusterIp(Service.Spec spec) {
        return Objects.requireNonNullElse(spec.clusterIP(), "");
    }

    @Override
    public Service prepareForCreate(Service service) {
        return withStatus(service, NEW);
    }

    private static Service withStatus(Service service, @Nullable Object status) {
        Map<String, Object> other = new LinkedHashMap<>(service.other());
        if (status == null) {
            other.remove(STATUS);
        } else {
            other.put(STATUS, status);
        }
        return service.withOther(other);
    }

    @Override
    public void validate(Service service, FieldErrors errors) {
        ServiceValidation.validate(spec(service), errors);
    }

    @Override
    public Service prepareForUpdate(Service changed, Service before) {
        Service inherited = changed.withSpec(ServiceInheritance.of(spec(changed), spec(before)));
        return withStatus(inherited, before.other().get(STATUS));
    }

    @Override
    public Service prepareForStatusUpdate(Service changed, Service before) {
        return withStatus(before, changed.other().get(STATUS));
    }

    @Override
    public void validateUpdate(Service changed, Service before, FieldErrors errors) {
        validate(changed, errors);
        Service.Spec spec = spec(changed);
        Service.Spec old = spec(before);
        String ip = clusterIp(old);
        String given = clusterIp(spec);
        boolean named = type(spec).equals("ExternalName") || type(old).equals("ExternalName");
        if (named || ip.isEmpty() || given.equals(ip)) {
            return;
        }
        errors.invalid(
                "spec.clusterIPs[0]",
                given.isEmpty() ? "[]string(nil)" : "[]string{" + GoSyntax.of(given) + "}",
                given.isEmpty() ? "primary clusterIP can not be unset" : "may not change once set");
    }
}
