import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says what Atlassian's validator thinks of requests and responses, which it reads as lines of JSON (see ../proxy.ts). The
 * first line has the documents by their base paths.
 */
public class Judge {
    private static final ObjectMapper JSON = new ObjectMapper();

    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        Map<String, OpenApiInteractionValidator> validators = new HashMap<>();
        JSON.readTree(lines.readLine()).fields()
                .forEachRemaining(document -> validators.put(document.getKey(), load(document.getValue().toString())));
        System.out.println("{}");
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var exchange = JSON.readTree(line);
            System.out.println(JSON.writeValueAsString(judge(validators.get(exchange.get("base").asText()), exchange)));
        }
    }

    private static OpenApiInteractionValidator load(String document) {
        return OpenApiInteractionValidator.createForInlineApiSpecification(document)
                .withStrictOperationPathMatching()
                // The service ignores properties and parameters of requests that the document does not name.
                .withLevelResolver(LevelResolver.create()
                        .withLevel("validation.request.body.schema.additionalProperties", ValidationReport.Level.IGNORE)
                        .withLevel("validation.request.parameter.query.unexpected", ValidationReport.Level.IGNORE)
                        .build())
                .build();
    }

    private static Map<String, Object> judge(OpenApiInteractionValidator validator, JsonNode exchange) throws IOException {
        var target = exchange.get("target").asText().split("\\?", 2);
        var request = new SimpleRequest.Builder(exchange.get("method").asText(), target[0]);
        var sent = exchange.get("request").get("body").binaryValue();
        if (sent.length > 0) request.withBody(sent);
        headers(exchange.get("request")).forEach(request::withHeader);
        if (target.length == 2) readQuery(target[1], request);
        var response = new SimpleResponse.Builder(exchange.get("status").asInt());
        var received = exchange.get("response").get("body").binaryValue();
        if (received.length > 0) response.withBody(received);
        headers(exchange.get("response")).forEach(response::withHeader);

        var report = validator.validate(request.build(), response.build());
        var hasOperation = report.getMessages().stream().noneMatch(message ->
                Set.of("validation.request.path.missing", "validation.request.operation.notAllowed")
                        .contains(message.getKey()));
        return Map.of(
                "hasOperation", hasOperation,
                "request", messages(report, "validation.request."),
                "response", hasOperation ? messages(report, "validation.response.") : List.of());
    }

    private static Map<String, List<String>> headers(JsonNode message) {
        Map<String, List<String>> headers = new HashMap<>();
        for (var pair : message.get("headers")) {
            headers.computeIfAbsent(pair.get(0).asText(), name -> new ArrayList<>()).add(pair.get(1).asText());
        }
        return headers;
    }

    private static void readQuery(String query, SimpleRequest.Builder request) {
        for (var pair : query.split("&")) {
            var parts = pair.split("=", 2);
            request.withQueryParam(decode(parts[0]), decode(parts.length == 1 ? "" : parts[1]));
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static List<String> messages(ValidationReport report, String prefix) {
        return report.getMessages().stream()
                .filter(message -> message.getLevel() == ValidationReport.Level.ERROR)
                .filter(message -> message.getKey().startsWith(prefix))
                .map(message -> message.getKey() + ": " + message.getMessage())
                .toList();
    }
}
