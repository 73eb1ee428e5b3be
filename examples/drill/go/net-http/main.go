// net/http with its default client.
package main

import (
	"drill/task"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
)

func send(method, url, body string) (answer task.Answer, err error) {
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		return
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
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
