package com.example.rates;

import java.util.List;
import org.springframework.stereotype.Component;

@Component
public class Totals {

    private static final int PAGE = 16 * 1_024;

    // Third hazard: a buffer for each thread, which was 200 buffers while there were 200 threads.
    private static final ThreadLocal<StringBuilder> PAGES = ThreadLocal.withInitial(() -> new StringBuilder(PAGE));

    public String page(List<String> orders) {
        StringBuilder page = PAGES.get();
        page.setLength(0);
        orders.forEach(order -> page.append(order).append('\n'));
        return page.append(orders.size()).append(" orders\n").toString();
    }
}
