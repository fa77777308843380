/// What virtual threads would give a service, told from what production knows of it while it runs on platform threads.
///
/// **Model.** By Little's law a station's demand is the mean number of requests in it divided by requests a second. The
/// service is a closed queueing network ([io.heddle.predict.ClosedNetwork]): as many customers as it has threads, a
/// station for each pool and for the processors, and a delay for all other time (operational analysis: Denning and
/// Buzen, Computing Surveys 10/3, 1978; Lazowska and others, *Quantitative System Performance*, 1984). Virtual threads
/// take the limit of customers away and leave the stations: their throughput is that of the first full station.
///
/// **Recordings and thread dumps** come as [io.heddle.waits.ServiceSeen]: what threads did, and which code would hold a
/// carrier. Which frame holds a monitor is told by `io.heddle.watch.code`; how many carriers that takes is reckoned
/// here
/// ([io.heddle.predict.CarrierTail]).
///
/// **What metrics do not show** is whether a wait holds a carrier. So [io.heddle.predict.Forecast] reckons twice: once
/// as if no unexplained time did, once as if all of it did. Only where both say the same there is a verdict.
@NullMarked
package io.heddle.predict;

import org.jspecify.annotations.NullMarked;
