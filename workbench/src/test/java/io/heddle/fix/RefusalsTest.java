package io.heddle.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.model.Refusal;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RefusalsTest {

    @ParameterizedTest
    @EnumSource(Refusal.class)
    void hasAPageThatIsFoundByItsName(Refusal refusal) {
        assertEquals(Optional.of(refusal), Refusals.named(Refusals.name(refusal)));
        assertTrue(Refusals.page(refusal).startsWith("# " + Refusals.name(refusal) + "\n\n"));
        assertTrue(Refusals.summary(refusal).length() > 20, () -> Refusals.summary(refusal));
        assertTrue(Refusals.summary(refusal).endsWith("."), () -> Refusals.summary(refusal));
    }
}
