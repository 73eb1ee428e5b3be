// Prints the values of YAML files, in the order of the arguments, as a list in JSON. Reads them with go-yaml.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"gopkg.in/yaml.v3"
)

func main() {
	values := []any{}
	for _, path := range os.Args[1:] {
		file, err := os.ReadFile(path)
		if err != nil {
			panic(err)
		}
		var value any
		if err := yaml.Unmarshal(file, &value); err != nil {
			panic(fmt.Errorf("%s: %w", path, err))
		}
		values = append(values, showTimes(value))
	}
	if err := json.NewEncoder(os.Stdout).Encode(values); err != nil {
		panic(err)
	}
}

// showTimes replaces times, which JSON would write as the texts in the document.
func showTimes(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			value[key] = showTimes(member)
		}
	case []any:
		for index, member := range value {
			value[index] = showTimes(member)
		}
	case time.Time:
		return value.Unix()
	}
	return value
}
