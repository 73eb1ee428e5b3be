import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/**
 * Forwards requests to a service, and prints what Atlassian's validator says about each request and its response. The first
 * argument is the service, the others are the base paths of documents. Prints its port, and then a line of JSON for each
 * request below these paths, before the client gets the response.
 */
public class Proxy {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** Headers that concern one connection (RFC 9110, section 7.6.1), and those that the HTTP client writes itself. */
    private static final Set<String> NOT_FORWARDED =
            Set.of("connection", "keep-alive", "transfer-encoding", "upgrade", "content-length");

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String service;
    private final Map<String, OpenApiInteractionValidator> validators = new LinkedHashMap<>();

    public static void main(String[] arguments) throws Exception {
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
        var proxy = new Proxy(arguments[0], List.of(arguments).subList(1, arguments.length));
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", proxy::forward);
        server.start();
        System.out.println(server.getAddress().getPort());
    }

    private Proxy(String service, List<String> bases) throws Exception {
        this.service = service;
        for (var base : bases) {
            var request = HttpRequest.newBuilder(URI.create(service + base + "/openapi.json")).build();
            var document = client.send(request, BodyHandlers.ofString()).body();
            validators.put(base, OpenApiInteractionValidator.createForInlineApiSpecification(document)
                    .withStrictOperationPathMatching()
                    // The service ignores properties and parameters of requests that the document does not name.
                    .withLevelResolver(LevelResolver.create()
                            .withLevel("validation.request.body.schema.additionalProperties",
                                    ValidationReport.Level.IGNORE)
                            .withLevel("validation.request.parameter.query.unexpected", ValidationReport.Level.IGNORE)
                            .build())
                    .build());
        }
    }

    private void forward(HttpExchange exchange) throws IOException {
        try {
            var body = exchange.getRequestBody().readAllBytes();
            var response = send(exchange, body);
            judge(exchange, body, response);
            response.headers().map().forEach((name, values) -> {
                if (!NOT_FORWARDED.contains(name.toLowerCase())) exchange.getResponseHeaders().put(name, values);
            });
            var content = response.body();
            exchange.sendResponseHeaders(response.statusCode(), content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        } catch (Exception error) {
            // The server would drop the connection without a word.
            error.printStackTrace();
            throw new IOException(error);
        } finally {
            exchange.close();
        }
    }

    private HttpResponse<byte[]> send(HttpExchange exchange, byte[] body) throws Exception {
        var publisher = body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body);
        var request = HttpRequest.newBuilder(URI.create(service + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), publisher);
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!NOT_FORWARDED.contains(name.toLowerCase())) values.forEach(value -> request.header(name, value));
        });
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    /** Validates a request and its response, and prints the result. */
    private void judge(HttpExchange exchange, byte[] body, HttpResponse<byte[]> response) throws IOException {
        var target = exchange.getRequestURI();
        var base = validators.keySet().stream().filter(key -> target.getPath().startsWith(key + "/")).findFirst();
        if (base.isEmpty()) return;
        var request = new SimpleRequest.Builder(exchange.getRequestMethod(), target.getRawPath());
        if (body.length > 0) request.withBody(body);
        exchange.getRequestHeaders().forEach(request::withHeader);
        readQuery(target.getRawQuery(), request);
        var content = decode(response);
        var received = new SimpleResponse.Builder(response.statusCode());
        if (content.length > 0) received.withBody(content);
        response.headers().map().forEach(received::withHeader);

        var report = validators.get(base.get()).validate(request.build(), received.build());
        var hasOperation = report.getMessages().stream().noneMatch(message ->
                Set.of("validation.request.path.missing", "validation.request.operation.notAllowed")
                        .contains(message.getKey()));
        var line = new LinkedHashMap<String, Object>();
        line.put("base", base.get());
        line.put("method", exchange.getRequestMethod());
        line.put("target", target.toString());
        line.put("status", response.statusCode());
        if (response.statusCode() == 400) {
            var isJson = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"))
                    .startsWith("application/json");
            line.put("sent", isJson ? new String(body, StandardCharsets.UTF_8) : "");
            line.put("error", new String(content, StandardCharsets.UTF_8));
        }
        line.put("hasOperation", hasOperation);
        line.put("request", messages(report, "validation.request."));
        line.put("response", hasOperation ? messages(report, "validation.response.") : List.of());
        synchronized (this) {
            System.out.println(JSON.writeValueAsString(line));
        }
    }

    private static void readQuery(String query, SimpleRequest.Builder request) {
        if (query == null) return;
        for (var pair : query.split("&")) {
            var parts = pair.split("=", 2);
            var value = parts.length == 1 ? "" : parts[1];
            request.withQueryParam(decode(parts[0]), decode(value));
        }
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static byte[] decode(HttpResponse<byte[]> response) throws IOException {
        var isCompressed = response.headers().firstValue("content-encoding").filter("gzip"::equals).isPresent();
        if (!isCompressed) return response.body();
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return stream.readAllBytes();
        }
    }

    private static List<String> messages(ValidationReport report, String prefix) {
        return report.getMessages().stream()
                .filter(message -> message.getLevel() == ValidationReport.Level.ERROR)
                .filter(message -> message.getKey().startsWith(prefix))
                .map(message -> message.getKey() + ": " + message.getMessage())
                .toList();
    }
}
