package dev.wavetank.model.kubectl.set;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.ObjectChoice;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code set image}: reads each object, then patches the images of its containers; prints nothing where they are so
 * already.
 */
public final class ImageCommand implements Command {

    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String ALL = "*";
    private static final List<String> LISTS = List.of("initContainers", "containers");

    private final Session session;
    private final ObjectChoice choice;
    /** Images by the names of containers. */
    private final Map<String, String> images = new LinkedHashMap<>();

    /** Checks the command line. */
    public ImageCommand(Session session) {
        this.session = session;
        List<String> resources = new ArrayList<>();
        for (String argument : session.line().arguments()) {
            int equals = argument.indexOf('=');
            if (equals > 0) {
                images.put(argument.substring(0, equals), argument.substring(equals + 1));
            } else {
                resources.add(argument);
            }
        }
        this.choice = new ObjectChoice(session, resources);
        if (images.isEmpty()) {
            throw UsageException.afterDiscovery("at least one image update is required");
        }
        if (images.containsKey(ALL) && images.size() > 1) {
            throw new UsageException("all containers are already specified by *, but saw more than one"
                    + " container_name=container_image pairs");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return choice.eachRead(this::change);
    }

    private Completion<Boolean> change(ObjectChoice.Named target, KubernetesObject object) {
        String path = PodSpecs.path(target.resource(), target.name());
        ObjectFields fields = session.fields(object);
        Map<String, Object> spec = new LinkedHashMap<>();
        List<String> unknown = new ArrayList<>(images.keySet());
        unknown.remove(ALL);
        for (String list : LISTS) {
            change(list, fields.list(path + "." + list), unknown, spec);
        }
        if (!unknown.isEmpty()) {
            unknown.forEach(name -> session.fail("error: unable to find container named \"" + name + "\""));
            return Completion.of(true);
        }
        if (spec.isEmpty()) {
            return Completion.of(true);
        }
        Map<String, Object> patch = spec;
        String[] names = path.split("\\.");
        for (int i = names.length - 1; i >= 0; i--) {
            patch = Collections.singletonMap(names[i], patch);
        }
        return session.patch(target.resource(), object, STRATEGIC, patch, "image updated");
    }

    private void change(String list, List<ObjectFields> containers, List<String> unknown, Map<String, Object> spec) {
        List<Object> order = new ArrayList<>();
        List<Object> changed = new ArrayList<>();
        for (ObjectFields container : containers) {
            String name = container.text("name");
            order.add(Collections.singletonMap("name", name));
            String image = images.getOrDefault(name, images.get(ALL));
            unknown.remove(name);
            if (image != null && !image.equals(container.text("image"))) {
                Map<String, Object> change = new LinkedHashMap<>();
                change.put("image", image);
                change.put("name", name);
                changed.add(change);
            }
        }
        if (!changed.isEmpty()) {
            spec.put("$setElementOrder/" + list, order);
            spec.put(list, changed);
        }
    }
}
