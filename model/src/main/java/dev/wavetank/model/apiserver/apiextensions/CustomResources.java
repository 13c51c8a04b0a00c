package dev.wavetank.model.apiserver.apiextensions;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.apiextensions.schema.Tree;
import dev.wavetank.model.apiserver.printers.TableColumn;
import dev.wavetank.model.apiserver.printers.TableColumns;
import dev.wavetank.model.apiserver.registry.strategy.Strategies;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.apiserver.resource.ServedResources;
import dev.wavetank.model.apiserver.watchcache.WatchCache;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one server serves: the built-in resources and those of the definitions that it has observed, with their
 * strategies.
 */
public final class CustomResources implements ServedResources, Strategies, TableColumns, WatchCache.Listener {

    private static final List<String> VERBS =
            List.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch");
    private static final List<String> VERBS_AT_THE_END = List.of("delete", "deletecollection", "get", "list", "watch");
    private static final List<String> OF_SUBRESOURCES = List.of("get", "patch", "update");

    private final ServedResources builtIn;
    private final KubernetesVersion kubernetes;
    private final Strategies builtInStrategies;
    private final DefinitionStrategy ofDefinitions;
    private final Map<String, Definition> definitions = new TreeMap<>();
    private final Map<ResourceType, CustomResourceStrategy> strategies = new LinkedHashMap<>();
    private final List<Observer> observers = new ArrayList<>(2);

    /** Receives every definition that this server has observed. */
    @FunctionalInterface
    interface Observer {

        /** A definition as it is now; null when that of this name is gone. */
        void observed(String name, Definition definition);
    }

    /** Nothing is defined yet. */
    public CustomResources(
            Context context, ServedResources builtIn, Strategies builtInStrategies, KubernetesVersion kubernetes) {
        this.builtIn = builtIn;
        this.kubernetes = kubernetes;
        this.builtInStrategies = builtInStrategies;
        this.ofDefinitions = new DefinitionStrategy(context);
    }

    void addObserver(Observer observer) {
        observers.add(observer);
    }

    /** Every definition that has been observed, by name. */
    Map<String, Definition> definitions() {
        return Collections.unmodifiableMap(definitions);
    }

    @Override
    public void replaced(SortedMap<String, KubernetesObject> present) {
        Map<String, Definition> before = new TreeMap<>(definitions);
        definitions.clear();
        strategies.clear();
        present.values().forEach(this::add);
        Set<String> names = new LinkedHashSet<>(before.keySet());
        names.addAll(definitions.keySet());
        names.forEach(this::notifyObservers);
    }

    @Override
    public void changed(EtcdChange change) {
        String name = change.object().metadata().name();
        Definition before = definitions.remove(name);
        if (before != null) {
            before.versions().forEach(version -> strategies.remove(before.type(version)));
        }
        if (change.type() != WatchEvent.Type.DELETED) {
            add(change.object());
        }
        notifyObservers(name);
    }

    private void add(KubernetesObject object) {
        Definition definition = Definition.of((GenericObject) object);
        definitions.put(definition.name(), definition);
        for (DefinedVersion version : definition.versions()) {
            strategies.put(definition.type(version), new CustomResourceStrategy(definition, version, kubernetes));
        }
    }

    private void notifyObservers(String name) {
        observers.forEach(observer -> observer.observed(name, definitions.get(name)));
    }

    @Override
    public Strategy<KubernetesObject> of(ResourceType resource) {
        if (resource.isCustom()) {
            Strategy<KubernetesObject> own = strategies.get(resource);
            return own == null ? builtInStrategies.of(resource) : own;
        }
        return resource.equals(Definition.RESOURCE) ? ofDefinitions : builtInStrategies.of(resource);
    }

    /** The rules of a custom resource that is served at this moment. */
    Optional<CustomResourceStrategy> served(ResourceType resource) {
        return Optional.ofNullable(strategies.get(resource))
                .filter(found ->
                        found.definition().isServed() && found.version().isServed());
    }

    @Override
    public Optional<List<TableColumn>> of(ServedResource served) {
        return served(served.type())
                .map(found -> found.version().columns().stream()
                        .map(PrinterColumn::of)
                        .toList());
    }

    @Override
    public Optional<Map<String, Object>> definedSchema(ServedResource served) {
        return served(served.type()).map(found -> found.version().schema().tree());
    }

    @Override
    public boolean hasKind(String apiVersion, String kind) {
        return builtIn.hasKind(apiVersion, kind) || ServedResources.super.hasKind(apiVersion, kind);
    }

    @Override
    public Optional<ServedResource> find(String group, String version, String name) {
        if (!ResourceType.isCustom(group)) {
            return builtIn.find(group, version, name);
        }
        int slash = name.indexOf('/');
        String plural = slash < 0 ? name : name.substring(0, slash);
        Definition definition = definitions.get(plural + "." + group);
        if (definition == null || !definition.isServed()) {
            return Optional.empty();
        }
        return served(definition, VERBS).stream()
                .filter(served -> served.type().version().equals(version)
                        && served.subresource().equals(slash < 0 ? "" : name.substring(slash + 1)))
                .findFirst();
    }

    @Override
    public List<ServedResource> all() {
        if (definitions.isEmpty()) {
            return builtIn.all();
        }
        List<ServedResource> all = new ArrayList<>(builtIn.all());
        definitions.values().stream()
                .filter(Definition::isEstablished)
                .forEach(each -> all.addAll(served(each, discoveredVerbs(each))));
        return all;
    }

    @Override
    public List<String> groups() {
        Set<String> groups = new LinkedHashSet<>(builtIn.groups());
        definitions.values().stream().filter(Definition::isServed).forEach(each -> groups.add(each.group()));
        return new ArrayList<>(groups);
    }

    /** The verbs that discovery reports: fewer than are served while the definition is being deleted. */
    private static List<String> discoveredVerbs(Definition definition) {
        return definition.isTerminating() ? VERBS_AT_THE_END : VERBS;
    }

    private static List<ServedResource> served(Definition definition, List<String> verbs) {
        List<ServedResource> served = new ArrayList<>();
        for (DefinedVersion version : definition.versions()) {
            if (version.isServed()) {
                ResourceType type = definition.type(version);
                served.add(new ServedResource(
                        type,
                        "",
                        type.apiVersion(),
                        type.kind(),
                        verbs,
                        Tree.texts(definition.acceptedNames(), "shortNames"),
                        Tree.text(definition.acceptedNames(), "singular"),
                        Tree.texts(definition.acceptedNames(), "categories"),
                        type,
                        definition.type(definition.storageVersion()).apiVersion()));
                if (version.hasStatus()) {
                    served.add(new ServedResource(
                            type, "status", type.apiVersion(), type.kind(), OF_SUBRESOURCES, List.of()));
                }
                if (version.hasScale()) {
                    served.add(
                            new ServedResource(type, "scale", "autoscaling/v1", "Scale", OF_SUBRESOURCES, List.of()));
                }
            }
        }
        return served;
    }
}
