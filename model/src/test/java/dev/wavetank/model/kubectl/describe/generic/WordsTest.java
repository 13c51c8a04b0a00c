package dev.wavetank.model.kubectl.describe.generic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of fields as words. */
class WordsTest {

    @ParameterizedTest
    @CsvSource({
        "name, Name",
        "maxSize, Max Size",
        "apiURL, API URL",
        "podUID, Pod UID",
        "HTTPProxy, HTTP Proxy",
        "some-key, Some - Key",
        "x509, X 509",
        "aB, A B",
    })
    void a_name_is_split_where_its_letters_change(String name, String words) {
        assertThat(Words.title(name)).isEqualTo(words);
    }
}
