// Calls the client for each line of JSON that it reads, and prints the response as a line of JSON (see ../target.ts).
package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
)

// Call is a request.
type Call struct {
	Operation string
	Token     *string
	Path      []json.RawMessage
	Query     json.RawMessage
	Body      json.RawMessage
	Files     []File
}

// File is a file to upload.
type File struct {
	Name, Type string
	Bytes      []byte
}

// Reply is a response.
type Reply struct {
	Status int `json:"status"`
	Body   any `json:"body"`
}

func main() {
	calls, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var call Call
		if err := calls.Decode(&call); errors.Is(err, io.EOF) {
			return
		} else {
			check(err)
		}
		check(replies.Encode(send(call)))
	}
}

// decode returns JSON as a type of the client.
func decode(source json.RawMessage, kind reflect.Type) reflect.Value {
	value := reflect.New(kind)
	check(json.Unmarshal(source, value.Interface()))
	return value.Elem()
}

// exported returns the name of an operation or a parameter in the client.
func exported(name string) string {
	return strings.ToUpper(name[:1]) + name[1:]
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
