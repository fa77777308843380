package com.example.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.junit.NoPinning;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

@NoPinning
class OrdersTest {

    @Test
    void placesAnOrder() throws Exception {
        Orders orders = new Orders();
        Callable<Integer> place = orders::place;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertEquals(1, threads.submit(place).get());
        }
    }
}
