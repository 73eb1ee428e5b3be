import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Prints, for each pattern in a file, which characters it matches. */
public class Patterns {
    public static void main(String[] args) throws Exception {
        for (String text : Files.readString(Path.of(args[0])).split("\u0001")) {
            var pattern = Pattern.compile(text);
            var verdicts = new StringBuilder();
            for (int code = 0; code < 0x10000; code++) {
                if (code >= 0xd800 && code < 0xe000) continue;
                verdicts.append(pattern.matcher(Character.toString(code)).matches() ? '1' : '0');
            }
            System.out.println(verdicts);
        }
    }
}
