package dev.wavetank.model.kubectl.describe.pod;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.version.Feature;

/** The pods that another object will make (kubectl, pkg/describe/describe.go, DescribePodTemplate, v1.32). */
public final class PodTemplateText {

    private PodTemplateText() {}

    /** Writes the template at a path, such as {@code spec.template}. */
    public static void write(Subject subject, String path) {
        ObjectFields template = subject.fields().at(path);
        Page page = subject.page().line(0, "Pod Template:");
        page.labels("  Labels", template.map("metadata.labels"));
        if (!template.map("metadata.annotations").isEmpty()) {
            page.annotations("  Annotations", template.map("metadata.annotations"));
        }
        page.lineIf(1, "Service Account:", template.text("spec.serviceAccountName"));
        if (!template.list("spec.initContainers").isEmpty()) {
            ContainerText.ofTemplate(subject, "Init Containers", template.list("spec.initContainers"));
        }
        ContainerText.ofTemplate(subject, "Containers", template.list("spec.containers"));
        VolumeText.write(subject, template.list("spec.volumes"), "  ");
        PlacementText.spread(subject, template, "  ");
        if (!subject.has(Feature.KUBECTL_DESCRIBE_CREATORS)) {
            PlacementText.priority(page, template);
        }
        if (subject.has(Feature.KUBECTL_DESCRIBE_PLACEMENT)) {
            PlacementText.nodes(subject, template, "  ");
        }
    }
}
