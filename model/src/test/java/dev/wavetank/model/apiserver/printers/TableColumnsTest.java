package dev.wavetank.model.apiserver.printers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.apiserver.resource.ServedResource;
import dev.wavetank.model.gotext.Ages;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Columns of resources that do not come with a release, and of those without a printer. */
class TableColumnsTest {

    private static final ServedResource CRONTABS = new ServedResource(
            new ResourceType("stable.example.com", "v1", "CronTab", "crontabs", true),
            "",
            "stable.example.com/v1",
            "CronTab",
            List.of("get", "list"),
            List.of());

    private static List<List<?>> table(ServedResource served, TableColumns others, String object) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) GoJsonReader.parse(object.replace('\'', '"')))
                .forEach((name, value) -> tree.put((String) name, value));
        Map<String, Object> table = new Tables(KubernetesVersion.V1_32, others)
                .table(
                        served,
                        List.of(tree),
                        new LinkedHashMap<>(),
                        new Tables.Wish("v1", Tables.Include.NONE, true),
                        VirtualTime.EPOCH.plusSeconds(90));
        List<Object> headings = new ArrayList<>();
        ((List<?>) table.get("columnDefinitions")).forEach(column -> headings.add(((Map<?, ?>) column).get("name")));
        return List.of(headings, (List<?>) ((Map<?, ?>) ((List<?>) table.get("rows")).get(0)).get("cells"));
    }

    private static final String CRONTAB = "{'metadata':{'name':'a','creationTimestamp':'2026-01-01T00:00:00Z'},"
            + "'spec':{'cronSpec':'* * * * *','since':'2026-01-01T00:01:00Z'}}";

    @Test
    void own_columns_follow_the_name() {
        TableColumns own = served -> Optional.of(List.of(
                new TableColumn("Spec", "string", "", "", 0, (object, now) -> object.at("spec.cronSpec")),
                new TableColumn(
                        "Since",
                        "date",
                        "",
                        "",
                        0,
                        (object, now) -> Ages.since((String) object.at("spec.since"), now))));
        assertThat(table(CRONTABS, own, CRONTAB))
                .isEqualTo(List.of(List.of("Name", "Spec", "Since"), List.of("a", "* * * * *", "30s")));
        assertThat(Ages.since("yesterday", VirtualTime.EPOCH)).isEqualTo("<invalid>");
    }

    @Test
    void without_own_columns_the_age_follows_the_name() {
        assertThat(table(CRONTABS, served -> Optional.of(List.of()), CRONTAB))
                .isEqualTo(List.of(List.of("Name", "Age"), List.of("a", "90s")));
    }

    @Test
    void the_default_printer_tells_the_time_of_creation() {
        ServedResource roles = ResourceTable.of(KubernetesVersion.V1_32)
                .find("rbac.authorization.k8s.io", "v1", "roles")
                .orElseThrow();
        assertThat(table(roles, TableColumns.NONE, CRONTAB))
                .isEqualTo(List.of(List.of("Name", "Created At"), List.of("a", "2026-01-01T00:00:00Z")));
    }
}
