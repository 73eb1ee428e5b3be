package scenario;

import client.ApiClient;
import client.ApiException;
import client.ApiResponse;
import client.model.ErrorResponse;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Calls the client for each line of JSON that it reads, and prints the response as a line of JSON (see ../target.ts). */
public final class Serve {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Serve() {}

    public static void main(String[] args) throws Exception {
        Scanner lines = new Scanner(System.in, "UTF-8");
        while (lines.hasNextLine()) System.out.println(JSON.writeValueAsString(send(JSON.readTree(lines.nextLine()))));
    }

    private static Map<String, Object> send(JsonNode call) throws Exception {
        // Some clients send all members that are null, or none.
        boolean sendsNulls = call.path("body").toString().contains(":null");
        ApiClient client = Tool.connect(System.getenv("BASE_URL"), call.path("token").textValue(), sendsNulls);
        Method method = find(call.get("operation").asText() + "WithHttpInfo");
        Object api = method.getDeclaringClass().getConstructor(ApiClient.class).newInstance(client);
        try {
            ApiResponse<?> response = (ApiResponse<?>) method.invoke(api, parameters(method, call));
            return reply(response.getStatusCode(), response.getData());
        } catch (InvocationTargetException thrown) {
            if (!(thrown.getCause() instanceof ApiException error) || error.getResponseBody() == null) throw thrown;
            return reply(error.getCode(), Tool.read(error.getResponseBody(), ErrorResponse.class));
        }
    }

    /** Finds the method of an operation. Some clients have a second one, with headers. */
    private static Method find(String name) throws Exception {
        List<Method> methods = new ArrayList<>();
        for (File file : new File("target/classes/client/api").listFiles((folder, file) -> file.endsWith("Api.class"))) {
            Class<?> api = Class.forName("client.api." + file.getName().replace(".class", ""));
            Arrays.stream(api.getMethods()).filter(method -> method.getName().equals(name)).forEach(methods::add);
        }
        return methods.stream().min(Comparator.comparing(Method::getParameterCount)).orElseThrow();
    }

    /** Returns the files, the body, and the parameters of the path or the query, in the order of the method. */
    private static Object[] parameters(Method method, JsonNode call) throws IOException {
        List<Object> values = new ArrayList<>();
        int inPath = 0;
        for (Parameter parameter : method.getParameters()) {
            Class<?> type = parameter.getType();
            if (type == List.class) values.add(files(call.get("files")));
            else {
                boolean isBody = type.getPackageName().equals("client.model") && !type.isEnum();
                JsonNode value = isBody ? call.path("body") : call.get("path").path(inPath);
                if (!isBody && !value.isMissingNode()) inPath++;
                else if (!isBody) value = call.get("query").path(parameter.getName());
                values.add(value.isMissingNode() ? null : Tool.read(value.toString(), parameter.getParameterizedType()));
            }
        }
        return values.toArray();
    }

    private static List<File> files(JsonNode uploads) throws IOException {
        Path folder = Files.createTempDirectory("scenario");
        List<File> files = new ArrayList<>();
        for (JsonNode upload : uploads) {
            Path file = folder.resolve(upload.get("name").asText());
            files.add(Files.write(file, upload.get("bytes").binaryValue()).toFile());
        }
        return files;
    }

    private static Map<String, Object> reply(int status, Object data) throws IOException {
        if (data == null) return Map.of("status", status);
        Object body = data instanceof File file ? Files.readAllBytes(file.toPath()) : JSON.readTree(Tool.write(data));
        return Map.of("status", status, "body", body);
    }
}
