package dev.wavetank.properties.generate;

/** Pod templates in the flow style of YAML, which needs no indentation. */
final class Templates {

    private Templates() {}

    /** A probe of readiness: often there is none, as in the manifests of many users. */
    static String readiness(Draft draft) {
        return switch (draft.between(0, 3)) {
            case 0 -> "";
            case 1 -> ", readinessProbe: {periodSeconds: 1, httpGet: {path: /, port: 80}}";
            default ->
                ", readinessProbe: {periodSeconds: 2, initialDelaySeconds: "
                        + (draft.isOneIn(3) ? draft.between(12, 20) : draft.between(1, 8))
                        + (draft.isOneIn(3) ? ", successThreshold: " + draft.between(2, 3) : "")
                        + ", failureThreshold: " + draft.between(1, 3) + ", httpGet: {path: /, port: 80}}";
        };
    }

    /** A hook before the end of a server, which some have to let requests end. */
    static String hook(Draft draft) {
        return draft.isOneIn(3) ? hook(draft.between(2, 9)) : "";
    }

    /** A hook that sleeps before the end of a container. */
    static String hook(int seconds) {
        return ", lifecycle: {preStop: {exec: {command: [sleep, \"" + seconds + "\"]}}}";
    }

    /** The container {@code main} of a server. */
    static String server(String image, String more) {
        return "containers: [{name: main, image: \"" + image + "\"" + more + "}]";
    }

    /** The container {@code main} that runs a shell command. */
    static String shell(String command) {
        return "containers: [{name: main, image: busybox, command: [sh, -c, \"" + command + "\"]}]";
    }

    /** A template with one label. */
    static String template(String label, String spec) {
        return "{metadata: {labels: {app: " + label + "}}, spec: {" + spec + "}}";
    }

    /** An object with a spec, in one line. */
    static String object(String apiVersion, String kind, String name, String spec) {
        return "{apiVersion: " + apiVersion + ", kind: " + kind + ", metadata: {name: " + name + "}, spec: {" + spec
                + "}}\n";
    }

    /** The words of a strategic merge patch. */
    static String[] patch(String kind, String name, String patch) {
        return new String[] {"patch", kind, name, "-p", patch};
    }
}
