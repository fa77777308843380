package shop;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class ShopController {

    private final Prices prices = new Prices("http://localhost:9000/price/");
    private final Stock stock = new Stock();
    private final Tickets tickets = new Tickets();
    private final Catalogue catalogue = new Catalogue();
    private final Basket basket = new Basket();
    private final Orders orders = new Orders();
    private final AsyncTaskExecutor mailTasks;

    ShopController(AsyncTaskExecutor mailTasks) {
        this.mailTasks = mailTasks;
    }

    @GetMapping("/price/{item}")
    int price(@PathVariable String item) throws IOException {
        return prices.of(item);
    }

    @GetMapping("/stock/{item}")
    int stock(@PathVariable String item) throws SQLException {
        return stock.of(item);
    }

    @GetMapping("/ticket")
    int ticket() throws InterruptedException {
        return tickets.next();
    }

    @GetMapping("/page/{item}")
    String page(@PathVariable String item) {
        return catalogue.page(item);
    }

    @GetMapping("/basket/{item}")
    int basket(@PathVariable String item) throws InterruptedException {
        return basket.add(item);
    }

    @GetMapping("/motd")
    String motd() throws IOException {
        return Motd.today();
    }

    @GetMapping("/label/{item}")
    String label(@PathVariable String item) {
        return Labels.of(item, 1);
    }

    @GetMapping("/order/{item}")
    int order(@PathVariable String item) throws InterruptedException, ExecutionException {
        int number = orders.of(item).get();
        mailTasks.submit(() -> Labels.of(item, number));
        return number;
    }

    @GetMapping("/country/{code}")
    boolean country(@PathVariable String code) {
        return Countries.has(code);
    }

    @GetMapping("/offers")
    List<String> offers(@RequestParam List<String> seller) throws Exception {
        return Offers.from(seller);
    }
}
