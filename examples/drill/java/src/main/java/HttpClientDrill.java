import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

/** java.net.http.HttpClient with its defaults. */
class HttpClientDrill {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    static String send(String method, String url, String json) throws Exception {
        var body = json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json);
        var request = HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .method(method, body)
            .build();
        var response = CLIENT.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 400) throw new IOException("status " + response.statusCode());
        return response.body();
    }

    public static void main(String[] arguments) {
        Task.run(HttpClientDrill::send);
    }
}
