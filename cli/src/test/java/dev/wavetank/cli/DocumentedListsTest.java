package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The lists in the manual are those of the program. A list stands between {@code <!-- list: NAME -->} and
 * {@code <!-- end -->}.
 *
 * <p>{@code mvn -pl cli -am test -Dtest=DocumentedListsTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dguard.update=true} writes the real lists into the pages.
 */
class DocumentedListsTest {

    private static final Pattern LIST =
            Pattern.compile("(<!-- list: ([a-z ]+) -->\n)(.*?)(<!-- end -->\n)", Pattern.DOTALL);

    @Test
    void the_pages_have_the_lists_of_the_program() {
        Map<String, String> lists = DocumentedLists.all();
        List<String> found = new ArrayList<>();
        for (Markdown page : Markdown.manual()) {
            Matcher list = LIST.matcher(page.text());
            while (list.find()) {
                String name = list.group(2);
                String real = "\n" + lists.get(name) + "\n";
                found.add(name);
                if (Boolean.getBoolean("guard.update")) {
                    page.replace(list.group(), list.group(1) + real + list.group(4));
                } else {
                    assertThat(list.group(3))
                            .as("the %s in %s; -Dguard.update=true writes them", name, page.file())
                            .isEqualTo(real);
                }
            }
        }
        assertThat(Set.copyOf(found)).isEqualTo(lists.keySet());
    }

    @Test
    void the_readme_counts_the_kinds_of_faults() {
        long kinds = DocumentedLists.all().get("faults").lines().count() - 2;

        assertThat(Markdown.readme().text()).contains("| " + kinds + " kinds, ");
    }
}
