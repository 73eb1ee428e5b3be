// go-retryablehttp with its defaults: four retries of all methods.
package main

import (
	"drill/task"
	"encoding/json"
	"errors"

	"github.com/hashicorp/go-retryablehttp"
)

var client = retryablehttp.NewClient()

func send(method, url, body string) (answer task.Answer, err error) {
	request, err := retryablehttp.NewRequest(method, url, []byte(body))
	if err != nil {
		return
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		return
	}
	defer response.Body.Close()
	if response.StatusCode >= 400 {
		return answer, errors.New(response.Status)
	}
	err = json.NewDecoder(response.Body).Decode(&answer)
	return
}

func main() { task.Do(send) }
