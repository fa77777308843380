import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse.BodyHandlers
import java.util.concurrent.Executors
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch

/** The same with Kotlin's coroutines: CoroutineRelayKt URL. */
fun main(args: Array<String>) {
    val request = HttpRequest.newBuilder(URI.create(args[0])).build()
    val cores = Runtime.getRuntime().availableProcessors()
    val client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(Executors.newFixedThreadPool(cores)).build()
    val scope = CoroutineScope(Dispatchers.Default)
    val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096)
    server.executor = Executors.newFixedThreadPool(cores)
    server.createContext("/") { exchange ->
        scope.launch {
            val body = client.sendAsync(request, BodyHandlers.ofByteArray()).await().body()
            exchange.sendResponseHeaders(200, body.size.toLong())
            exchange.responseBody.write(body)
            exchange.close()
        }
    }
    server.start()
    println("port=" + server.address.port)
}
