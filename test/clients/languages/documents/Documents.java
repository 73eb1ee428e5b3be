import com.google.gson.Gson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Prints the values of YAML files, in the order of the arguments, as a list in JSON. Reads them with SnakeYAML. */
public class Documents {
    public static void main(String[] paths) throws Exception {
        List<Object> values = new ArrayList<>();
        for (String path : paths) {
            values.add(new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(Path.of(path))));
        }
        // Dates become texts that differ from those in the document.
        System.out.println(new Gson().newBuilder().serializeNulls().create().toJson(values));
    }
}
