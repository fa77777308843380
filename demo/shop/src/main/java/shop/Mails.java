package shop;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Hazard: keeps platform threads, although Spring Boot's switch is on. */
@Configuration
class Mails {

    @Bean
    AsyncTaskExecutor mailTasks() {
        ThreadPoolTaskExecutor tasks = new ThreadPoolTaskExecutor();
        tasks.setCorePoolSize(4); // what the mail server takes
        tasks.setThreadNamePrefix("mail-");
        return tasks;
    }
}
