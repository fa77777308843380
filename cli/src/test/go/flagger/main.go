// Asks a running `heddle canary serve` as Flagger does, by its own caller.
//
//	flagger FILE HOOK ADDRESS
//
// FILE holds a Canary, HOOK is the type of one of its webhooks, ADDRESS takes the place of http://heddle-canary:8787. Prints
// "yes", or "no" and what was answered.
package main

import (
	"fmt"
	"os"
	"strings"

	"sigs.k8s.io/yaml"

	flaggerv1 "github.com/fluxcd/flagger/pkg/apis/flagger/v1beta1"
	"github.com/fluxcd/flagger/pkg/controller"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	canary := flaggerv1.Canary{}
	check(yaml.UnmarshalStrict([]byte(strings.ReplaceAll(string(text), "http://heddle-canary:8787", os.Args[3])), &canary))
	for _, hook := range canary.GetAnalysis().Webhooks {
		if string(hook.Type) == os.Args[2] {
			if err := controller.CallWebhook(canary, flaggerv1.CanaryPhaseProgressing, hook); err != nil {
				fmt.Println("no", err)
			} else {
				fmt.Println("yes")
			}
			return
		}
	}
	check(fmt.Errorf("no webhook %s in %s", os.Args[2], os.Args[1]))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}
