package dev.wavetank.properties.generate;

/** More replicas than a program may report one by one: a Deployment that is made, scaled to few, and back. */
final class CrowdTheme implements Theme {

    @Override
    public void draw(Draft draft, String id) {
        String name = "crowd-" + id;
        draft.begin();
        draft.apply(
                name + ".yaml",
                Templates.object(
                        "apps/v1",
                        "Deployment",
                        name,
                        "replicas: " + draft.between(10, 40) + ", selector: {matchLabels: {app: " + name
                                + "}}, template: " + Templates.template(name, Templates.server("web:1", ""))));
        draft.pause();
        draft.kubectl("scale", "deployment", name, "--replicas=" + draft.between(0, 3));
        if (draft.isOneIn(2)) {
            draft.pause();
            draft.kubectl("scale", "deployment", name, "--replicas=" + draft.between(4, 12));
        }
    }
}
