import io.github.resilience4j.retry.Retry;

/** java.net.http.HttpClient with the Retry of resilience4j and its defaults: two retries of everything that fails. */
class Resilience4jDrill {
    private static final Retry RETRY = Retry.ofDefaults("board");

    public static void main(String[] arguments) {
        Task.run((method, url, json) -> RETRY.executeCallable(() -> HttpClientDrill.send(method, url, json)));
    }
}
