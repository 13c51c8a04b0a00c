package dev.wavetank.model.cluster;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.apiserver.registry.pod.PodDefaults;
import dev.wavetank.model.apiserver.registry.pod.PodValidation;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.kubelet.source.ManifestDirectory;
import dev.wavetank.model.kubelet.source.ManifestSource;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.StaticManifest;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.EventClass;
import dev.wavetank.sim.Simulation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Writes the manifests of static pods into the directories of the nodes, and removes them. */
final class StaticManifests {

    private final Scenario scenario;
    private final Map<StaticManifest, Pod> pods = new LinkedHashMap<>();
    private final Map<String, ManifestDirectory> directories = new LinkedHashMap<>();

    /**
     * The manifests of a scenario.
     *
     * @throws IllegalArgumentException when a file is missing, or holds no pod that a kubelet would run
     *     ({@code pkg/kubelet/config/common.go}: it validates them as a server does), or a node does not exist
     */
    StaticManifests(Scenario scenario) {
        this.scenario = scenario;
        ScenarioFiles files = new ScenarioFiles(scenario.files());
        for (int number = 1; number <= scenario.cluster().nodeCount(); number++) {
            directories.put(scenario.cluster().nameOf(number), new ManifestDirectory());
        }
        for (StaticManifest manifest : scenario.cluster().shape().staticPods()) {
            if (!manifest.node().isEmpty() && !directories.containsKey(manifest.node())) {
                throw new IllegalArgumentException("cluster.staticPods: there is no node '" + manifest.node() + "'");
            }
            pods.put(manifest, files.read("cluster.staticPods", manifest.file(), this::parse));
        }
    }

    private Pod parse(String name, String text) {
        Pod pod;
        try {
            pod = Scheme.parse(text, Pod.class);
        } catch (IllegalArgumentException | ClassCastException wrong) {
            throw new IllegalArgumentException(name + " must hold one pod: " + wrong.getMessage(), wrong);
        }
        if (pod.spec() == null || pod.spec().containers().isEmpty()) {
            throw new IllegalArgumentException(name + " must hold one pod: it has no containers");
        }
        KubernetesVersion version = scenario.cluster().profile();
        Pod complete = pod.withSpec(PodDefaults.ofPod(pod.spec(), version.has(Feature.SERVICE_LINKS)));
        FieldErrors errors = new FieldErrors(version);
        errors.require("metadata.name", pod.metadata().name());
        PodValidation.validate(complete.spec(), "spec", errors);
        if (!errors.isEmpty()) {
            throw new IllegalArgumentException(name + " must hold one pod: "
                    + errors.status(Resources.PODS, pod.metadata().name()).message());
        }
        return complete;
    }

    /** The directory of a node. */
    ManifestDirectory of(String node) {
        return directories.get(node);
    }

    /** Writes what is there from the beginning, before anything starts. */
    void writeFirst() {
        pods.forEach((manifest, pod) -> {
            if (manifest.at() == 0) {
                write(manifest, pod);
            }
        });
    }

    /** Schedules what is written and removed later. */
    void schedule(Simulation simulation) {
        pods.forEach((manifest, pod) -> {
            if (manifest.at() > 0) {
                simulation.schedule(manifest.at(), EventClass.FAULT, () -> write(manifest, pod));
            }
            if (manifest.until() != null) {
                simulation.schedule(manifest.until(), EventClass.FAULT, () -> remove(manifest));
            }
        });
    }

    private void write(StaticManifest manifest, Pod pod) {
        directories.forEach((node, directory) -> {
            if (manifest.node().isEmpty() || manifest.node().equals(node)) {
                directory.write(
                        manifest.path(),
                        pod,
                        ManifestSource.valueOf(manifest.source().toUpperCase(Locale.ROOT)));
            }
        });
    }

    private void remove(StaticManifest manifest) {
        directories.forEach((node, directory) -> {
            if (manifest.node().isEmpty() || manifest.node().equals(node)) {
                directory.remove(manifest.path());
            }
        });
    }
}
