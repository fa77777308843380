(ns kiosk.main
  (:require [kiosk.free :as free]
            [kiosk.remote :as remote]
            [kiosk.stall :as stall])
  (:import (com.sun.net.httpserver HttpExchange HttpHandler HttpServer)
           (java.net InetSocketAddress)
           (java.util.concurrent Executors))
  (:gen-class))

(def routes
  {"/by-var" stall/by-var
   "/by-helper" stall/by-helper
   "/counts" free/counts
   "/no-lock" free/no-lock})

(defn route [request] ((get routes (:uri request) free/reads) request))
(def app (stall/wrap-lock route "/audit"))

(defn handler [app]
  (reify HttpHandler
    (handle [_ exchange]
      (let [body (.getBytes (str (app {:uri (.getPath (.getRequestURI exchange))})))]
        (.sendResponseHeaders exchange 200 (alength body))
        (with-open [out (.getResponseBody exchange)] (.write out body))))))

(defn -main [& args]
  (doto (HttpServer/create (InetSocketAddress. (Integer/parseInt (or (first args) "8080"))) 0)
    (.setExecutor (Executors/newVirtualThreadPerTaskExecutor))
    (.createContext "/" (handler app))
    (.start)))
