package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.text.DateText;
import dev.wavetank.model.kubelet.cri.process.text.Filter;
import dev.wavetank.model.kubelet.cri.process.text.Printf;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Commands that print something and change nothing but a file that {@code sed -i} is given. */
final class Printing {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,9}");
    private static final Pattern SIGN = Pattern.compile("[-+*/%]");
    private static final int NUMBERS_MAX = 10_000;

    private final ShellState state;
    private final NetworkCommands connecting;

    Printing(ShellState state) {
        this.state = state;
        this.connecting = new NetworkCommands(state);
    }

    /** Runs one of them; returns whether it is understood. */
    boolean run(String command, List<String> rest) {
        return switch (command) {
            case "echo" -> echo(rest);
            case "printf" -> !rest.isEmpty() && prints(Printf.of(rest.get(0), rest.subList(1, rest.size())), "");
            case "date" -> prints(DateText.of(rest, VirtualTime.calendar(state.clock())), "\n");
            case "seq" -> seq(rest);
            case "expr" -> expr(rest);
            case "basename" -> rest.size() == 1 && prints(Optional.of(last(rest.get(0))), "\n");
            case "dirname" -> rest.size() == 1 && prints(Optional.of(directory(rest.get(0))), "\n");
            case "hostname" -> Variables.hostname(state.variables(), state.output) && state.ends(0);
            case "nslookup", "nc", "wget", "curl", "pg_isready" -> connecting.run(command, rest);
            default ->
                Filter.of(command, rest).filter(found -> filter(command, found)).isPresent();
        };
    }

    private boolean prints(Optional<String> text, String end) {
        text.ifPresent(found -> state.output.append(found).append(end));
        return text.isPresent() && state.ends(0);
    }

    private boolean echo(List<String> words) {
        List<String> rest = new ArrayList<>(words);
        boolean isBare = false;
        boolean isEscaped = false;
        while (!rest.isEmpty() && rest.get(0).matches("-[neE]+")) {
            String option = rest.remove(0);
            isBare |= option.contains("n");
            isEscaped |= option.contains("e");
        }
        String text = String.join(" ", rest);
        return prints(Optional.of(isEscaped ? Printf.unescaped(text) : text), isBare ? "" : "\n");
    }

    private static String last(String path) {
        return path.replaceFirst("^.*/(?=[^/]+/*$)", "").replaceFirst("/+$", "");
    }

    private static String directory(String path) {
        int slash = path.lastIndexOf('/');
        return slash < 0 ? "." : slash == 0 ? "/" : path.substring(0, slash);
    }

    private boolean seq(List<String> rest) {
        if (rest.isEmpty()
                || rest.size() > 3
                || !rest.stream().allMatch(one -> NUMBER.matcher(one).matches())) {
            return false;
        }
        int first = rest.size() == 1 ? 1 : Integer.parseInt(rest.get(0));
        int step = rest.size() == 3 ? Integer.parseInt(rest.get(1)) : 1;
        int last = Integer.parseInt(rest.get(rest.size() - 1));
        if (step == 0 || Math.abs((long) last - first) / Math.abs(step) > NUMBERS_MAX) {
            return false;
        }
        boolean isEmpty = step > 0 ? last < first : last > first;
        int count = isEmpty ? 0 : (int) (((long) last - first) / step + 1);
        IntStream.range(0, count)
                .forEach(i -> state.output.append(first + i * step).append('\n'));
        return state.ends(0);
    }

    /** A calculation with two numbers; its exit code says whether the result is 0. */
    private boolean expr(List<String> rest) {
        if (rest.size() != 3
                || !NUMBER.matcher(rest.get(0)).matches()
                || !NUMBER.matcher(rest.get(2)).matches()
                || !SIGN.matcher(rest.get(1)).matches()) {
            return false;
        }
        String result = Variables.calculated(Long.parseLong(rest.get(0)), rest.get(1), Long.parseLong(rest.get(2)));
        return prints(Optional.ofNullable(result), "\n") && state.ends("0".equals(result) ? 1 : 0);
    }

    private boolean filter(String command, Filter filter) {
        state.hasRead |= !filter.files().isEmpty();
        String piped = filter.files().isEmpty() ? state.takeInput() : "";
        if (piped == null || filter.files().stream().anyMatch(file -> file.startsWith("-"))) {
            return false;
        }
        if (filter.files().isEmpty()) {
            Filter.Result result = filter.work().of(piped, null);
            state.output.append(result.text());
            return !filter.inPlace() && state.ends(result.code());
        }
        StringBuilder all = new StringBuilder();
        for (String file : filter.files()) {
            String content = state.files.content(file);
            if (content == null) {
                state.error(command + ": " + file + ": No such file or directory\n");
                return !command.equals("awk") && state.ends(command.equals("grep") ? 2 : 1);
            }
            all.append(content);
        }
        boolean isOne = filter.files().size() == 1;
        String name = filter.files().get(0);
        Filter.Result result = filter.work().of(all.toString(), isOne ? name : null);
        if (!filter.inPlace()) {
            state.output.append(result.text());
            return state.ends(result.code());
        }
        state.code = 0;
        state.change(true, name, result.text(), "sed: can't create temp file '" + name + "XXXXXX'");
        return isOne;
    }
}
