package dev.wavetank.model.kubelet.cri.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.kubelet.cri.process.NetworkAnswer.Attempt;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What commands say of others in the network. */
class NetworkCommandsTest {

    private static final long PATIENCE = 3 * VirtualTime.SECOND;

    /** The Service db takes connections, web has no endpoints, on lost nothing answers. */
    private static NetworkAnswer answer(NetworkQuestion asked) {
        return switch (asked.host()) {
            case "db" -> new NetworkAnswer("db.default", List.of("10.96.0.7"), 0).after(Attempt.ACCEPTED, 0);
            case "web" -> new NetworkAnswer("web.default", List.of("10.96.0.8"), 0).after(Attempt.REFUSED, 0);
            case "lost" -> new NetworkAnswer("lost", List.of("10.0.1.9"), 0).after(Attempt.UNREACHABLE, PATIENCE);
            case "10.9.9.9" -> new NetworkAnswer("", List.of("10.9.9.9"), 0).after(Attempt.UNKNOWN, 0);
            default -> new NetworkAnswer("", List.of(), 0);
        };
    }

    private static Optional<Commands.Executed> run(String script) {
        return Commands.execute(
                List.of("sh", "-c", script), Map.of(), ContainerView.EMPTY, NetworkCommandsTest::answer, 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
            nc -z db 5432                          ~ 0 ~ ''
            nc -zv db 5432                         ~ 0 ~ db (10.96.0.7:5432) open
            nc -v -z -w 2 db 5432                  ~ 0 ~ db (10.96.0.7:5432) open
            nc -zw2 db 5432                        ~ 0 ~ ''
            nc -zv web 80                          ~ 1 ~ ''
            nc -z lost 80                          ~ 1 ~ ''
            nc -z nobody 80                        ~ 1 ~ nc: bad address 'nobody'
            wget -q --spider http://db             ~ 0 ~ ''
            wget --spider http://db:8080/          ~ 0 ~ Connecting to db:8080 (10.96.0.7:8080)/remote file exists
            wget -q -O /dev/null db                ~ 0 ~ ''
            wget -qO/dev/null http://web           ~ 1 ~ wget: can't connect to remote host (10.96.0.8): Connection refused
            wget -q -T 1 --spider http://lost      ~ 1 ~ wget: download timed out
            wget -q --spider http://lost           ~ 1 ~ wget: can't connect to remote host (10.0.1.9): No route to host
            wget -q --spider http://nobody:81/     ~ 1 ~ wget: bad address 'nobody:81'
            wget -qO- http://db > /dev/null        ~ 0 ~ ''
            wget -q -O - db > /dev/null            ~ 0 ~ ''
            { wget -qO- db; } > /dev/null; echo $? ~ 0 ~ 0
            curl -s -o /dev/null http://db         ~ 0 ~ ''
            curl -sf http://web > /dev/null        ~ 7 ~ ''
            curl -s nobody:81 > /dev/null 2>&1     ~ 6 ~ ''
            curl -s -m 1 -o /dev/null http://lost/ ~ 28 ~ ''
            pg_isready -h db                       ~ 0 ~ db:5432 - accepting connections
            pg_isready -h web -p 5433 -U postgres  ~ 2 ~ web:5433 - no response
            pg_isready -q -h nobody                ~ 2 ~ ''
            """)
    void a_command_says_whether_somebody_takes_connections(String script, int code, String output) {
        Commands.Executed executed = run(script).orElseThrow();

        assertThat(executed.code()).isEqualTo(code);
        assertThat(executed.output().strip().replace("\n", "/")).isEqualTo(output);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nc db 5432",
                "nc -zu db 53",
                "nc -z db 5432-5440",
                "nc -z 10.9.9.9 80",
                "wget http://db",
                "wget -qO- http://db",
                "wget -q -O - http://db",
                "wget -q -O /page http://db",
                "wget -q --spider -S",
                "wget -q --spider https://db",
                "wget -q --spider http://db/health",
                "wget -q --spider http://10.9.9.9",
                "curl -s http://db",
                "curl http://db > /dev/null",
                "echo $(curl -s db) > /dev/null",
                "curl -s db | cat > /dev/null",
                "pg_isready",
                "pg_isready -h /var/run/postgresql"
            })
    void what_a_server_would_send_is_not_known(String script) {
        assertThat(run(script)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"nc -z lost 80, 3", "nc -z -w 1 lost 80, 1", "wget -q -T 2 --spider lost, 2"})
    void nothing_answers_for_a_while(String script, long seconds) {
        assertThat(run(script).orElseThrow().nanos()).isEqualTo(seconds * VirtualTime.SECOND);
    }
}
