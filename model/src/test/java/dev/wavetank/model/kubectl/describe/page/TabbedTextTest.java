package dev.wavetank.model.kubectl.describe.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Columns as Go aligns them. */
class TabbedTextTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                // The longest cell of adjacent lines decides.
                "a:<t>1|long:<t>2; a:     1|long:  2",
                // A line without the column ends it.
                "a:<t>1|between|long:<t>2; a:  1|between|long:  2",
                // The last cell is not part of a column, however long it is.
                "a<t>b<t>c|very long last|d<t>e; a  b  c|very long last|d  e",
                "a<t>b|c<t>longer<t>d; a  b|c  longer  d",
                // Empty cells count.
                "a<t><t>b|c<t>d<t>e; a     b|c  d  e",
                // Width is counted in characters.
                "ä<t>1|bb<t>2; ä   1|bb  2",
                "a\u001bb<t>1; a^[b  1",
            })
    void cells_stand_below_each_other(String text, String expected) {
        String tabbed = text.replace("<t>", "\t").replace("|", "\n") + "\n";

        assertThat(TabbedText.aligned(tabbed)).isEqualTo(expected.replace("|", "\n") + "\n");
    }
}
