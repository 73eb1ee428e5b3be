// Package judge says what a validator thinks of requests and responses, which it reads as lines of JSON (see ../../proxy.ts).
package judge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

// Verdict is what a validator says about a request and its response.
type Verdict struct {
	// HasOperation is whether the document has the operation of the request.
	HasOperation bool `json:"hasOperation"`
	// Request and Response say what is wrong.
	Request  []string `json:"request"`
	Response []string `json:"response"`
}

// Validate judges a request and its response. It can read both bodies.
type Validate func(request *http.Request, response *http.Response) Verdict

type message struct {
	Headers [][2]string
	Body    []byte
}

type exchange struct {
	Base, Method, Target string
	Request              message
	Status               int
	Response             message
}

// Serve judges requests to the service in the first argument. The first line has the documents by their base paths.
func Serve(load func(document []byte) (Validate, error)) {
	lines, verdicts := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	documents := map[string]json.RawMessage{}
	check(lines.Decode(&documents))
	validators := map[string]Validate{}
	for base, document := range documents {
		validate, err := load(document)
		check(err)
		validators[base] = validate
	}
	check(verdicts.Encode(Verdict{}))
	for {
		var seen exchange
		if err := lines.Decode(&seen); errors.Is(err, io.EOF) {
			return
		} else {
			check(err)
		}
		request, err := http.NewRequest(seen.Method, os.Args[1]+seen.Target, bytes.NewReader(seen.Request.Body))
		check(err)
		request.Header = seen.Request.header()
		response := &http.Response{
			StatusCode: seen.Status,
			Header:     seen.Response.header(),
			Body:       io.NopCloser(bytes.NewReader(seen.Response.Body)),
		}
		check(verdicts.Encode(validators[seen.Base](request, response)))
	}
}

// RequireBearer refuses a request without a bearer token. Whether the token is valid is not in the document.
func RequireBearer(request *http.Request) error {
	scheme, _, _ := strings.Cut(request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return fmt.Errorf("there is no bearer token")
	}
	return nil
}

func (m message) header() http.Header {
	header := http.Header{}
	for _, pair := range m.Headers {
		header.Add(pair[0], pair[1])
	}
	return header
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
