// Asks a running `heddle canary serve` as Argo Rollouts does, by its own providers.
//
//	argo FILE METRIC ADDRESS
//
// FILE holds AnalysisTemplates and Rollouts, METRIC names a metric of one of them, ADDRESS takes the place of its argument
// "heddle". Prints the phase of the measurement, then its value.
package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	log "github.com/sirupsen/logrus"
	"sigs.k8s.io/yaml"

	"github.com/argoproj/argo-rollouts/metricproviders/kayenta"
	"github.com/argoproj/argo-rollouts/metricproviders/webmetric"
	"github.com/argoproj/argo-rollouts/pkg/apis/rollouts/v1alpha1"
)

type provider interface {
	Run(*v1alpha1.AnalysisRun, v1alpha1.Metric) v1alpha1.Measurement
	Resume(*v1alpha1.AnalysisRun, v1alpha1.Metric, v1alpha1.Measurement) v1alpha1.Measurement
}

func main() {
	metric := read(os.Args[1], os.Args[2], os.Args[3])
	asked := providerOf(metric)
	measurement := asked.Run(nil, metric)
	// Argo waits 15 s before it asks again; how long it waits is not what is tested.
	for i := 0; i < 50 && measurement.Phase == v1alpha1.AnalysisPhaseRunning; i++ {
		time.Sleep(20 * time.Millisecond)
		measurement = asked.Resume(nil, metric, measurement)
	}
	fmt.Println(measurement.Phase, measurement.Value, measurement.Message)
}

// Every document is read strictly: a field that Argo does not know ends this program.
func read(file string, name string, address string) v1alpha1.Metric {
	text, err := os.ReadFile(file)
	check(err)
	var found *v1alpha1.Metric
	for _, document := range strings.Split(string(text), "\n---\n") {
		document = strings.ReplaceAll(document, "{{args.heddle}}", address)
		if strings.Contains(document, "\nkind: Rollout\n") {
			check(yaml.UnmarshalStrict([]byte(document), &v1alpha1.Rollout{}))
			continue
		}
		template := v1alpha1.AnalysisTemplate{}
		check(yaml.UnmarshalStrict([]byte(document), &template))
		for i := range template.Spec.Metrics {
			if template.Spec.Metrics[i].Name == name {
				found = &template.Spec.Metrics[i]
			}
		}
	}
	if found == nil {
		check(fmt.Errorf("no metric %s in %s", name, file))
	}
	return *found
}

func providerOf(metric v1alpha1.Metric) provider {
	logger := log.NewEntry(log.New())
	if metric.Provider.Kayenta != nil {
		return kayenta.NewKayentaProvider(*logger, kayenta.NewHttpClient())
	}
	client, err := webmetric.NewWebMetricHttpClient(metric)
	check(err)
	parser, err := webmetric.NewWebMetricJsonParser(metric)
	check(err)
	return webmetric.NewWebMetricProvider(*logger, client, parser)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
