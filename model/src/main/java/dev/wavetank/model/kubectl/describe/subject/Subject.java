package dev.wavetank.model.kubectl.describe.subject;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An object to describe.
 *
 * @param resource its type
 * @param fields of the object
 * @param lookup for what belongs to it
 * @param page to write on
 * @param showsEvents whether its Events are described too
 */
public record Subject(ResourceType resource, ObjectFields fields, Lookup lookup, Page page, boolean showsEvents) {

    /** Whether kubectl of this version has a feature. */
    public boolean has(Feature feature) {
        return lookup.has(feature);
    }

    /** What the user's clock shows. */
    public Instant now() {
        return lookup.now();
    }

    /** Its name. */
    public String name() {
        return fields.text("metadata.name");
    }

    /** Its namespace; empty when it has none. */
    public String namespace() {
        return fields.text("metadata.namespace");
    }

    /** The path of objects of the core group in its namespace. */
    public String siblings(String plural) {
        return "/api/v1/namespaces/" + namespace() + "/" + plural;
    }

    /** Writes its name and namespace. */
    public Page head() {
        return page.line(0, "Name:", name()).line(0, "Namespace:", namespace());
    }

    /** Writes its labels and annotations. */
    public Page labels() {
        return page.labels("Labels", fields.map("metadata.labels"))
                .annotations("Annotations", fields.map("metadata.annotations"));
    }

    /** Writes the object that controls it, if there is one. */
    public Page controller() {
        fields.list("metadata.ownerReferences").stream()
                .filter(owner -> owner.isOn("controller"))
                .findFirst()
                .ifPresent(owner -> page.line(0, "Controlled By:", owner.text("kind") + "/" + owner.text("name")));
        return page;
    }

    /** Writes who made it, by an annotation that controllers set before v1.9. */
    public Page creator() {
        Object reference = fields.map("metadata.annotations").get("kubernetes.io/created-by");
        if (reference != null && has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            ObjectFields made = lookup.parsed(String.valueOf(reference));
            page.line(0, "Created By:", made.text("reference.kind") + "/" + made.text("reference.name"));
        }
        return page;
    }

    /** The Events about it; empty when they are not wanted. */
    public Completion<Optional<List<ObjectFields>>> events() {
        return events(
                fields.text("kind").isEmpty() ? resource.kind() : fields.text("kind"), fields.text("metadata.uid"));
    }

    /**
     * The Events about an object of its name.
     *
     * @param kind of the object; empty for any
     * @param uid of the object
     */
    public Completion<Optional<List<ObjectFields>>> events(String kind, String uid) {
        if (!showsEvents) {
            return Completion.of(Optional.empty());
        }
        // The real command writes the terms in any order, because it keeps them in a map.
        String selector = "involvedObject.name=" + name() + ",involvedObject.namespace=" + namespace()
                + (kind.isEmpty() ? "" : ",involvedObject.kind=" + kind) + ",involvedObject.uid=" + uid;
        String path = namespace().isEmpty() ? "/api/v1/events" : siblings("events");
        return lookup.list(path, new Lookup.Query(selector, "")).map(found -> Optional.of(found.items()));
    }

    /** Ends the description, with Events if there are any to show. */
    public Description done(Optional<List<ObjectFields>> events) {
        events.ifPresent(list -> EventsText.write(this, list));
        return new Description(page.text(), Optional.empty());
    }

    /** Gives up, because a request failed that the description needs. */
    public Description failed(Reading reading) {
        return Description.failed(reading);
    }
}
