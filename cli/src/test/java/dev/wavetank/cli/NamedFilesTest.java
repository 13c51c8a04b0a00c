package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.input.NamedFiles;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedFilesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "apply -f a.yaml                      | a.yaml",
                "apply -fa.yaml                       | a.yaml",
                "apply -f=a.yaml                      | a.yaml",
                "apply --filename a.yaml -f b.yaml    | a.yaml b.yaml",
                "apply --filename=a.yaml,b.yaml       | a.yaml b.yaml",
                "delete -f -                          | -",
                "logs -f web                          | ''",
                "create cm x --from-file=k=a --from-file=b | a b",
                "patch pod x --patch-file=a.json      | a.json",
                "run web --image=x -- sh -f a.yaml    | ''",
                "apply -f                             | ''",
            })
    void finds_names_in_every_form(String arguments, String names) {
        List<String> expected = names.isEmpty() ? List.of() : List.of(names.split(" "));

        assertThat(NamedFiles.names(List.of(arguments.split(" ")))).isEqualTo(expected);
    }
}
