package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Ingresses before {@code v1}: a backend is a name and a port side by side. */
final class IngressShape implements Conversion.Shape {

    private static final String SPEC = "spec";
    private static final String RULES = "rules";
    private static final String HTTP = "http";
    private static final String PATHS = "paths";
    private static final String BACKEND = "backend";
    private static final String DEFAULT_BACKEND = "defaultBackend";
    private static final String SERVICE = "service";
    private static final String NAME = "serviceName";
    private static final String PORT = "servicePort";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        return changed(tree, BACKEND, DEFAULT_BACKEND, IngressShape::service);
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        return changed(tree, DEFAULT_BACKEND, BACKEND, IngressShape::nameAndPort);
    }

    private static Map<String, Object> changed(
            Map<String, Object> tree, String from, String to, UnaryOperator<Map<String, Object>> backend) {
        Map<String, Object> ingress = new LinkedHashMap<>(tree);
        if (ingress.get(SPEC) == null) {
            return ingress;
        }
        Map<String, Object> spec = Conversion.map(ingress.get(SPEC));
        Conversion.rename(spec, from, to);
        spec.computeIfPresent(to, (field, old) -> backend.apply(Conversion.map(old)));
        spec.computeIfPresent(
                RULES,
                (field, rules) -> each(rules, rule -> {
                    rule.computeIfPresent(HTTP, (name, old) -> {
                        Map<String, Object> http = Conversion.map(old);
                        http.computeIfPresent(
                                PATHS,
                                (key, paths) -> each(paths, path -> {
                                    path.computeIfPresent(
                                            BACKEND, (last, value) -> backend.apply(Conversion.map(value)));
                                    return path;
                                }));
                        return http;
                    });
                    return rule;
                }));
        ingress.put(SPEC, spec);
        return ingress;
    }

    private static Object each(Object list, UnaryOperator<Map<String, Object>> change) {
        if (!(list instanceof List<?> old)) {
            return list;
        }
        List<Object> changed = new ArrayList<>();
        old.forEach(item -> changed.add(change.apply(Conversion.map(item))));
        return changed;
    }

    private static Map<String, Object> service(Map<String, Object> backend) {
        Object name = backend.remove(NAME);
        Object port = backend.remove(PORT);
        if (name != null || port != null) {
            Map<String, Object> numberOrName = new LinkedHashMap<>();
            numberOrName.put(port instanceof Number ? "number" : "name", port);
            Map<String, Object> service = new LinkedHashMap<>();
            service.put("name", name);
            service.put("port", numberOrName);
            backend.put(SERVICE, service);
        }
        return backend;
    }

    private static Map<String, Object> nameAndPort(Map<String, Object> backend) {
        if (backend.containsKey(SERVICE)) {
            Map<String, Object> service = Conversion.map(backend.remove(SERVICE));
            Map<String, Object> port = Conversion.map(service.get("port"));
            backend.put(NAME, service.get("name"));
            backend.put(PORT, port.containsKey("number") ? port.get("number") : port.get("name"));
        }
        return backend;
    }
}
