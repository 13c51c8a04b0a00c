package dev.wavetank.model.kubectl.describe.config;

import dev.wavetank.model.kubectl.describe.page.Page;
import dev.wavetank.model.kubectl.describe.subject.Describer;
import dev.wavetank.model.kubectl.describe.subject.Description;
import dev.wavetank.model.kubectl.describe.subject.Lookup;
import dev.wavetank.model.kubectl.describe.subject.Reading;
import dev.wavetank.model.kubectl.describe.subject.Subject;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.sim.Completion;
import java.util.List;

/** Describes a ServiceAccount with its Secrets (kubectl, pkg/describe/describe.go, describeServiceAccount, v1.32). */
public final class AccountDescriber implements Describer {

    private static final String TOKEN = "kubernetes.io/service-account-token";
    private static final String NO_TITLE = "                   ";

    @Override
    public Completion<Description> describe(Subject account) {
        return account.lookup()
                .list(account.siblings("secrets"), Lookup.Query.ALL)
                .then(secrets -> account.events().map(events -> {
                    account.head();
                    account.labels();
                    names(account, secrets, "Image pull secrets:", referenced(account, "imagePullSecrets"));
                    names(account, secrets, "Mountable secrets: ", referenced(account, "secrets"));
                    names(account, secrets, "Tokens:            ", tokens(account, secrets));
                    return account.done(events);
                }));
    }

    private static List<String> referenced(Subject account, String field) {
        return account.fields().list(field).stream()
                .map(one -> one.text("name"))
                .toList();
    }

    private static List<String> tokens(Subject account, Reading secrets) {
        return secrets.items().stream()
                .filter(secret -> secret.text("type").equals(TOKEN) && isOf(account, secret))
                .map(secret -> secret.text("metadata.name"))
                .toList();
    }

    private static boolean isOf(Subject account, ObjectFields secret) {
        Object name = secret.map("metadata.annotations").get("kubernetes.io/service-account.name");
        Object uid = secret.map("metadata.annotations").get("kubernetes.io/service-account.uid");
        return account.name().equals(name)
                && account.fields().text("metadata.uid").equals(uid);
    }

    private static void names(Subject account, Reading secrets, String title, List<String> names) {
        Page page = account.page();
        if (names.isEmpty()) {
            page.line(0, title, Page.NONE);
        }
        String start = title;
        for (String name : names) {
            boolean isKnown = !secrets.isFound()
                    || secrets.items().stream()
                            .anyMatch(secret -> secret.text("metadata.name").equals(name));
            page.line(0, start, isKnown ? name : name + " (not found)");
            start = NO_TITLE;
        }
    }
}
