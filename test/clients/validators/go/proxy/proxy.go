// Package proxy forwards requests to a service, and prints what a validator says about each request and its response.
package proxy

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
	"sync"
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

// line is what the proxy prints for each request to a path of a document.
type line struct {
	Base   string `json:"base"`
	Method string `json:"method"`
	Target string `json:"target"`
	Status int    `json:"status"`
	// Sent and Error are the bodies of the request, if it is JSON, and of the response, if the status is 400.
	Sent  string `json:"sent"`
	Error string `json:"error"`
	Verdict
}

// Serve forwards requests to the service in the first argument. The other arguments are the base paths of documents.
// It prints its port, and then a line of JSON for each request below these paths, before the client gets the response.
func Serve(load func(document []byte) (Validate, error)) {
	service, err := url.Parse(os.Args[1])
	check(err)
	validators := map[string]Validate{}
	for _, base := range os.Args[2:] {
		validators[base], err = load(download(service.String() + base + "/openapi.json"))
		check(err)
	}
	reverse := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host = service.Scheme, service.Host
			// The proxy changes queries that it cannot read.
			r.Out.URL.RawQuery = r.In.URL.RawQuery
		},
		// The transport must not ask for an encoding that the client did not ask for.
		Transport: &http.Transport{DisableCompression: true},
	}
	var mutex sync.Mutex
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		check(err)
		r.Body = io.NopCloser(bytes.NewReader(body))
		forward := *reverse
		forward.ModifyResponse = func(response *http.Response) error {
			content, err := io.ReadAll(response.Body)
			if err != nil {
				return err
			}
			response.Body = io.NopCloser(bytes.NewReader(content))
			base, validate := find(validators, r.URL.Path)
			if validate == nil {
				return nil
			}
			seen := line{Base: base, Method: r.Method, Target: r.RequestURI, Status: response.StatusCode}
			plain := decode(response.Header.Get("Content-Encoding"), content)
			if seen.Status == http.StatusBadRequest {
				seen.Error = string(plain)
				if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
					seen.Sent = string(body)
				}
			}
			seen.Verdict = validate(copyRequest(r, service, body), copyResponse(response, plain))
			mutex.Lock()
			defer mutex.Unlock()
			return json.NewEncoder(os.Stdout).Encode(seen)
		}
		forward.ServeHTTP(w, r)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	check(http.Serve(listener, handler))
}

// RequireBearer refuses a request without a bearer token. Whether the token is valid is not in the document.
func RequireBearer(request *http.Request) error {
	scheme, _, _ := strings.Cut(request.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return fmt.Errorf("there is no bearer token")
	}
	return nil
}

func find(validators map[string]Validate, path string) (string, Validate) {
	for base, validate := range validators {
		if strings.HasPrefix(path, base+"/") {
			return base, validate
		}
	}
	return "", nil
}

// copyRequest returns the request as the service gets it.
func copyRequest(r *http.Request, service *url.URL, body []byte) *http.Request {
	request, err := http.NewRequest(r.Method, service.String()+r.RequestURI, bytes.NewReader(body))
	check(err)
	request.Header = r.Header.Clone()
	return request
}

func copyResponse(response *http.Response, body []byte) *http.Response {
	return &http.Response{
		StatusCode: response.StatusCode,
		Header:     response.Header.Clone(),
		Body:       io.NopCloser(bytes.NewReader(body)),
	}
}

func decode(encoding string, content []byte) []byte {
	if encoding != "gzip" {
		return content
	}
	reader, err := gzip.NewReader(bytes.NewReader(content))
	check(err)
	plain, err := io.ReadAll(reader)
	check(err)
	return plain
}

func download(address string) []byte {
	response, err := http.Get(address)
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	return body
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
