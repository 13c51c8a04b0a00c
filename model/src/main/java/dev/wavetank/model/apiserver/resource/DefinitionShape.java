package dev.wavetank.model.apiserver.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * CustomResourceDefinitions of {@code apiextensions.k8s.io/v1beta1} (apiextensions-apiserver,
 * pkg/apis/apiextensions/v1beta1/conversion.go, v1.16): one version by its name, and what all versions have in common
 * stands beside the list of them.
 *
 * <p>Their schemas need not be structural, and unknown fields stay unless {@code preserveUnknownFields} is false. Here a
 * schema is completed on its way in: types follow from what is said of a value, and what keeps unknown fields is written
 * into every object. So a definition that is read again says more than what was written.
 */
final class DefinitionShape implements Conversion.Shape {

    private static final String SPEC = "spec";
    private static final String VERSION = "version";
    private static final String VERSIONS = "versions";
    private static final String NAME = "name";
    private static final String SERVED = "served";
    private static final String STORAGE = "storage";
    private static final String SCHEMA = "schema";
    private static final String VALIDATION = "validation";
    private static final String SUBRESOURCES = "subresources";
    private static final String COLUMNS = "additionalPrinterColumns";
    private static final String OLD_PATH = "JSONPath";
    private static final String PATH = "jsonPath";
    private static final String CONVERSION = "conversion";
    private static final String WEBHOOK = "webhook";
    private static final String CLIENT = "webhookClientConfig";
    private static final String REVIEWS = "conversionReviewVersions";
    private static final String KEEPS_UNKNOWN = "preserveUnknownFields";

    @Override
    public Map<String, Object> inward(Map<String, Object> tree) {
        Map<String, Object> definition = new LinkedHashMap<>(tree);
        boolean isWhole = tree.containsKey("kind") && tree.containsKey("apiVersion");
        if (!isWhole || tree.get(SPEC) == null) {
            return definition;
        }
        Map<String, Object> spec = Conversion.map(tree.get(SPEC));
        boolean keepsUnknown = !Boolean.FALSE.equals(spec.remove(KEEPS_UNKNOWN));
        Object common = spec.remove(VALIDATION);
        Object subresources = spec.remove(SUBRESOURCES);
        Object columns = spec.remove(COLUMNS);
        List<Object> versions = new ArrayList<>();
        for (Object item : versions(spec)) {
            Map<String, Object> version = Conversion.map(item);
            Map<String, Object> validation =
                    Conversion.map(version.get(SCHEMA) == null ? common : version.get(SCHEMA));
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("openAPIV3Schema", OldSchema.completed(validation.get("openAPIV3Schema"), keepsUnknown));
            version.put(SCHEMA, schema);
            putUnlessThere(version, SUBRESOURCES, subresources);
            putUnlessThere(version, COLUMNS, columns);
            version.computeIfPresent(COLUMNS, (field, list) -> columns(list, OLD_PATH, PATH));
            versions.add(version);
        }
        spec.remove(VERSION);
        spec.put(VERSIONS, versions);
        spec.computeIfPresent(CONVERSION, (field, conversion) -> conversionInward(Conversion.map(conversion)));
        definition.put(SPEC, spec);
        return definition;
    }

    /** The versions; where only the name of one is given, it is served and stored. */
    private static List<?> versions(Map<String, Object> spec) {
        if (spec.get(VERSIONS) instanceof List<?> list && !list.isEmpty()) {
            return list;
        }
        if (!(spec.get(VERSION) instanceof String name) || name.isEmpty()) {
            return List.of();
        }
        Map<String, Object> only = new LinkedHashMap<>();
        only.put(NAME, name);
        only.put(SERVED, true);
        only.put(STORAGE, true);
        return List.of(only);
    }

    private static void putUnlessThere(Map<String, Object> version, String field, Object common) {
        if (version.get(field) == null && common != null) {
            version.put(field, common);
        }
    }

    private static Object columns(Object list, String from, String to) {
        if (!(list instanceof List<?> old)) {
            return list;
        }
        List<Object> columns = new ArrayList<>();
        for (Object item : old) {
            Map<String, Object> column = Conversion.map(item);
            Conversion.rename(column, from, to);
            columns.add(column);
        }
        return columns;
    }

    private static Map<String, Object> conversionInward(Map<String, Object> conversion) {
        Map<String, Object> webhook = new LinkedHashMap<>();
        if (conversion.containsKey(CLIENT)) {
            webhook.put("clientConfig", conversion.remove(CLIENT));
        }
        if (conversion.containsKey(REVIEWS)) {
            webhook.put(REVIEWS, conversion.remove(REVIEWS));
        }
        if (!webhook.isEmpty()) {
            conversion.put(WEBHOOK, webhook);
        }
        return conversion;
    }

    @Override
    public Map<String, Object> outward(Map<String, Object> tree) {
        Map<String, Object> definition = new LinkedHashMap<>(tree);
        if (tree.get(SPEC) == null) {
            return definition;
        }
        Map<String, Object> spec = Conversion.map(tree.get(SPEC));
        List<Map<String, Object>> versions = new ArrayList<>();
        if (spec.get(VERSIONS) instanceof List<?> list) {
            list.forEach(item -> versions.add(Conversion.map(item)));
        }
        versions.forEach(version -> version.computeIfPresent(COLUMNS, (field, list) -> columns(list, PATH, OLD_PATH)));
        share(spec, versions, SCHEMA, VALIDATION);
        share(spec, versions, SUBRESOURCES, SUBRESOURCES);
        share(spec, versions, COLUMNS, COLUMNS);
        if (!versions.isEmpty()) {
            spec.put(VERSION, versions.get(0).get(NAME));
            spec.put(VERSIONS, new ArrayList<Object>(versions));
        }
        if (spec.get(CONVERSION) != null) {
            Map<String, Object> conversion = Conversion.map(spec.get(CONVERSION));
            Map<String, Object> webhook = Conversion.map(conversion.remove(WEBHOOK));
            Conversion.rename(webhook, "clientConfig", CLIENT);
            conversion.putAll(webhook);
            spec.put(CONVERSION, conversion);
        }
        definition.put(SPEC, spec);
        return definition;
    }

    /** Moves what is the same in all versions to where it stands once. */
    private static void share(Map<String, Object> spec, List<Map<String, Object>> versions, String field, String to) {
        if (versions.isEmpty() || versions.get(0).get(field) == null) {
            return;
        }
        Object first = versions.get(0).get(field);
        if (versions.stream().allMatch(version -> first.equals(version.get(field)))) {
            versions.forEach(version -> version.remove(field));
            spec.put(to, first);
        }
    }
}
