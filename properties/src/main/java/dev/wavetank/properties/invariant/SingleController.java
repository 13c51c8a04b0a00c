package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** An object has at most one managing controller, and that controller exists or the object is being collected. */
public final class SingleController implements Invariant {

    /** What is stored, or was so a while ago, by uid. Events are left out: there are many, and they control nothing. */
    private final Map<String, Named> everStored = new LinkedHashMap<>();

    private final Departed<String> gone = new Departed<>(everStored::remove);

    private final Map<String, KubernetesObject> controlled = new LinkedHashMap<>();

    private record Named(String kind, String name, boolean isGone) {

        private Named gone() {
            return new Named(kind, name, true);
        }

        private boolean is(OwnerReference reference) {
            return kind.equals(reference.kind()) && name.equals(reference.name());
        }

        @Override
        public String toString() {
            return kind + " " + name;
        }
    }

    @Override
    public String name() {
        return "SingleController";
    }

    @Override
    public String reason() {
        return "Two controllers of one object undo each other's work for ever, and an object whose controller is"
                + " gone belongs to nobody: it uses resources and nothing heals it. That garbage is collected is"
                + " judged at the end, when the faults have healed and the bound has passed.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go (v1.32),"
                        + " ValidateOwnerReferences: only one reference may have controller set to true",
                "Kubernetes documentation v1.32, Owners and Dependents; Garbage Collection");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.DELETION, Tag.SAFETY, Tag.LIVENESS);
    }

    @Override
    public String statement() {
        return "An object has at most one managing controller, which has its uid and exists, or it is being collected.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change)) {
            return;
        }
        KubernetesObject object = change.object();
        if (object.uid() == null) {
            // An API server's own notes, such as which addresses of services are taken, are no objects of the API.
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            controlled.remove(object.uid());
            if (everStored.computeIfPresent(object.uid(), (uid, known) -> known.gone()) != null) {
                gone.add(object.uid(), entry.time());
            }
            return;
        }
        if (!(object instanceof ApiEvent)) {
            remember(object);
        }
        List<OwnerReference> references = object.metadata().ownerReferences();
        if (references.isEmpty() && !controlled.containsKey(object.uid())) {
            return;
        }
        checkController(object, controllers(references), outcomes);
    }

    private void remember(KubernetesObject object) {
        Named known = everStored.get(object.uid());
        if (known == null || known.isGone()) {
            everStored.put(
                    object.uid(), new Named(object.kind(), object.metadata().name(), false));
        }
    }

    /** Most of what is written is leases of nodes, whose owner is no controller. */
    private static List<OwnerReference> controllers(List<OwnerReference> references) {
        List<OwnerReference> controllers = List.of();
        for (int i = 0; i < references.size(); i++) {
            if (references.get(i).isController()) {
                controllers = controllers.isEmpty() ? new ArrayList<>(1) : controllers;
                controllers.add(references.get(i));
            }
        }
        return controllers;
    }

    private void checkController(KubernetesObject object, List<OwnerReference> controllers, Outcomes outcomes) {
        if (controllers.size() > 1) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "has " + controllers.size() + " managing controllers, expected at most one");
        }
        if (controllers.isEmpty()) {
            controlled.remove(object.uid());
            return;
        }
        OwnerReference controller = controllers.get(0);
        KubernetesObject before = controlled.put(object.uid(), object);
        if (before != null && before.metadata().isControlledBy(controller.uid())) {
            return;
        }
        Named known = everStored.get(controller.uid());
        if (known == null || !known.is(controller)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(object),
                    "is controlled by " + controller.kind() + " " + controller.name() + ", uid " + controller.uid()
                            + ", which " + (known == null ? "never existed" : "is the uid of " + known));
        }
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (KubernetesObject object : uncollected()) {
            outcomes.broken(this, ObjectNames.of(object), stillExists(object) + ", expected it to be collected");
        }
    }

    /** Objects whose controller is gone and which nothing deletes. */
    private List<KubernetesObject> uncollected() {
        return controlled.values().stream()
                .filter(object ->
                        !isThere(object.metadata().controller().orElseThrow().uid()))
                .filter(object -> !object.metadata().isDeleting())
                .sorted(Comparator.comparing(KubernetesObject::uid))
                .toList();
    }

    private boolean isThere(String uid) {
        Named known = everStored.get(uid);
        return known != null && !known.isGone();
    }

    private static String stillExists(KubernetesObject object) {
        OwnerReference controller = object.metadata().controller().orElseThrow();
        return "still exists although its controller " + controller.kind() + " " + controller.name() + " has gone";
    }
}
